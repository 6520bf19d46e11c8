import type { ListPage, ListQuery } from "./store.ts";

/** A page of large asks ends here, so that one list never takes much of the hub's memory or time. */
export const maxPageLength = 4 * 1024 * 1024;

/**
 * The order of a list, the same in every store: pending asks and all asks in the order of creation, ended ones in the order in which
 * their end was committed. Neither depends on a clock, so pages neither miss nor repeat an ask.
 */
export function toListOrder({ status, order, cursor }: ListQuery) {
  const table: "pending" | "asks" | "endings" =
    status === "pending" ? "pending" : status === "all" ? "asks" : "endings";
  // Cursors contain these names, which must stay the same even if tables are renamed.
  const column = table === "endings" ? "ended_sequence" : "position";
  const [direction, beyond, first] = order === "oldest" ? ["ASC", ">", 0] : ["DESC", "<", Number.MAX_SAFE_INTEGER];
  return {
    table,
    at: table === "endings" ? "endings.sequence" : `${table}.position`,
    direction,
    beyond,
    /** The list begins beyond this place. */
    start: cursor === undefined ? first : parseCursor(cursor, column),
    /** The cursors of a page with rows at these places. */
    toCursors(places: readonly unknown[], hasMore: boolean): Pick<ListPage, "cursor" | "back"> {
      return {
        ...(hasMore ? { cursor: `${column}-${places.at(-1)}` } : {}),
        ...(cursor === undefined || places.length === 0 ? {} : { back: `${column}-${places[0]}` }),
      };
    },
  };
}

function parseCursor(cursor: string, column: string): number {
  const [, name, at] = /^(\w+)-(\d{1,15})$/.exec(cursor) ?? [];
  if (name !== column) throw new RangeError("Unknown cursor. Start again without one.");
  return Number(at);
}
