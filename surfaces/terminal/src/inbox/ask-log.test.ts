import { describe, expect, test } from "vitest";
import { answered, wireAsk } from "../../../../core/src/testing/wire-ask.ts";
import { emptyLog, moveInLog, neededPage, putEnded, putPage, searchLog } from "./ask-log.ts";

const ended = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => answered(wireAsk(`d${from + index}`)));

describe("the log", () => {
  test("needs its first page, then nothing until the person gets near the end, then the next", () => {
    expect(neededPage(emptyLog)).toEqual({ query: "" });
    const first = putPage(emptyLog, { query: "" }, { asks: ended(100), cursor: "c1" });
    expect(neededPage(first)).toBeNull();
    const near = moveInLog(first, 70);
    expect(neededPage(near)).toEqual({ query: "", cursor: "c1" });
    const all = putPage(near, { query: "", cursor: "c1" }, { asks: ended(50, 100) });
    expect(all.asks).toHaveLength(150);
    expect(all.at).toBe(70);
    expect(neededPage(moveInLog(all, 1000))).toBeNull();
  });

  test("a page for an outdated search is not shown", () => {
    const searching = searchLog(emptyLog, "redis");
    expect(putPage(searching, { query: "red" }, { asks: ended(3) })).toBe(searching);
    expect(neededPage(searching)).toEqual({ query: "redis" });
  });

  test("a new decision comes first, and the cursor stays on its ask", () => {
    const log = moveInLog(putPage(emptyLog, { query: "" }, { asks: ended(3) }), 1);
    const more = putEnded(log, answered(wireAsk("new")));
    expect(more.asks.map(({ id }) => id)).toEqual(["new", "d0", "d1", "d2"]);
    expect(more.asks[more.at]?.id).toBe("d1");
    expect(putEnded(more, answered(wireAsk("new")))).toBe(more);
  });
});
