import type { WireAsk } from "@yourcall/client";
import type { Draft, Key } from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { answered, wireAsk } from "../../../../core/src/testing/wire-ask.ts";
import { changeInbox, type Inbox, startInbox } from "./inbox.ts";
import { fieldOf } from "./inbox-keys.ts";
import { focusedAsk } from "./inbox-list.ts";

const named = new Set(["up", "down", "enter", "escape", "tab", "home", "end", "pagedown", "backspace", "left"]);

function toKey(name: string): Key {
  if (named.has(name)) return { name };
  return name === " " ? { name: "space", text: " " } : { name: "char", text: name };
}

function press(inbox: Inbox, keys: string[], mine: "same" | "other" | "none" = "none"): Inbox {
  return keys.reduce(
    (state, name) =>
      changeInbox(state, { type: "key", key: toKey(name), room: { rows: 10, scroll: 5 }, mine: () => mine }),
    inbox,
  );
}

const withAsks = (...asks: WireAsk[]) => changeInbox(startInbox(), { type: "asks-listed", all: true, asks });
const draftOf = (other: string): Draft => ({
  entries: [{ selectedOptions: [], otherPicked: false, other, note: "", skipped: false }],
  comment: "",
  reason: "",
});
const withDraft = (other: string, surface = "web") =>
  wireAsk("a", { draft: { draft: draftOf(other), revision: 1, surface, at: "2026-11-15T12:00:00.000Z" } });

