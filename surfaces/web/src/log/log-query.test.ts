import type { AskPage, AskQuery, WireAsk } from "@yourcall/client";
import { expect, test } from "vitest";
import { isFiltered, parseLogQuery, readLogPart, toLogPath } from "./log-query.ts";

const nothing = { q: "", agent: "", session: "", token: "", outcome: "" } as const;

test("an address names a part of the log and is made from it", () => {
  const query = {
    q: "dark mode & more",
    agent: "c/1",
    session: "s 1",
    token: "tok_1",
    outcome: "declined",
    before: "ended_sequence-7",
  } as const;
  const path = toLogPath(query);
  expect(path).toBe(
    "/log?q=dark+mode+%26+more&agent=c%2F1&session=s+1&token=tok_1&outcome=declined&before=ended_sequence-7",
  );
  expect(parseLogQuery(path.slice("/log".length))).toEqual(query);
  expect(toLogPath(nothing)).toBe("/log");
  expect(parseLogQuery("")).toEqual(nothing);
});

test("invalid parts of an address are ignored", () => {
  expect(parseLogQuery("?outcome=pending&other=1")).toEqual(nothing);
  expect(parseLogQuery("?before=a&after=b")).toEqual({ ...nothing, before: "a" });
  expect(isFiltered(parseLogQuery("?q=++&before=a"))).toBe(false);
  expect(isFiltered(parseLogQuery("?session=s"))).toBe(true);
});

/** A hub that returns these pages and records the queries. */
function hubWith(...pages: { length: number; cursor?: string; back?: string }[]) {
  const queries: AskQuery[] = [];
  const list = async (query: AskQuery = {}): Promise<AskPage> => {
    queries.push(query);
    const { length, ...rest } = pages.shift() ?? { length: 0 };
    return { asks: Array.from({ length }, (_, index) => ({ id: `ask_${index}` }) as WireAsk), ...rest };
  };
  return { list, queries };
}

test("the first page links only to older ones, a later one to both, with the filter kept", async () => {
  const filtered = { ...nothing, agent: "claude" };
  expect(await readLogPart(hubWith({ length: 30, cursor: "c-1" }), filtered)).toMatchObject({
    older: "/log?agent=claude&before=c-1",
  });
  const hub = hubWith({ length: 30, cursor: "c-2", back: "b-1" });
  expect(await readLogPart(hub, { ...filtered, before: "c-1" })).toMatchObject({
    newer: "/log?agent=claude&after=b-1",
    older: "/log?agent=claude&before=c-2",
  });
  expect(hub.queries).toEqual([{ status: "ended", limit: 30, agent: "claude", order: "newest", cursor: "c-1" }]);
});

test("a page of newer ones is read oldest first and shown newest first", async () => {
  const part = await readLogPart(hubWith({ length: 30, cursor: "c-9", back: "b-9" }), { ...nothing, after: "x" });
  expect(part.asks.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, index) => `ask_${29 - index}`));
  expect(part).toMatchObject({ newer: "/log?after=c-9", older: "/log?before=b-9" });
});

test("at the newest end a full page is shown, and beyond the oldest page the link back leads to the start", async () => {
  const hub = hubWith({ length: 3 }, { length: 30, cursor: "c-1" });
  expect((await readLogPart(hub, { ...nothing, after: "x" })).asks).toHaveLength(30);
  expect(await readLogPart(hubWith({ length: 0 }), { ...nothing, before: "x" })).toEqual({ asks: [], newer: "/log" });
});
