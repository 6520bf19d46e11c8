import { describe, expect, test } from "vitest";
import { draftOf, wireAsk, withdrawn } from "../testing/wire-ask.ts";
import { type Board, dropAsks, emptyBoard, inOrder, pendingOf, putAsks, putDraft, sweep } from "./board.ts";

const at = "2026-11-15T12:00:00.000Z";
const ids = (board: Board) => inOrder(board).map(({ id }) => id);
const three = putAsks(emptyBoard, [
  wireAsk("a", { createdAt: "2026-11-15T11:00:00.000Z" }),
  wireAsk("b", { agent: { name: "loop" }, createdAt: "2026-11-15T11:30:00.000Z" }),
  wireAsk("c"),
]);

describe("the board of asks", () => {
  test("groups by session in the order of the oldest, and what is new comes last", () => {
    expect(ids(three)).toEqual(["a", "c", "b"]);
    expect(ids(putAsks(three, [wireAsk("d")]))).toEqual(["a", "c", "d", "b"]);
    expect(pendingOf(three).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  test("what has ended keeps its place until it is swept, and the open one longer", () => {
    const ended = putAsks(three, [withdrawn(wireAsk("a")), withdrawn(wireAsk("b"))]);
    expect(ids(ended)).toEqual(["a", "c", "b"]);
    expect(ids(sweep(ended, "a"))).toEqual(["a", "c"]);
    expect(ids(sweep(ended, undefined))).toEqual(["c"]);
    expect(sweep(three, undefined)).toBe(three);
  });

  test("what has ended does not come back with a list from before", () => {
    const ended = putAsks(three, [withdrawn(wireAsk("a"))]);
    expect(putAsks(ended, [wireAsk("a")]).asks.get("a")?.status).toBe("cancelled");
  });

  test("an ask that ended before anybody saw it is not put up", () => {
    expect(ids(putAsks(emptyBoard, [withdrawn(wireAsk("a"))]))).toEqual([]);
  });

  test("a list read before a draft was saved does not take it back", () => {
    const drafted = putDraft(three, "a", { draft: draftOf("bun"), revision: 2, at }, "2026-11-15T13:00:00.000Z");
    expect(drafted.asks.get("a")).toMatchObject({ draft: { revision: 2 }, expiresAt: "2026-11-15T13:00:00.000Z" });
    const older = wireAsk("a", { draft: { draft: draftOf("b"), revision: 1, at } });
    expect(putAsks(drafted, [older]).asks.get("a")?.draft?.revision).toBe(2);
  });

  test("what the hub no longer knows is taken away, with its group", () => {
    expect(ids(dropAsks(three, ["b"]))).toEqual(["a", "c"]);
    expect(dropAsks(three, ["b"]).groups).toHaveLength(1);
  });
});