describe("the inbox", () => {
  test("enter opens the ask under the cursor, and esc in it comes back to the same row", () => {
    const open = press(withAsks(wireAsk("a"), wireAsk("b")), ["down", "enter"]);
    expect(open.page).toEqual({ type: "ask", id: "b", decline: false, from: "start" });
    const back = changeInbox(open, { type: "left" });
    expect(back.page).toBeNull();
    expect(focusedAsk(back.list)?.id).toBe("b");
  });

  test("g requests that the session under the cursor be shown, and the result is shown until the next key", () => {
    const wanted = press(withAsks(wireAsk("a"), wireAsk("b")), ["down", "g"]);
    expect(wanted.goTo?.id).toBe("b");
    const went = changeInbox(wanted, { type: "went", done: false, text: "gone" });
    expect(went).toMatchObject({ goTo: null, went: { done: false, text: "gone" } });
    expect(press(went, ["up"])).toMatchObject({ goTo: null, went: null });
    expect(press(startInbox({ letters: false }), ["g"]).goTo).toBeNull();
    expect(press(withAsks(wireAsk("a")), ["/", "g"])).toMatchObject({ goTo: null, typing: true });
  });

  test("x opens the decline page of the ask under the cursor", () => {
    expect(press(withAsks(wireAsk("a")), ["x"]).page).toMatchObject({ type: "ask", id: "a", decline: true });
  });

  test("q quits, and neither esc nor any other key does", () => {
    const keys = ["escape", "escape", "enter", "x", "n", "y", "?", "tab", "Q", "backspace"];
    for (const key of keys) expect(press(withAsks(wireAsk("a")), [key]).quit, key).toBe(false);
    expect(press(withAsks(wireAsk("a")), ["q"]).quit).toBe(true);
  });

  test("a draft begun elsewhere is offered: enter takes it, n does not, esc does neither", () => {
    const offered = press(withAsks(withDraft("Duck")), ["enter"]);
    expect(offered.page).toEqual({ type: "draft", id: "a", mine: false });
    expect(press(offered, ["enter"]).page).toMatchObject({ type: "ask", from: "draft" });
    expect(press(offered, ["n"]).page).toMatchObject({ type: "ask", from: "start" });
    expect(press(offered, ["escape"]).page).toBeNull();
    expect(press(offered, ["y"]).page).toEqual(offered.page);
  });

  test("a draft begun here continues without a question; if it was changed elsewhere since, the changed one is offered", () => {
    const list = withAsks(withDraft("Duck", "terminal"));
    expect(press(list, ["enter"], "same").page).toMatchObject({ type: "ask", from: "start" });
    expect(press(list, ["enter"], "other").page).toEqual({ type: "draft", id: "a", mine: true });
  });

  test("an empty draft is not offered", () => {
    expect(press(withAsks(withDraft("")), ["enter"]).page?.type).toBe("ask");
  });

  test("declining an ask that was begun elsewhere does not discard that draft", () => {
    expect(press(withAsks(withDraft("Duck")), ["x"]).page).toMatchObject({ decline: true, from: "draft" });
  });

  test("an open ask that is answered elsewhere closes and says so", () => {
    const open = press(withAsks(wireAsk("a")), ["enter"]);
    const ask = answered(wireAsk("a"));
    const ended = changeInbox(open, { type: "ask-ended", ask });
    expect(ended.page).toEqual({ type: "ended", ask });
    expect(press(ended, ["x", "q", "down"]).page).toEqual(ended.page);
    expect(press(ended, ["enter"]).page).toBeNull();
  });

  test("an ask that is answered elsewhere while its draft is being offered closes and says so", () => {
    const offered = press(withAsks(withDraft("Duck")), ["enter"]);
    expect(changeInbox(offered, { type: "ask-ended", ask: answered(wireAsk("a")) }).page?.type).toBe("ended");
  });

  test("answering returns to the list, which says so until the next key", () => {
    const open = press(withAsks(wireAsk("a"), wireAsk("b")), ["enter"]);
    const ask = answered(wireAsk("a"));
    const done = changeInbox(open, { type: "ask-ended", ask, here: true });
    expect(done).toMatchObject({ page: null, said: ask });
    expect(press(done, ["down"]).said).toBeNull();
  });

  test("a question back is said to wait until the agent has replied", () => {
    const open = press(withAsks(wireAsk("a")), ["enter"]);
    const by = { surface: "terminal", act: "submit" } as const;
    const outcome = { status: "declined", asked: "Why?", reason: "Why?", by, at: wireAsk("a").createdAt } as const;
    const ask = { ...wireAsk("a"), status: "declined", outcome } as const;
    const waiting = changeInbox(open, { type: "ask-ended", ask, here: true });
    expect(changeInbox(waiting, { type: "ask-created", ask: wireAsk("b") }).said).toBe(ask);
    expect(changeInbox(waiting, { type: "ask-created", ask: wireAsk("r", { replyTo: "a" }) }).said).toBeNull();
  });

  test("an ask that ends elsewhere does not disturb the one that is open", () => {
    const open = press(withAsks(wireAsk("a"), wireAsk("b")), ["enter"]);
    expect(changeInbox(open, { type: "ask-ended", ask: answered(wireAsk("b")) }).page).toBe(open.page);
  });

  test("enter on an ask that has ended opens the decision", () => {
    const list = changeInbox(withAsks(wireAsk("a")), { type: "ask-ended", ask: answered(wireAsk("a")) });
    expect(press(list, ["enter"]).page).toMatchObject({ type: "decision", scroll: 0 });
  });

  test("/ filters: letters are text, enter keeps it, esc clears it", () => {
    const typed = press(withAsks(wireAsk("quick"), wireAsk("slow")), ["/", "q", "u", "x"]);
    expect(fieldOf(typed)).toBe("qux");
    expect(typed.quit).toBe(false);
    // What a person calls one character may have several code points.
    expect(fieldOf(press(withAsks(wireAsk("a")), ["/", "a", "👩‍👧", "backspace"]))).toBe("a");
    const kept = press(typed, ["backspace", "enter"]);
    expect(kept).toMatchObject({ typing: false });
    expect(kept.list.stops).toHaveLength(1);
    expect(fieldOf(press(kept, ["escape"]))).toBe("");
    expect(press(typed, ["escape"])).toMatchObject({ typing: false });
  });

  test("a paste goes into the filter on one line, and nowhere else", () => {
    const list = withAsks(wireAsk("a"));
    expect(changeInbox(list, { type: "paste", text: "q\nx" })).toBe(list);
    expect(fieldOf(changeInbox(press(list, ["/"]), { type: "paste", text: "one\ntwo" }))).toBe("one two");
  });

  test("tab switches between pending asks and the log, each with its own search", () => {
    const log = press(withAsks(wireAsk("a")), ["/", "z", "enter", "tab"]);
    expect(log.tab).toBe("log");
    expect(fieldOf(log)).toBe("");
    expect(fieldOf(press(log, ["tab"]))).toBe("z");
  });

  test("a decision scrolls no further than it goes", () => {
    const list = changeInbox(withAsks(wireAsk("a")), { type: "ask-ended", ask: answered(wireAsk("a")) });
    const scrolled = press(list, ["enter", "end"]);
    expect(scrolled.page).toMatchObject({ scroll: 5 });
    expect(press(scrolled, ["up"]).page).toMatchObject({ scroll: 4 });
    expect(press(scrolled, ["escape"]).page).toBeNull();
  });

  test("with letters switched off x and j do nothing; q and / still work", () => {
    const plain = changeInbox(startInbox({ letters: false }), {
      type: "asks-listed",
      all: true,
      asks: [wireAsk("a"), wireAsk("b")],
    });
    expect(press(plain, ["x"]).page).toBeNull();
    expect(focusedAsk(press(plain, ["j"]).list)?.id).toBe("a");
    expect(press(plain, ["/"]).typing).toBe(true);
    expect(press(plain, ["q"]).quit).toBe(true);
  });

  test("esc and enter pressed together, which arrive as alt-enter, open nothing", () => {
    const list = withAsks(wireAsk("a"));
    const key: Key = { name: "enter", alt: true };
    expect(changeInbox(list, { type: "key", key, room: { rows: 9, scroll: 0 }, mine: () => "none" }).page).toBeNull();
  });
});
