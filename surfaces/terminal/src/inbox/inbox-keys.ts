import type { WireAsk } from "@yourcall/client";
import type { Key } from "@yourcall/core";
import { hasContent } from "@yourcall/core/internal";
import { toClusters } from "../text/cell-width.ts";
import { moveInLog, searchLog } from "./ask-log.ts";
import { onBatch } from "./batch-page.ts";
import { onGrants, takeBack } from "./grants-page.ts";
import type { Inbox, InboxEvent, InboxPage } from "./inbox.ts";
import {
  filterList,
  focusedAsk,
  focusedSame,
  focusNext,
  markedIds,
  markFocused,
  moveCursor,
  putOffFocused,
  sweep,
} from "./inbox-list.ts";
import { isCommand, isPlain, withModifier } from "./plain-key.ts";

type KeyEvent = Extract<InboxEvent, { type: "key" }>;

/** What a key does; the table is in `inbox.ts`. */
export function onKey(inbox: Inbox, event: KeyEvent): Inbox {
  const { key } = event;
  if (inbox.help !== null) return onHelp(inbox, inbox.help, event);
  switch (inbox.page?.type) {
    case "ask":
      return inbox;
    case "draft":
      return onOffer(inbox, inbox.page, key);
    case "ended":
      return key.name === "enter" || key.name === "escape" ? { ...inbox, page: null } : inbox;
    case "batch":
      return onBatch(inbox, inbox.page, key, movement(inbox, key, event.room.rows));
    case "grants":
      return onGrants(inbox, inbox.page.at, key, movement(inbox, key, event.room.rows));
    case "decline-marked":
      return onDeclineMarked(inbox, inbox.page.ids, key);
    case "decision":
      return onDecision(inbox, inbox.page, event);
  }
  return inbox.typing ? onField(inbox, event) : onList(inbox, event);
}

function onHelp(inbox: Inbox, { scroll }: { scroll: number }, { key, room }: KeyEvent): Inbox {
  const by = room.scroll > 0 ? movement(inbox, key, room.rows) : null;
  return { ...inbox, help: by === null ? null : { scroll: Math.max(0, Math.min(room.scroll, scroll + by)) } };
}

function onOffer(inbox: Inbox, { id }: { id: string }, key: Key): Inbox {
  if (key.name === "escape") return { ...inbox, page: null };
  if (isPlain(key, "enter")) return { ...inbox, page: { type: "ask", id, decline: false, from: "draft" } };
  return key.text === "n" && !withModifier(key)
    ? { ...inbox, page: { type: "ask", id, decline: false, from: "start" } }
    : inbox;
}

function onDecision(inbox: Inbox, page: Extract<InboxPage, { type: "decision" }>, { key, room }: KeyEvent): Inbox {
  if (key.name === "escape" || isPlain(key, "enter")) return { ...inbox, page: null };
  if (isCommand(key, "q")) return { ...inbox, quit: true };
  const by = movement(inbox, key, room.rows);
  if (by === null) return inbox;
  return { ...inbox, page: { ...page, scroll: Math.max(0, Math.min(room.scroll, page.scroll + by)) } };
}

function onDeclineMarked(inbox: Inbox, ids: readonly string[], key: Key): Inbox {
  if (key.name === "escape") return { ...inbox, page: null };
  // Not a letter: approvals may be among them.
  return isPlain(key, "enter") ? { ...withoutMarks(inbox), page: null, declining: ids } : inbox;
}

function withoutMarks(inbox: Inbox): Inbox {
  return { ...inbox, list: { ...inbox.list, marked: new Set() } };
}

function onList(inbox: Inbox, event: KeyEvent): Inbox {
  const { key, room } = event;
  const page = key.name === "pagedown" ? 1 : key.name === "pageup" ? -1 : 0;
  if (inbox.tab === "waiting" && room.scroll > 0 && page !== 0) {
    const scroll = Math.min(inbox.previewScroll, room.scroll) + page * Math.max(1, room.rows - 2);
    return { ...inbox, previewScroll: Math.max(0, Math.min(room.scroll, scroll)) };
  }
  const by = movement(inbox, key, room.rows);
  if (by !== null) return move(inbox, by);
  if (isPlain(key, "enter")) return open(inbox, event, false);
  if (key.name === "escape") return inbox.list.marked.size > 0 ? withoutMarks(inbox) : typeInto(inbox, "");
  if (inbox.tab === "waiting" && isCommand(key, " ")) return { ...inbox, list: markFocused(inbox.list) };
  if (key.name === "tab" || key.name === "left" || key.name === "right") {
    const tab = inbox.tab === "log" ? "waiting" : "log";
    return { ...inbox, tab, list: sweep(inbox.list) };
  }
  if (isCommand(key, "q")) return { ...inbox, quit: true };
  if (isCommand(key, "/")) return { ...inbox, typing: true };
  if (isCommand(key, "?")) return { ...inbox, help: { scroll: 0 } };
  if (inbox.letters && isCommand(key, "l") && inbox.tab === "waiting") return later(inbox);
  if (inbox.letters && isCommand(key, "t")) return takeBack(inbox);
  if (inbox.letters && isCommand(key, "g")) return { ...inbox, goTo: underCursor(inbox) ?? null };
  if (inbox.letters && isCommand(key, "x") && inbox.tab === "waiting") {
    const ids = markedIds(inbox.list);
    return ids.length > 0 ? { ...inbox, page: { type: "decline-marked", ids } } : open(inbox, event, true);
  }
  return inbox;
}

