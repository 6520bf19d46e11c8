import type { Inbox, InboxEvent } from "./inbox.ts";
import { move, open, underCursor } from "./inbox-keys.ts";
import { moveTo, sweep } from "./inbox-list.ts";

/** What a click does. It chooses a row; only a click on the chosen one opens it, so that a single stray click opens nothing. */
export function onClick(before: Inbox, event: Extract<InboxEvent, { type: "click" }>): Inbox {
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

export function onWheel(inbox: Inbox, { by, over, room }: Extract<InboxEvent, { type: "wheel" }>): Inbox {
  const scroll = (from: number) => Math.max(0, Math.min(room.scroll, Math.min(from, room.scroll) + by * wheelRows));
  if (inbox.help !== null) return { ...inbox, help: { scroll: scroll(inbox.help.scroll) } };
  if (inbox.page?.type === "decision") return { ...inbox, page: { ...inbox.page, scroll: scroll(inbox.page.scroll) } };
  if (inbox.page !== null) return inbox;
  return over?.type === "pane" ? { ...inbox, previewScroll: scroll(inbox.previewScroll) } : move(inbox, by);
}
