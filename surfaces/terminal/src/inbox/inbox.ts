/**
 * The inbox without its terminal and its hub: what is shown, and how each event changes it. The state says what the inbox
 * needs from outside: with a `page` of type `ask`, that ask is to be answered; with `neededPage(log)`, a page of the log is to
 * be read; with `quit`, the inbox is to be closed.
 *
 *   page      key               leads to
 *   list      enter, x          the ask, or its decline page; one that has ended: the decision; several that are the same: `batch`
 *   batch     space, a          ticks one, all or none; enter, x: the ask, whose answer goes to those ticked · esc: list
 *   list      space             marked, or no longer; with marks x leads to `decline-marked`, where enter sets `declining`
 *   list      l                 put off: the focus moves to the next, and passes over this one after sending too
 *   list      g                 `goTo`: the session that asked is to be shown, until `went` brings the result
 *   list      t                 `revoking`: the only grant is taken back; of several, the one chosen on the page `grants`, or all (a)
 *   list      / tab ? q         filter · log · keys · quit
 *   list      esc               filter cleared
 *   log       enter / tab ? q   the decision · search · list · keys · quit
 *   field     enter, esc        kept, cleared; ↑↓ move below it
 *   draft     enter, n, esc     the ask with that draft · without it · list
 *   ask       (its own machine) until `left`, `sent` or `ended`; with an open field until `field-closed`
 *   ended     enter, esc        list
 *   decision  ↑↓ esc q          scroll · back · quit
 *   any       click             a row: focused, with the open ask left; the focused row or the ask next to it: as enter · a tab: that tab
 *   keys      ↑↓, any other     scroll if the screen is too low · back
 */

import type { WireAsk } from "@yourcall/client";
import type { PendingChange } from "@yourcall/client/internal";
import type { Delivery, Key } from "@yourcall/core";
import { hasContent } from "@yourcall/core/internal";
import type { WireGrant } from "@yourcall/core/internal/wire";
import { type AskLog, emptyLog, type LogRequest, putEnded, putPage } from "./ask-log.ts";
import { move, onKey, onPaste, open, underCursor } from "./inbox-keys.ts";
import { changeList, emptyList, type InboxList, leaveEnded, moveTo, sweep } from "./inbox-list.ts";

export type InboxPage =
  /** `batch`: the asks that are the same and get the answer, this one among them or not. */
  | { type: "ask"; id: string; decline: boolean; from: "start" | "draft"; batch?: readonly string[] }
  /** Asks that are the same, as listed when the page was opened, and which of them the answer is for. */
  | { type: "batch"; ids: readonly string[]; ticked: ReadonlySet<string>; at: number; decline: boolean }
  /** A draft begun elsewhere is offered before the ask opens. `mine`: one was begun here, too. */
  | { type: "draft"; id: string; mine: boolean }
  /** The open ask was ended by somebody else. */
  | { type: "ended"; ask: WireAsk }
  | { type: "decision"; ask: WireAsk; scroll: number }
  /** What is allowed for a while. */
  | { type: "grants"; at: number }
  /** Whether to decline all marked asks. */
  | { type: "decline-marked"; ids: readonly string[] };

export interface Inbox {
  tab: "waiting" | "log";
  list: InboxList;
  log: AskLog;
  page: InboxPage | null;
  /** The filter, or the search of the log, takes the keys. */
  typing: boolean;
  /** The list of keys, and how far it is scrolled. */
  help: { scroll: number } | null;
  /** The decision just made here, until the next key. */
  said: WireAsk | null;
  /** The asks being declined, until `went` brings the result. */
  declining: readonly string[] | null;
  /** How far the ask next to the list is scrolled. */
  previewScroll: number;
  /** The ask whose session is to be shown. */
  goTo: WireAsk | null;
  /** The result of `goTo`, `declining` or `revoking`, until the next key. */
  went: { done: boolean; text: string } | null;
  /** What the person has allowed for a while. */
  grants: readonly WireGrant[];
  /** The ids of what is being taken back, until `went` brings the result. */
  revoking: readonly string[] | null;
  letters: boolean;
  /** Agents that were connected before the inbox opened. */
  connected: readonly string[];
  /** The ask to open as soon as it is listed. */
  openAt: string | null;
  quit: boolean;
}

/** What can be clicked: a row of the list or the log, the ask next to the list, a tab, or a row of the open ask. */
export type InboxTarget =
  | { type: "ask" | "decision" | "pane"; id: string }
  | { type: "tab"; tab: Inbox["tab"] }
  | { type: "block"; id: string; place: string; block: number };

/** What the screen has room for. */
export interface Room {
  rows: number;
  /** How far the open decision, or the ask next to the list, can be scrolled. */
  scroll: number;
}

export type InboxEvent =
  | Exclude<PendingChange, { type: "ask-ended" }>
  /** `here`: ended by the person at this terminal; `typing`: they are in a field of it, so its page stays. */
  | { type: "ask-ended"; ask: WireAsk; here?: boolean; typing?: boolean }
  /** The person has left the field of an ask that had ended. */
  | { type: "field-closed"; ask: WireAsk }
  /** One act at this terminal was for several asks, each of which has its own `ask-ended`. */
  | { type: "batch-done"; done: boolean; text: string }
  /** The person left the open ask, which stays pending. */
  | { type: "left" }
  | { type: "grants"; grants: readonly WireGrant[] }
  | { type: "went"; done: boolean; text: string }
  | { type: "log-page"; request: LogRequest; page: { asks: WireAsk[]; cursor?: string } }
  | { type: "log-failed"; problem: string }
  /** `mine`: how a draft begun here compares with the hub's. */
  | { type: "key"; key: Key; room: Room; mine: (ask: WireAsk) => "same" | "other" | "none" }
  | { type: "paste"; text: string }
  | {
      type: "click";
      target: Exclude<InboxTarget, { type: "block" }>;
      mine: (ask: WireAsk) => "same" | "other" | "none";
    }
  /** The wheel, over this part of the screen. */
  | { type: "wheel"; by: 1 | -1; over: InboxTarget | undefined; room: Room };