function later(inbox: Inbox): Inbox {
  const list = putOffFocused(inbox.list);
  if (list === inbox.list) return inbox;
  const stays = focusedAsk(list) === focusedAsk(inbox.list);
  return { ...inbox, list, previewScroll: 0, went: stays ? { done: true, text: "The rest is for later." } : null };
}

/** Moves the cursor of the list or the log. */
export function move(inbox: Inbox, by: number): Inbox {
  return inbox.tab === "log"
    ? { ...inbox, log: moveInLog(inbox.log, by) }
    : { ...inbox, list: moveCursor(inbox.list, by), previewScroll: 0 };
}

/** The ask under the cursor of the list or the log. */
export function underCursor({ tab, log, list }: Inbox): WireAsk | undefined {
  return tab === "log" ? log.asks[log.at] : focusedAsk(list);
}

/** Opens the ask under the cursor, or its decision if it has ended. */
export function open(before: Inbox, event: Pick<KeyEvent, "mine">, decline: boolean): Inbox {
  // Enter opens a pending ask: the focus leaves one that has ended if there is another.
  const isOver = before.tab === "waiting" && focusedAsk(before.list)?.outcome !== undefined;
  const inbox = isOver ? { ...before, list: focusNext(before.list), previewScroll: 0 } : before;
  const ask = underCursor(inbox);
  if (ask === undefined) return inbox;
  if (ask.status !== "pending") return { ...inbox, page: { type: "decision", ask, scroll: 0 } };
  const same = inbox.tab === "waiting" ? focusedSame(inbox.list) : [];
  if (same.length > 1) return { ...inbox, page: { type: "batch", ids: same, ticked: new Set(same), at: 0, decline } };
  const mine = event.mine(ask);
  const theirs = mine !== "same" && ask.draft !== undefined && hasContent(ask.draft.draft);
  // Declining keeps the draft, so that nothing is lost if the person goes back to answering.
  if (decline || !theirs)
    return { ...inbox, page: { type: "ask", id: ask.id, decline, from: theirs ? "draft" : "start" } };
  return { ...inbox, page: { type: "draft", id: ask.id, mine: mine === "other" } };
}

function onField(inbox: Inbox, { key, room }: KeyEvent): Inbox {
  const text = fieldOf(inbox);
  if (key.name === "escape") return { ...typeInto(inbox, ""), typing: false };
  if (key.name === "enter" || key.name === "tab") return { ...inbox, typing: false };
  const by = key.name === "char" ? null : movement(inbox, key, room.rows);
  if (by !== null) return move(inbox, by);
  if (key.name === "backspace" || (key.ctrl === true && key.text === "h"))
    return text === "" ? { ...inbox, typing: false } : typeInto(inbox, [...toClusters(text)].slice(0, -1).join(""));
  if (key.ctrl === true && key.text === "u") return typeInto(inbox, "");
  if (key.ctrl === true && key.text === "w") return typeInto(inbox, text.replace(/\S*\s*$/, ""));
  return withModifier(key) || key.text === undefined ? inbox : typeInto(inbox, text + key.text);
}

export function onPaste(inbox: Inbox, text: string): Inbox {
  return inbox.typing ? typeInto(inbox, fieldOf(inbox) + text.replace(/\s+/g, " ")) : inbox;
}

/** The text of the filter or search. */
export function fieldOf(inbox: Inbox): string {
  return inbox.tab === "log" ? inbox.log.query : inbox.list.filter;
}

function typeInto(inbox: Inbox, text: string): Inbox {
  if (text === fieldOf(inbox)) return inbox;
  return inbox.tab === "log"
    ? { ...inbox, log: searchLog(inbox.log, text) }
    : { ...inbox, list: filterList(inbox.list, text) };
}

function movement(inbox: Inbox, key: Key, rows: number): number | null {
  const page = Math.max(1, rows - 1);
  if (key.ctrl === true) return key.text === "n" ? 1 : key.text === "p" ? -1 : null;
  switch (key.name) {
    case "down":
      return 1;
    case "up":
      return -1;
    case "pagedown":
      return page;
    case "pageup":
      return -page;
    case "home":
      return Number.NEGATIVE_INFINITY;
    case "end":
      return Number.POSITIVE_INFINITY;
  }
  if (!inbox.letters || key.alt === true) return null;
  return key.text === "j" ? 1 : key.text === "k" ? -1 : null;
}
