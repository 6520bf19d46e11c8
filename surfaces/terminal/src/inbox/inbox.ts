/**
 * The inbox without its terminal and without its hub: what is shown, and how each event changes it. Its state says what it
 * needs from outside: a `page` of type `ask` wants that ask to be answered, `neededPage(log)` wants a page of the log, `quit`
 * wants to leave.
 *
 *   page      key               leads to
 *   list      enter, x          the ask, or its decline page; one that has ended: the decision
 *   list      space             marked, or no longer; with marks x leads to `decline-marked`, where y sets `declining`
 *   list      l                 put off: the next one that waits, and after sending too
 *   list      g                 `goTo`: the session that asked is to be shown, until `went` says what came of it
 *   list      / tab ? q         filter · log · keys · quit
 *   list      esc               filter cleared
 *   log       enter / tab ? q   the decision · search · list · keys · quit
 *   field     enter, esc        kept, cleared; ↑↓ move below it
 *   draft     enter, n, esc     the ask with that draft · without it · list
 *   ask       (its own machine) until `left`, `sent` or `ended`
 *   ended     enter, esc        list
 *   decision  ↑↓ esc q          scroll · back · quit
 */
import type { PendingChange, WireAsk } from "@yourcall/client";
import type { Delivery, Key } from "@yourcall/core";
import { hasContent } from "@yourcall/core";
import { type AskLog, emptyLog, type LogRequest, moveInLog, putEnded, putPage, searchLog } from "./ask-log.ts";
import {
  changeList,
  emptyList,
  filterList,
  focusedAsk,
  focusNext,
  type InboxList,
  leaveEnded,
  moveCursor,
  moveTo,
  sweep,
} from "./inbox-list.ts";

export type InboxPage =
  | { type: "ask"; id: string; decline: boolean; from: "start" | "draft" }
  /** A draft begun elsewhere is offered before the ask opens. `mine`: there is one begun here, too. */
  | { type: "draft"; id: string; mine: boolean }
  /** The open ask was ended by somebody else. */
  | { type: "ended"; ask: WireAsk }
  | { type: "decision"; ask: WireAsk; scroll: number }
  /** Whether to decline all marked asks. */
  | { type: "decline-marked"; ids: readonly string[] };

export interface Inbox {
  tab: "waiting" | "log";
  list: InboxList;
  log: AskLog;
  page: InboxPage | null;
  /** The filter, or the search of the log, takes the keys. */
  typing: boolean;
  help: boolean;
  /** The decision just made here, until the next key. */
  said: WireAsk | null;
  /** Asks that are declined together. */
  marked: ReadonlySet<string>;
  /** Asks that are for later: nothing leads back to them by itself. */
  putOff: ReadonlySet<string>;
  /** The asks to be declined now, until `went` says what came of it. */
  declining: readonly string[] | null;
  /** How far the ask beside the list is scrolled. */
  previewScroll: number;
  /** The ask whose session is to be shown. */
  goTo: WireAsk | null;
  /** What became of that, until the next key. */
  went: { done: boolean; text: string } | null;
  letters: boolean;
  /** The ask to open as soon as it is listed. */
  openAt: string | null;
  quit: boolean;
}

/** What the screen has room for. */
export interface Room {
  rows: number;
  /** How far the open decision, or the ask beside the list, can be scrolled. */
  scroll: number;
}

export type InboxEvent =
  | Exclude<PendingChange, { type: "ask-ended" }>
  /** `here`: by the person at this terminal. */
  | { type: "ask-ended"; ask: WireAsk; here?: boolean }
  /** The person left the open ask, which stays pending. */
  | { type: "left" }
  | { type: "went"; done: boolean; text: string }
  | { type: "log-page"; request: LogRequest; page: { asks: WireAsk[]; cursor?: string } }
  | { type: "log-failed"; problem: string }
  /** `mine`: has a draft begun here. */
  | { type: "key"; key: Key; room: Room; mine: (ask: WireAsk) => "same" | "other" | "none" }
  | { type: "paste"; text: string };

