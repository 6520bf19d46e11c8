import { setImmediate as nextTurn } from "node:timers/promises";
import { askColumns, askSources, toRecord } from "./ask-row.ts";
import type { PendingAsks } from "./pending-asks.ts";
import { toSearchWords } from "./search-text.ts";
import type { Statements } from "./statements.ts";
import type { ListPage, ListQuery } from "./store.ts";

type Row = Record<string, unknown>;

// How many asks a search looks at before it lets others have their turn: a few milliseconds.
const searchStride = 2000;

const everyWordOccurs = `NOT EXISTS (SELECT 1 FROM json_each(?) AS word
  WHERE instr(asks.search, word.value) = 0 AND instr(coalesce(endings.search, ''), word.value) = 0)`;

/**
 * One page. Pending asks and all asks come in the order of creation, ended ones in the order in which their end was committed:
 * no clock is asked, so pages neither miss nor repeat an ask. A search goes in strides, and others are served in between.
 */
export async function listAsks(
  sql: Statements,
  unlisted: PendingAsks["unlisted"],
  query: ListQuery,
): Promise<ListPage> {
  const { order, limit } = query;
  const table = tableOf(query.status);
  // In cursors, which outlive the tables.
  const column = table === "endings" ? "ended_sequence" : "position";
  const at = table === "endings" ? "endings.sequence" : `${table}.position`;
  const conditions: string[] = [];
  const values: string[] = [];
  const require = (condition: string, value: string) => {
    conditions.push(condition);
    values.push(value);
  };
  // What no index knows has to be looked for.
  const looked: { condition: string; value: string }[] = [];
  const words = toSearchWords(query.search ?? "");
  if (words.length > 0) looked.push({ condition: everyWordOccurs, value: JSON.stringify(words) });
  if (table === "endings" && query.status !== "ended") require("endings.status = ?", query.status);
  if (query.session !== undefined) {
    const session = { condition: `${table}.session = ?`, value: JSON.stringify(query.session) };
    if (table === "pending") require(session.condition, session.value);
    else looked.push(session);
  }
  if (query.token !== undefined) require(`${table}.token = ?`, query.token);
  if (query.agent !== undefined)
    looked.push({ condition: `${table === "endings" ? "endings" : "asks"}.agent = ?`, value: query.agent });
  const [beyond, upTo, direction, first, last] =
    order === "oldest"
      ? [">", "<=", "ASC", 0, Number.MAX_SAFE_INTEGER]
      : ["<", ">=", "DESC", Number.MAX_SAFE_INTEGER, 0];
  const within = `WHERE ${[...conditions, `${at} ${beyond} ?`].join(" AND ")}`;
  const ordered = `ORDER BY ${at} ${direction} LIMIT ?`;
  const select = `SELECT ${at} AS at, ${askColumns} FROM ${askSources[table]} ${within}`;
  const start = query.cursor === undefined ? first : parseCursor(query.cursor, column);
  // One more than the page holds tells whether there is another page.
  const wanted = limit + 1;

  async function search() {
    const stride = `SELECT ${at} AS at FROM ${table} ${within} ${ordered} OFFSET ${searchStride - 1}`;
    const further = looked.map(({ condition }) => `AND ${condition}`).join(" ");
    const matching = `${select} AND ${at} ${upTo} ? ${further} ${ordered}`;
    const furtherValues = looked.map(({ value }) => value);
    let found: Row[] = [];
    for (let after = start; ; await nextTurn()) {
      const edge = sql(stride).get(...values, after, 1);
      const until = edge === undefined ? last : Number(edge.at);
      found = found.concat(sql(matching).all(...values, after, until, ...furtherValues, wanted - found.length));
      if (edge === undefined || found.length >= wanted) return found;
      after = until;
    }
  }

  /** Asks that wait and have no row in the table yet, in the order of the list. Few, so they are all looked at. */
  function readUnlisted(): Row[] {
    const positions = Array.from(unlisted(), ({ position }) => position);
    const further =
      order === "oldest" ? positions.filter((at) => at > start) : positions.filter((at) => at < start).reverse();
    if (table !== "pending" || further.length === 0) return [];
    const all = [
      ...conditions.map((condition) => condition.replace("pending.", "asks.")),
      ...looked.map(({ condition }) => condition),
    ];
    const matching = `SELECT asks.position AS at, ${askColumns} FROM ${askSources.unlisted}
      WHERE ${[...all, "endings.sequence IS NULL"].join(" AND ")} LIMIT ?`;
    return sql(matching).all(JSON.stringify(further), ...values, ...looked.map(({ value }) => value), wanted);
  }

  /** Each once, as it was read last. */
  function merge(...readings: Row[][]): Row[] {
    const rows = new Map(readings.flat().map((row) => [row.at, row]));
    const sign = order === "oldest" ? 1 : -1;
    return [...rows.values()].sort((one, other) => sign * (Number(one.at) - Number(other.at))).slice(0, wanted);
  }

  const without = readUnlisted();
  // Others are served during a search, so meanwhile some get their rows and new ones come that have none.
  const rows =
    looked.length > 0
      ? merge(without, await search(), readUnlisted())
      : merge(without, sql(`${select} ${ordered}`).all(...values, start, wanted));
  const page = rows.slice(0, limit);
  const end = rows.length > limit ? page.at(-1) : undefined;
  const begin = query.cursor === undefined ? undefined : page[0];
  return {
    records: page.map(toRecord),
    ...(end === undefined ? {} : { cursor: `${column}-${end.at}` }),
    ...(begin === undefined ? {} : { back: `${column}-${begin.at}` }),
  };
}

function parseCursor(cursor: string, column: string): number {
  const [, name, at] = /^(\w+)-(\d{1,15})$/.exec(cursor) ?? [];
  if (name !== column) throw new RangeError("The cursor is none that an earlier page of this list gave.");
  return Number(at);
}

function tableOf(status: ListQuery["status"]): "asks" | "pending" | "endings" {
  if (status === "pending") return "pending";
  return status === "all" ? "asks" : "endings";
}