export function startInbox(
  settings: { letters?: boolean; connected?: readonly string[] } = {},
  openAt: string | null = null,
): Inbox {
  return {
    tab: "waiting",
    list: emptyList,
    log: emptyLog,
    page: null,
    typing: false,
    help: null,
    said: null,
    declining: null,
    previewScroll: 0,
    goTo: null,
    went: null,
    grants: [],
    revoking: null,
    letters: settings.letters ?? true,
    connected: settings.connected ?? [],
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
      return openWanted(withoutReplied({ ...inbox, list: changeList(inbox.list, event) }));
    case "ask-ended":
      return withDelivery(onEnded(inbox, event), event.ask.id, event.ask.delivery);
    case "ask-delivered":
      return withDelivery(inbox, event.id, event.delivery);
    case "field-closed":
      return inbox.page?.type === "ask" ? { ...inbox, page: { type: "ended", ask: event.ask } } : inbox;
    case "left":
      return inbox.page?.type === "ask" ? { ...inbox, page: null } : inbox;
    case "batch-done":
      return {
        ...inbox,
        page: null,
        list: leaveEnded(inbox.list),
        previewScroll: 0,
        went: { done: event.done, text: event.text },
      };
    case "went":
      return {
        ...inbox,
        list: inbox.declining === null ? inbox.list : leaveEnded(inbox.list),
        goTo: null,
        declining: null,
        revoking: null,
        went: { done: event.done, text: event.text },
      };
    case "grants":
      return { ...inbox, grants: event.grants };
    case "log-page":
      return { ...inbox, log: putPage(inbox.log, event.request, event.page) };
    case "log-failed":
      return { ...inbox, log: { ...inbox.log, problem: event.problem } };
    case "key":
      return onKey(inbox.said === null && inbox.went === null ? inbox : { ...inbox, said: null, went: null }, event);
    case "paste":
      return onPaste(inbox, event.text);
    case "click":
      return onClick({ ...inbox, said: null, went: null }, event);
    case "wheel":
      return onWheel(inbox, event);
  }
}

/** Nothing says that it waits for a reply that has come. */
function withoutReplied(inbox: Inbox): Inbox {
  const { said, list } = inbox;
  const isReplied = said !== null && [...list.asks.values()].some(({ replyTo }) => replyTo === said.id);
  return isReplied ? { ...inbox, said: null } : inbox;
}

function openWanted(inbox: Inbox): Inbox {
  const ask = inbox.openAt === null ? undefined : inbox.list.asks.get(inbox.openAt);
  if (ask === undefined) return inbox;
  const from = ask.draft !== undefined && hasContent(ask.draft.draft) ? "draft" : "start";
  const list = moveTo(inbox.list, ask.id);
  return { ...inbox, list, openAt: null, page: { type: "ask", id: ask.id, decline: false, from } };
}

function onEnded(inbox: Inbox, event: Extract<InboxEvent, { type: "ask-ended" }>): Inbox {
  const { ask, here = false, typing = false } = event;
  const next = { ...inbox, list: changeList(inbox.list, { type: "ask-ended", ask }), log: putEnded(inbox.log, ask) };
  const { page } = inbox;
  if (typing || (page?.type !== "ask" && page?.type !== "draft") || page.id !== ask.id) return next;
  // The others of a batch can still be answered.
  if (page.type === "ask" && page.batch !== undefined) return next;
  return here
    ? { ...next, page: null, said: ask, list: leaveEnded(next.list), previewScroll: 0 }
    : { ...next, page: { type: "ended", ask } };
}

/** The inbox with a new delivery of an ask's outcome, wherever that ask is shown. */
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

/** What a click does. It chooses a row; only a click on the chosen one opens it, so that a single stray click opens nothing. */
function onClick(before: Inbox, event: Extract<InboxEvent, { type: "click" }>): Inbox {
  const { target } = event;
  const inbox = { ...before, typing: false };
  if (target.type === "tab")
    return inbox.tab === target.tab
      ? before
      : { ...inbox, tab: target.tab, page: null, help: null, list: sweep(inbox.list) };
  if (inbox.page === null && underCursor(inbox)?.id === target.id) return open(inbox, event, false);
  if (target.type === "decision") {
    const at = inbox.log.asks.findIndex(({ id }) => id === target.id);
    return at === -1 ? inbox : { ...inbox, log: { ...inbox.log, at } };
  }
  // The open ask is left, and its draft kept.
  return { ...inbox, page: null, list: sweep(moveTo(inbox.list, target.id)), previewScroll: 0 };
}

const wheelRows = 3;

function onWheel(inbox: Inbox, { by, over, room }: Extract<InboxEvent, { type: "wheel" }>): Inbox {
  const scroll = (from: number) => Math.max(0, Math.min(room.scroll, Math.min(from, room.scroll) + by * wheelRows));
  if (inbox.help !== null) return { ...inbox, help: { scroll: scroll(inbox.help.scroll) } };
  if (inbox.page?.type === "decision") return { ...inbox, page: { ...inbox.page, scroll: scroll(inbox.page.scroll) } };
  if (inbox.page !== null) return inbox;
  return over?.type === "pane" ? { ...inbox, previewScroll: scroll(inbox.previewScroll) } : move(inbox, by);
}