export function startInbox(settings: { letters?: boolean } = {}, openAt: string | null = null): Inbox {
  return {
    tab: "waiting",
    list: emptyList,
    log: emptyLog,
    page: null,
    typing: false,
    help: false,
    said: null,
    marked: new Set(),
    putOff: new Set(),
    declining: null,
    previewScroll: 0,
    goTo: null,
    went: null,
    letters: settings.letters ?? true,
    openAt,
    quit: false,
  };
}

export function changeInbox(inbox: Inbox, event: InboxEvent): Inbox {
  switch (event.type) {
    case "link-changed":
      return { ...inbox, list: changeList(inbox.list, event), log: { ...inbox.log, problem: undefined } };
    case "asks-listed":
    case "ask-created":
    case "ask-drafted":
    case "ask-forgotten":
      return openWanted({ ...inbox, list: changeList(inbox.list, event) });
    case "ask-ended":
      return withDelivery(onEnded(inbox, event), event.ask.id, event.ask.delivery);
    case "ask-delivered":
      return withDelivery(inbox, event.id, event.delivery);
    case "left":
      return inbox.page?.type === "ask" ? { ...inbox, page: null } : inbox;
    case "went":
      return {
        ...inbox,
        list: inbox.declining === null ? inbox.list : leaveEnded(inbox.list, inbox.putOff),
        goTo: null,
        declining: null,
        went: { done: event.done, text: event.text },
      };
    case "log-page":
      return { ...inbox, log: putPage(inbox.log, event.request, event.page) };
    case "log-failed":
      return { ...inbox, log: { ...inbox.log, problem: event.problem } };
    case "key":
      return onKey(inbox.said === null && inbox.went === null ? inbox : { ...inbox, said: null, went: null }, event);
    case "paste":
      return inbox.typing ? typeInto(inbox, fieldOf(inbox) + event.text.replace(/\s+/g, " ")) : inbox;
  }
}

function openWanted(inbox: Inbox): Inbox {
  const ask = inbox.openAt === null ? undefined : inbox.list.asks.get(inbox.openAt);
  if (ask === undefined) return inbox;
  const from = ask.draft !== undefined && hasContent(ask.draft.draft) ? "draft" : "start";
  const list = moveTo(inbox.list, ask.id);
  return { ...inbox, list, openAt: null, page: { type: "ask", id: ask.id, decline: false, from } };
}

function onEnded(inbox: Inbox, event: Extract<InboxEvent, { type: "ask-ended" }>): Inbox {
  const { ask, here = false } = event;
  const next = { ...inbox, list: changeList(inbox.list, { type: "ask-ended", ask }), log: putEnded(inbox.log, ask) };
  const { page } = inbox;
  if ((page?.type !== "ask" && page?.type !== "draft") || page.id !== ask.id) return next;
  return here
    ? { ...next, page: null, said: ask, list: leaveEnded(next.list, next.putOff), previewScroll: 0 }
    : { ...next, page: { type: "ended", ask } };
}

/** The inbox with what became of the outcome of an ask, wherever the ask is shown. */
function withDelivery(inbox: Inbox, id: string, delivery: Delivery | undefined): Inbox {
  if (delivery === undefined) return inbox;
  const put = <Shown extends WireAsk>(ask: Shown): Shown => (ask.id === id ? { ...ask, delivery } : ask);
  const { page } = inbox;
  return {
    ...inbox,
    list: changeList(inbox.list, { type: "ask-delivered", id, delivery }),
    log: { ...inbox.log, asks: inbox.log.asks.map(put) },
    said: inbox.said && put(inbox.said),
    page: page?.type === "ended" || page?.type === "decision" ? { ...page, ask: put(page.ask) } : page,
  };
}

type KeyEvent = Extract<InboxEvent, { type: "key" }>;

function onKey(inbox: Inbox, event: KeyEvent): Inbox {
  const { key } = event;
  if (inbox.help) return { ...inbox, help: false };
  switch (inbox.page?.type) {
    case "ask":
      return inbox;
    case "draft":
      return onOffer(inbox, inbox.page, key);
    case "ended":
      return key.name === "enter" || key.name === "escape" ? { ...inbox, page: null } : inbox;
    case "decline-marked":
      return onDeclineMarked(inbox, inbox.page.ids, key);
    case "decision":
      return onDecision(inbox, inbox.page, event);
  }
  return inbox.typing ? onField(inbox, event) : onList(inbox, event);
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
  if (key.name === "escape" || isCommand(key, "n")) return { ...inbox, page: null };
  return isCommand(key, "y") ? { ...inbox, page: null, marked: new Set(), declining: ids } : inbox;
}

