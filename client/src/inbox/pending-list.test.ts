import type { WireAsk } from "@yourcall/core/internal/wire";
import { describe, expect, test } from "vitest";
import { draftOf, wireAsk, withdrawn } from "../../../core/src/testing/wire-ask.ts";
import {
  asksOf,
  changePendingList,
  dismissEnded,
  emptyPendingList,
  type PendingList,
  pendingOf,
} from "./pending-list.ts";

const at = "2026-11-15T12:00:00.000Z";
const listed = (list: PendingList, ...asks: WireAsk[]) =>
  changePendingList(list, { type: "asks-listed", asks, all: true });
const end = (list: PendingList, id: string) =>
  changePendingList(list, { type: "ask-ended", ask: withdrawn(wireAsk(id)) });
const ids = (list: PendingList) => asksOf(list).map(({ id }) => id);
const three = listed(
  emptyPendingList,
  wireAsk("a", { createdAt: "2026-11-15T11:00:00.000Z" }),
  wireAsk("b", { agent: { name: "loop" }, createdAt: "2026-11-15T11:30:00.000Z" }),
  wireAsk("c"),
);

describe("the pending list", () => {
  test("is oldest first, whoever asks, and a new ask comes last", () => {
    expect(ids(three)).toEqual(["a", "b", "c"]);
    const four = changePendingList(three, { type: "ask-created", ask: wireAsk("A") });
    expect(ids(four)).toEqual(["a", "b", "c", "A"]);
    // A page of the list that was read after the event is older than it.
    expect(ids(listed(four, wireAsk("z", { createdAt: "2026-11-15T11:45:00.000Z" })))).toEqual([
      "a",
      "b",
      "z",
      "c",
      "A",
    ]);
  });

  test("an ask that has ended keeps its place until it is dismissed, and one that is open on the screen even then", () => {
    const ended = end(end(three, "a"), "b");
    expect(ids(ended)).toEqual(["a", "b", "c"]);
    expect(pendingOf(ended).map(({ id }) => id)).toEqual(["c"]);
    expect(ended.pending).toBe(1);
    expect(ids(dismissEnded(ended, "a"))).toEqual(["a", "c"]);
    expect(ids(dismissEnded(ended))).toEqual(["c"]);
    expect(dismissEnded(three)).toBe(three);
  });

  test("the reply to a question of the person takes the place of the ask, even if that was dismissed, and so does the next", () => {
    const askBack = (list: PendingList, id: string) => {
      const by = { surface: "web", act: "click" } as const;
      const outcome = { status: "declined", asked: "Why?", reason: "Why?", by, at } as const;
      const ask = list.asks.get(id) ?? wireAsk(id);
      return changePendingList(list, { type: "ask-ended", ask: { ...ask, status: "declined", outcome } });
    };
    const reply = (list: PendingList, id: string, replyTo: string) =>
      changePendingList(list, { type: "ask-created", ask: wireAsk(id, { replyTo }) });
    const once = reply(askBack(three, "a"), "r", "a");
    expect(ids(once)).toEqual(["a", "r", "b", "c"]);
    const again = reply(dismissEnded(askBack(once, "r")), "s", "r");
    expect(ids(again)).toEqual(["s", "b", "c"]);
    expect(ids(reply(three, "t", "nobody"))).toEqual(["a", "b", "c", "t"]);
    // What was answered gives its place to nobody.
    expect(ids(reply(dismissEnded(end(three, "a")), "u", "a"))).toEqual(["b", "c", "u"]);
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

  test("an ask that has ended shows what became of its outcome, from the event or from the hub's own report of the end", () => {
    const delivery = { state: "taken", at } as const;
    const told = changePendingList(end(three, "a"), { type: "ask-delivered", id: "a", delivery });
    expect(told.asks.get("a")?.delivery).toEqual(delivery);
    const ended = { ...withdrawn(wireAsk("a")), delivery };
    expect(changePendingList(end(three, "a"), { type: "ask-ended", ask: ended }).asks.get("a")?.delivery).toEqual(
      delivery,
    );
    expect(changePendingList(three, { type: "ask-delivered", id: "a", delivery })).toBe(three);
  });

  test("an ask that the hub no longer knows is removed", () => {
    expect(ids(changePendingList(three, { type: "ask-forgotten", id: "b" }))).toEqual(["a", "c"]);
  });
});
