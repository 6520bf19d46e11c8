import type { Hub } from "../create-hub.ts";
import type { ListQuery } from "../store/store.ts";
import { toWireText, type WireContext } from "../to-wire.ts";

// A page of large asks is cut here, so that one request never takes much of the hub's memory or time.
const maxCharacters = 4 * 1024 * 1024;

/** A page of asks as JSON text, and their ids. A page of large asks is shorter than its limit; its cursor still leads on. */
export async function listPage(
  hub: Hub,
  query: ListQuery,
  wire: WireContext,
): Promise<{ text: string; ids: ReadonlySet<string> }> {
  const { records, cursor, back } = await hub.list(query);
  const asks: string[] = [];
  let characters = 0;
  for (const record of records) {
    const text = toWireText(record, wire);
    characters += text.length;
    // Only the store knows the cursor of a shorter page, so ask it for one.
    if (characters > maxCharacters && asks.length > 0) return listPage(hub, { ...query, limit: asks.length }, wire);
    asks.push(text);
  }
  const text = `{"asks":[${asks.join(",")}]${member("cursor", cursor)}${member("back", back)}}`;
  return { text, ids: new Set(records.map(({ id }) => id)) };
}

function member(name: string, value: string | undefined): string {
  return value === undefined ? "" : `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
}
