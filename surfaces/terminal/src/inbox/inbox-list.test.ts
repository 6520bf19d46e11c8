import type { WireAsk } from "@yourcall/client";
import { describe, expect, test } from "vitest";
import { answered, wireAsk } from "../../../../core/src/testing/wire-ask.ts";
import {
  changeList,
  emptyList,
  filterList,
  focusedAsk,
  type InboxList,
  leaveEnded,
  markedIds,
  markFocused,
  moveCursor,
  putOffFocused,
} from "./inbox-list.ts";

const loop = { name: "loop", session: "s2" };

/** The list as a person reads it: agents, their asks, the cursor. */
function read(list: InboxList): string[] {
  return list.rows.map((row, index) => {
    if (row.type === "gap") return "";
    const ask = list.asks.get(row.id);
    if (row.type === "group") return ask?.agent.name ?? "";
    const pointer = list.stops[list.at] === index ? "> " : "  ";
    return `${pointer}${row.id}${ask?.status === "pending" ? "" : " ended"}`;
  });
}

const putAsks = (list: InboxList, asks: WireAsk[]) => changeList(list, { type: "asks-listed", asks, all: true });
const end = (list: InboxList, id: string) => changeList(list, { type: "ask-ended", ask: answered(wireAsk(id)) });
const listOf = (...asks: Parameters<typeof wireAsk>[]) =>
  putAsks(
    emptyList,
    asks.map((ask) => wireAsk(...ask)),
  );

describe("the list of the inbox", () => {
  test("is oldest first, with a heading wherever the session changes", () => {
    const list = listOf(["a"], ["b"], ["c", { agent: loop }], ["d"]);
    expect(read(list)).toEqual(["claude", "> a", "  b", "", "loop", "  c", "", "claude", "  d"]);
  });

  test("a new ask comes last and leaves the cursor on its ask", () => {
    const list = moveCursor(listOf(["a"], ["b", { agent: loop }]), 1);
    expect(read(putAsks(list, [wireAsk("c")]))).toEqual(["claude", "  a", "", "loop", "> b", "", "claude", "  c"]);
  });

  test("the reply to a question of the person has the row of the ask, and the cursor if it was there", () => {
    const by = { surface: "terminal", act: "submit" } as const;
    const outcome = { status: "declined", asked: "Why?", reason: "Why?", by, at: wireAsk("a").createdAt } as const;
    const asked = { ...wireAsk("a", { agent: loop }), status: "declined", outcome } as const;
    const both = listOf(["a", { agent: loop }], ["b", { createdAt: "2026-12-31T00:00:00.000Z" }]);
    const list = changeList(both, { type: "ask-ended", ask: asked });
    const reply = wireAsk("r", { agent: loop, replyTo: "a", createdAt: "2027-01-01T00:00:00.000Z" });
    const waiting = read(changeList(list, { type: "ask-created", ask: reply }));
    expect(waiting).toEqual(["loop", "> r", "", "claude", "  b"]);
    // The person has gone on to the next.
    const left = leaveEnded(list);
    expect(read(left)).toEqual(["claude", "> b"]);
    expect(read(changeList(left, { type: "ask-created", ask: reply }))).toEqual(["loop", "  r", "", "claude", "> b"]);
  });

  test("only the marked asks that the filter shows are declined together", () => {
    const marked = markFocused(moveCursor(markFocused(listOf(["alpha"], ["beta"])), 1));
    expect(markedIds(marked)).toEqual(["alpha", "beta"]);
    expect(markedIds(filterList(marked, "alp"))).toEqual(["alpha"]);
  });

  test("the focus goes on below, then from the top, and to an ask that was put off only if there is no other", () => {
    const list = moveCursor(listOf(["a"], ["b"], ["c"]), 1);
    const last = putOffFocused(list);
    expect(focusedAsk(last)?.id).toBe("c");
    const top = leaveEnded(end(last, "c"));
    expect(focusedAsk(top)?.id).toBe("a");
    expect(focusedAsk(leaveEnded(end(top, "a")))?.id).toBe("b");
  });

  test("an ask that has ended stays under the cursor until the cursor leaves it", () => {
    const ended = end(listOf(["a"], ["b"]), "a");
    expect(read(ended)).toEqual(["claude", "> a ended", "  b"]);
    expect(ended.pending).toBe(1);
    expect(read(moveCursor(ended, 1))).toEqual(["claude", "> b"]);
  });

  test("nothing moves until a key is pressed, even if another ask ends", () => {
    const list = moveCursor(listOf(["a"], ["b"], ["c"]), 2);
    const ended = end(list, "a");
    expect(read(ended)).toEqual(["claude", "  a ended", "  b", "> c"]);
    expect(read(moveCursor(ended, -1))).toEqual(["claude", "> b", "  c"]);
  });

  test("the cursor stops at both ends", () => {
    const list = listOf(["a"], ["b"]);
    expect(focusedAsk(moveCursor(list, -1))?.id).toBe("a");
    expect(focusedAsk(moveCursor(list, Number.POSITIVE_INFINITY))?.id).toBe("b");
  });

  test("a filter shows the asks with all its words, and clearing it shows the others again", () => {
    const list = listOf(["alpha"], ["beta", { agent: loop }]);
    const filtered = filterList(list, "LOOP bet");
    expect(read(filtered)).toEqual(["loop", "> beta"]);
    expect(read(filterList(filtered, ""))).toEqual(["claude", "  alpha", "", "loop", "> beta"]);
  });

  test("a filter without matches has no cursor; clearing it puts the cursor back", () => {
    const none = filterList(listOf(["a"]), "zzz");
    expect(focusedAsk(none)).toBeUndefined();
    expect(focusedAsk(filterList(none, ""))?.id).toBe("a");
  });

  test("moving does not rebuild a list of 1,000 asks", () => {
    const list = putAsks(
      emptyList,
      Array.from({ length: 1000 }, (_, index) => wireAsk(`ask${index}`)),
    );
    expect(moveCursor(list, 1).rows).toBe(list.rows);
  });
});
