import type { Hub } from "../hub.ts";
import { toAskText, toOutcomeText, toSearchWords } from "../store/search-text.ts";
import type { AskRecord, ListQuery, Notice } from "../store/store.ts";
import { toAgentRecord, toWireText, type WireContext } from "../to-wire.ts";
import { toCursor } from "./cursor.ts";

/**
 * A page of asks as JSON text, and their ids. A page of which an agent may not see everything is shorter than its limit; its cursor
 * still leads to the next page.
 */
export async function listPage(
  hub: Hub,
  query: ListQuery,
  wire: WireContext,
  noticesOf?: (id: string) => Promise<Notice[]>,
): Promise<{ text: string; ids: ReadonlySet<string> }> {
  const { records: found, cursor, back } = await hub.list(wire.audience === "human" ? query : widen(query));
  const records = wire.audience === "human" ? found : found.filter((record) => isListed(record, query));
  const asks: string[] = [];
  for (const record of records) asks.push(toWireText(record, wire, await noticesOf?.(record.id)));
  const member = (name: string, place?: string) =>
    place === undefined ? "" : `,"${name}":${JSON.stringify(toCursor(hub.store.epoch, place))}`;
  const text = `{"asks":[${asks.join(",")}]${member("cursor", cursor)}${member("back", back)}}`;
  return { text, ids: new Set(records.map(({ id }) => id)) };
}

// The store has the decision that was reported. Agents see such an ask as withdrawn, so no status filter or search may reveal it.
function widen(query: ListQuery): ListQuery {
  return { ...query, status: query.status === "pending" || query.status === "all" ? query.status : "ended" };
}

function isListed(record: AskRecord, { status, search = "" }: ListQuery): boolean {
  const shown = toAgentRecord(record);
  if (status !== "all" && status !== "ended" && shown.status !== status) return false;
  if (shown.outcome === undefined || shown === record) return true;
  const text = `${toAskText(shown.questions)}\n${toOutcomeText(shown.outcome)}`;
  return toSearchWords(search).every((word) => text.includes(word));
}
