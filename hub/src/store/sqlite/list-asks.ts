import { setImmediate as nextTurn } from "node:timers/promises";
import { maxPageLength, toListOrder } from "../list-order.ts";
import { askColumns } from "../queries/ask-columns.ts";
import { toSearchWords } from "../search-text.ts";
import type { ListPage, ListQuery } from "../store.ts";
import { toRecord } from "../stored-ask.ts";
import { askSources } from "./ask-tables.ts";
import type { Statements } from "./connection.ts";

// How many asks a search reads before it yields: a few milliseconds.
const searchStride = 2000;

const everyWordOccurs = `NOT EXISTS (SELECT 1 FROM json_each(?) AS word
  WHERE instr(asks.search, word.value) = 0 AND instr(coalesce(endings.search, ''), word.value) = 0)`;

const deliveryState = "CASE WHEN endings.ended_at IS NOT NULL THEN coalesce(sightings.delivery, 'waiting') END = ?";

/** A condition with one placeholder, and the value for it. */
type Condition = readonly [sql: string, value: string];

/** One page. A search yields between strides. */
export async function listAsks(sql: Statements, query: ListQuery): Promise<ListPage> {
  const { limit } = query;
  const { table, at, direction, beyond, start, toCursors } = toListOrder(query);
  const { indexed, scanned } = toConditions(query, table);
  const values = indexed.map(([, value]) => value);
  const within = `WHERE ${[...indexed.map(([condition]) => condition), `${at} ${beyond} ?`].join(" AND ")}`;
  const ordered = `ORDER BY ${at} ${direction} LIMIT ?`;
  const select = `SELECT ${at} AS at, ${askColumns} FROM ${askSources[table]} ${within}`;
  const page: Record<string, unknown>[] = [];
  let characters = 0;

  /** Adds rows until the page is full or too large; true if there are more. */
  function fill(rows: Iterable<Record<string, unknown>>): boolean {
    for (const row of rows) {
      characters += [row.ask, row.outcome, row.draft].reduce((sum: number, text) => sum + String(text ?? "").length, 0);
      if (page.length > 0 && (page.length >= limit || characters > maxPageLength)) return true;
      page.push(row);
    }
    return false;
  }

  async function search(): Promise<boolean> {
    const stride = `SELECT ${at} AS at FROM ${table} ${within} ${ordered} OFFSET ${searchStride - 1}`;
    const upTo = beyond === ">" ? "<=" : ">=";
    const matching = `${select} AND ${at} ${upTo} ? ${scanned.map(([condition]) => `AND ${condition}`).join(" ")} ${ordered}`;
    const scannedValues = scanned.map(([, value]) => value);
    const last = beyond === ">" ? Number.MAX_SAFE_INTEGER : 0;
    for (let after = start; ; await nextTurn()) {
      const edge = sql(stride).get(...values, after, 1);
      const until = edge === undefined ? last : Number(edge.at);
      // One row more than fits tells whether there is another page.
      const wanted = limit + 1 - page.length;
      if (fill(sql(matching).iterate(...values, after, until, ...scannedValues, wanted))) return true;
      if (edge === undefined) return false;
      after = until;
    }
  }

  /** Fills the page; true if there is another. That is checked by the index alone, because the next ask may be large. */
  function read(): boolean {
    if (fill(sql(`${select} ${ordered}`).iterate(...values, start, limit))) return true;
    const end = page.length < limit ? undefined : page.at(-1);
    return (
      end !== undefined &&
      sql(`SELECT 1 FROM ${table} ${within} LIMIT ?`).get(...values, Number(end.at), 1) !== undefined
    );
  }

  const hasMore = scanned.length > 0 ? await search() : read();
  const places = page.map((row) => row.at);
  return { records: page.map(toRecord), ...toCursors(places, hasMore) };
}

/** Conditions for an index, and those checked ask by ask. */
function toConditions(
  { status, session, token, actor, agent, key, delivery, search = "" }: ListQuery,
  table: keyof typeof askSources,
): { indexed: Condition[]; scanned: Condition[] } {
  const indexed: Condition[] = [];
  const scanned: Condition[] = [];
  const words = toSearchWords(search);
  if (words.length > 0) scanned.push([everyWordOccurs, JSON.stringify(words)]);
  if (table === "endings" && status !== "ended") indexed.push(["endings.status = ?", status]);
  if (session !== undefined)
    (table === "pending" ? indexed : scanned).push([`${table}.session = ?`, JSON.stringify(session)]);
  if (token !== undefined) indexed.push([`${table}.token = ?`, token]);
  if (actor !== undefined) scanned.push(["? IN (asks.token, json_extract(endings.outcome, '$.by.token.id'))", actor]);
  if (agent !== undefined) scanned.push([`${table === "endings" ? "endings" : "asks"}.agent = ?`, agent]);
  if (key !== undefined) (table === "asks" ? indexed : scanned).push(["asks.key = ?", JSON.stringify(key)]);
  if (delivery !== undefined) scanned.push([deliveryState, delivery]);
  return { indexed, scanned };
}