function toggleMark(inbox: Inbox): Inbox {
  const ask = focusedAsk(inbox.list);
  if (ask?.status !== "pending") return inbox;
  const marked = new Set(inbox.marked);
  if (!marked.delete(ask.id)) marked.add(ask.id);
  return { ...inbox, marked };
}

/** Those that still wait, in their order. */
export function markedIds({ marked, list }: Inbox): string[] {
  return [...marked].filter((id) => list.asks.get(id)?.status === "pending");
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
  if (key.name === "escape") return inbox.marked.size > 0 ? { ...inbox, marked: new Set() } : typeInto(inbox, "");
  if (inbox.tab === "waiting" && isCommand(key, " ")) return toggleMark(inbox);
  if (key.name === "tab" || key.name === "left" || key.name === "right") {
    const tab = inbox.tab === "log" ? "waiting" : "log";
    return { ...inbox, tab, list: sweep(inbox.list) };
  }
  if (isCommand(key, "q")) return { ...inbox, quit: true };
  if (isCommand(key, "/")) return { ...inbox, typing: true };
  if (isCommand(key, "?")) return { ...inbox, help: true };
  if (inbox.letters && isCommand(key, "l") && inbox.tab === "waiting") return later(inbox);
  if (inbox.letters && isCommand(key, "g")) return { ...inbox, goTo: underCursor(inbox) ?? null };
  if (inbox.letters && isCommand(key, "x") && inbox.tab === "waiting") {
    const ids = markedIds(inbox);
    return ids.length > 0 ? { ...inbox, page: { type: "decline-marked", ids } } : open(inbox, event, true);
  }
  return inbox;
}

function later(inbox: Inbox): Inbox {
  const ask = focusedAsk(inbox.list);
  if (ask?.status !== "pending") return inbox;
  const putOff = new Set(inbox.putOff).add(ask.id);
  const list = focusNext(inbox.list, putOff);
  const rest = focusedAsk(list)?.id === ask.id ? { done: true, text: "The rest is for later." } : null;
  return { ...inbox, list, putOff, previewScroll: 0, went: rest };
}

function move(inbox: Inbox, by: number): Inbox {
  return inbox.tab === "log"
    ? { ...inbox, log: moveInLog(inbox.log, by) }
    : { ...inbox, list: moveCursor(inbox.list, by), previewScroll: 0 };
}

function underCursor({ tab, log, list }: Inbox): WireAsk | undefined {
  return tab === "log" ? log.asks[log.at] : focusedAsk(list);
}

function open(before: Inbox, event: KeyEvent, decline: boolean): Inbox {
  // Enter opens what waits: the focus leaves an ask that has ended, if another one waits.
  const isOver = before.tab === "waiting" && focusedAsk(before.list)?.outcome !== undefined;
  const inbox = isOver ? { ...before, list: focusNext(before.list, before.putOff), previewScroll: 0 } : before;
  const ask = underCursor(inbox);
  if (ask === undefined) return inbox;
  if (ask.status !== "pending") return { ...inbox, page: { type: "decision", ask, scroll: 0 } };
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
    return text === "" ? { ...inbox, typing: false } : typeInto(inbox, Array.from(text).slice(0, -1).join(""));
  if (key.ctrl === true && key.text === "u") return typeInto(inbox, "");
  if (key.ctrl === true && key.text === "w") return typeInto(inbox, text.replace(/\S*\s*$/, ""));
  return withModifier(key) || key.text === undefined ? inbox : typeInto(inbox, text + key.text);
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

// Esc and Enter in quick succession arrive as Alt-Enter, which must not open or accept anything.
function isPlain(key: Key, name: string): boolean {
  return key.name === name && !withModifier(key);
}

function isCommand(key: Key, text: string): boolean {
  return key.text === text && !withModifier(key);
}

function withModifier(key: Key): boolean {
  return key.ctrl === true || key.alt === true;
}
