import type { WireAsk } from "@yourcall/core/wire";
import { describe, expect, test } from "vitest";
import { changePendingList, dismissEnded, emptyPendingList, type PendingList, pendingOf } from "./pending-list.ts";
import { draftOf, wireAsk, withdrawn } from "./testing/wire-ask.ts";

const at = "2026-11-15T12:00:00.000Z";
const listed = (list: PendingList, ...asks: WireAsk[]) =>
  changePendingList(list, { type: "asks-listed", asks, all: true });
const end = (list: PendingList, id: string) =>
  changePendingList(list, { type: "ask-ended", ask: withdrawn(wireAsk(id)) });
const ids = (list: PendingList) => [...list.groups.values()].flat();
const three = listed(
  emptyPendingList,
  wireAsk("a", { createdAt: "2026-11-15T11:00:00.000Z" }),
  wireAsk("b", { agent: { name: "loop" }, createdAt: "2026-11-15T11:30:00.000Z" }),
  wireAsk("c"),
);

describe("the pending list", () => {
  test("groups by session in the order of the oldest ask, and a new ask comes last in its group", () => {
    expect(ids(three)).toEqual(["a", "c", "b"]);
    expect(ids(changePendingList(three, { type: "ask-created", ask: wireAsk("d") }))).toEqual(["a", "c", "d", "b"]);
    expect(pendingOf(three).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  test("an ask that has ended keeps its place until it is dismissed, and the open one longer", () => {
    const ended = end(end(three, "a"), "b");
    expect(ids(ended)).toEqual(["a", "c", "b"]);
    expect(ended.pending).toBe(1);
    expect(ids(dismissEnded(ended, "a"))).toEqual(["a", "c"]);
    expect(ids(dismissEnded(ended))).toEqual(["c"]);
    expect(dismissEnded(three)).toBe(three);
  });

  test("an ask that has ended does not come back with an older list", () => {
    expect(listed(end(three, "a"), wireAsk("a")).asks.get("a")?.status).toBe("cancelled");
  });

  test("an ask that ended before it was shown is never shown", () => {
    expect(ids(end(emptyPendingList, "a"))).toEqual([]);
  });

  test("a list read before a draft was saved undoes neither it nor the deadline it extended", () => {
    const expiresAt = "2026-11-15T13:00:00.000Z";
    const draft = { draft: draftOf("bun"), revision: 2, at };
    const drafted = changePendingList(three, { type: "ask-drafted", id: "a", draft, expiresAt });
    expect(drafted.asks.get("a")).toMatchObject({ draft: { revision: 2 }, expiresAt });
    const older = wireAsk("a", { draft: { draft: draftOf("b"), revision: 1, at }, expiresAt: at });
    expect(listed(drafted, older).asks.get("a")).toMatchObject({ draft: { revision: 2 }, expiresAt });
  });

  test("an ask that has ended learns what became of its outcome, from the event or from the hub's own word on the end", () => {
    const delivery = { state: "taken", at } as const;
    const told = changePendingList(end(three, "a"), { type: "ask-delivered", id: "a", delivery });
    expect(told.asks.get("a")?.delivery).toEqual(delivery);
    const ended = { ...withdrawn(wireAsk("a")), delivery };
    expect(changePendingList(end(three, "a"), { type: "ask-ended", ask: ended }).asks.get("a")?.delivery).toEqual(
      delivery,
    );
    expect(changePendingList(three, { type: "ask-delivered", id: "a", delivery })).toBe(three);
  });

  test("an ask that the hub no longer knows is removed, and its group with it", () => {
    const forgotten = changePendingList(three, { type: "ask-forgotten", id: "b" });
    expect(ids(forgotten)).toEqual(["a", "c"]);
    expect(forgotten.groups.size).toBe(1);
  });
});
