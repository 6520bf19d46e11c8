import { maxPageLength, toListOrder } from "../list-order.ts";
import { askColumns, askTables } from "../queries/ask-columns.ts";
import type { Query } from "../queries/query.ts";
import { toSearchWords } from "../search-text.ts";
import type { ListPage, ListQuery } from "../store.ts";
import { toRecord } from "../stored-ask.ts";
import { toArray, toStorableText } from "./connection.ts";

const everyWordOccurs = (at: string) => `NOT EXISTS (SELECT 1 FROM unnest(${at}::text[]) AS word
  WHERE strpos(asks.search, word) = 0 AND strpos(coalesce(endings.search, ''), word) = 0)`;

// The first table of each source is read in order; the others are looked up for each ask.
const sources = {
  pending: `yourcall.pending JOIN yourcall.asks ON asks.position = pending.position
    LEFT JOIN yourcall.endings ON endings.position = pending.position`,
  asks: `yourcall.asks LEFT JOIN yourcall.pending ON pending.position = asks.position
    LEFT JOIN yourcall.endings ON endings.position = asks.position`,
  endings: `yourcall.endings JOIN yourcall.asks ON asks.position = endings.position
    LEFT JOIN yourcall.pending ON pending.position = endings.position`,
} as const;

/** One page: the first query decides by their sizes which asks fit, the second reads them. */
export async function listAsks(query: Query, given: ListQuery): Promise<ListPage> {
  const { limit, status } = given;
  const { table, at, direction, beyond, start, toCursors } = toListOrder(given);
  const values: (string | number)[] = [start, limit + 1];
  const conditions = [`${at} ${beyond} $1`, ...toConditions(given, table, values)];
  const sizes = await query(
    `SELECT ${at} AS at, asks.position, octet_length(asks.ask) + coalesce(octet_length(endings.outcome), 0)
        + coalesce(octet_length(coalesce(pending.draft, endings.draft)), 0) AS bytes
      FROM ${sources[table]} WHERE ${conditions.join(" AND ")} ORDER BY ${at} ${direction} LIMIT $2`,
    ...values,
  );
  let bytes = 0;
  const over = sizes.findIndex((size, index) => {
    bytes += Number(size.bytes);
    return index > 0 && (index >= limit || bytes > maxPageLength);
  });
  const page = over === -1 ? sizes : sizes.slice(0, over);
  if (page.length === 0) return { records: [] };
  const rows = await query(
    `SELECT ${askColumns} FROM ${askTables} WHERE asks.position = ANY ($1::int8[])`,
    toArray(page.map(({ position }) => Number(position))),
  );
  const records = new Map(rows.map((row) => [Number(row.position), toRecord(row)]));
  const places = page.map((row) => row.at);
  return {
    records: page
      .flatMap(({ position }) => records.get(Number(position)) ?? [])
      // An ask may have ended between the two queries.
      .filter((record) => status !== "pending" || record.status === "pending"),
    ...toCursors(places, over !== -1),
  };
}

/** Whether an index leads to the page. Any other query may have to read the whole table. */
export function isIndexed({ status, order, limit, cursor, token, session, ...filters }: ListQuery): boolean {
  if (Object.values(filters).some((value) => value !== undefined && value !== "")) return false;
  return (
    status === "pending" || ((status === "all" || status === "ended") && token === undefined && session === undefined)
  );
}

/** The conditions of a query. Their values are appended to `values`. */
function toConditions(
  { status, session, token, actor, agent, key, delivery, search = "" }: ListQuery,
  table: keyof typeof sources,
  values: (string | number)[],
): string[] {
  const conditions: string[] = [];
  const add = (value: string, condition: (at: string) => string) =>
    conditions.push(condition(`$${values.push(value)}`));
  const words = toSearchWords(search).map(toStorableText);
  if (words.length > 0) add(toArray(words), everyWordOccurs);
  if (table === "endings" && status !== "ended") add(status, (at) => `endings.status = ${at}`);
  if (session !== undefined) add(JSON.stringify(session), (at) => `${table}.session = ${at}`);
  if (token !== undefined) add(token, (at) => `${table}.token = ${at}`);
  if (actor !== undefined)
    add(actor, (at) => `(asks.token = ${at} OR (endings.outcome::json -> 'by' -> 'token' ->> 'id') = ${at})`);
  if (key !== undefined) add(JSON.stringify(key), (at) => `asks.key = ${at}`);
  if (delivery !== undefined)
    add(
      delivery,
      (at) => `endings.status IS NOT NULL AND coalesce((SELECT sightings.delivery FROM yourcall.sightings
        WHERE sightings.position = asks.position), 'waiting') = ${at}`,
    );
  if (agent !== undefined)
    add(JSON.stringify(agent), (at) => `${table === "endings" ? "endings" : "asks"}.agent = ${at}`);
  return conditions;
}
