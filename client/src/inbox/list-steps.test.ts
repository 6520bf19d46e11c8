import { expect, test } from "vitest";
import { wireAsk, withdrawn } from "../../../core/src/testing/wire-ask.ts";
import { markedAsks, nextAsk, putOffAsk, startsSession, toggleMark } from "./list-steps.ts";

const [a, b, c, d] = [wireAsk("a"), wireAsk("b"), wireAsk("c"), wireAsk("d")];

test("the next ask is the next pending one below, then from the top, and none that was put off", () => {
  const next = (after: string | undefined, ...putOff: string[]) => nextAsk([a, b, c, d], after, new Set(putOff))?.id;
  expect([next(undefined), next("a"), next("d"), next("b", "c")]).toEqual(["a", "b", "a", "d"]);
  expect(next("d", "a", "b", "c")).toBeUndefined();
  expect(nextAsk([a, withdrawn(b), c], "a", new Set())?.id).toBe("c");
  // An ask that the list does not show: from the top.
  expect(next("x")).toBe("a");
});

test("asks that were put off are forgotten once they have ended", () => {
  const asks = new Map([a, withdrawn(b), c].map((ask) => [ask.id, ask]));
  expect([...putOffAsk(new Set(["a", "b", "gone"]), "c", asks)]).toEqual(["a", "c"]);
});

test("marks concern the pending asks that the list shows, in its order", () => {
  const marked = ["c", "b", "a", "d", "d"].reduce<ReadonlySet<string>>(toggleMark, new Set());
  expect(markedAsks([a, withdrawn(b), c, d], marked).map(({ id }) => id)).toEqual(["a", "c"]);
  expect(markedAsks([c], marked)).toEqual([c]);
});

test("a heading comes wherever the session changes", () => {
  const run = (session?: string, more = {}) => wireAsk("x", { agent: { name: "claude", session }, ...more });
  expect(startsSession(run("s1"), undefined)).toBe(true);
  expect(startsSession(run("s1"), run("s1"))).toBe(false);
  expect(startsSession(run("s1"), run("s2"))).toBe(true);
  // Another token could claim the same session.
  expect(startsSession(run("s1"), run("s1", { token: "t1" }))).toBe(true);
  expect(startsSession(run(), run())).toBe(false);
  expect(startsSession(run(undefined, { agent: { name: "claude", cwd: "/a" } }), run())).toBe(true);
});
