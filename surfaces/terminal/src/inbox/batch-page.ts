import type { WireAsk } from "@yourcall/client";
import { toggleMark } from "@yourcall/client/internal";
import { cleanLine, cleanText, type Key } from "@yourcall/core";
import { toAge, toEndText, toHeadline, toLocalTime, toPlaceParts, toShownPath } from "@yourcall/core/internal";
import { cellWidth } from "../text/cell-width.ts";
import { type Line, padLine, span, wrapLine } from "../text/styled-line.ts";
import { cutText } from "../text/wrap-text.ts";
import type { Hint } from "../view/view-hints.ts";
import type { Inbox, InboxPage } from "./inbox.ts";
import { isCommand, isPlain } from "./plain-key.ts";
import type { RowContext } from "./view-rows.ts";

// Several asks that are the same: each is listed, and one act answers those that are ticked.

type BatchPage = Extract<InboxPage, { type: "batch" }>;

/** The ids of the ticked asks that are still pending. */
function tickedIds({ list }: Inbox, { ids, ticked }: BatchPage): string[] {
  return ids.filter((id) => ticked.has(id) && list.asks.get(id)?.status === "pending");
}

export function onBatch(inbox: Inbox, page: BatchPage, key: Key, by: number | null): Inbox {
  const { ids, ticked, at } = page;
  const become = (change: Partial<BatchPage>): Inbox => ({ ...inbox, page: { ...page, ...change } });
  if (key.name === "escape") return { ...inbox, page: null };
  if (by !== null) return become({ at: Math.max(0, Math.min(ids.length - 1, at + by)) });
  if (isCommand(key, " ")) return become({ ticked: toggleMark(ticked, ids[at] ?? "") });
  if (inbox.letters && isCommand(key, "a"))
    return become({ ticked: new Set(tickedIds(inbox, page).length === 0 ? ids : []) });
  const isDecline = inbox.letters && isCommand(key, "x");
  return isDecline || isPlain(key, "enter") ? openTicked(inbox, page, isDecline || page.decline) : inbox;
}

function openTicked(inbox: Inbox, page: BatchPage, decline: boolean): Inbox {
  const batch = tickedIds(inbox, page);
  const [id] = batch;
  if (page.ids.every((each) => inbox.list.asks.get(each)?.status !== "pending")) return { ...inbox, page: null };
  if (id === undefined) return { ...inbox, went: { done: false, text: "None is ticked. Space ticks one, a all." } };
  return { ...inbox, page: { type: "ask", id, decline, from: "start", ...(batch.length > 1 ? { batch } : {}) } };
}

/** The asks of the batch, one by one: who asks, in which session and branch, since when, and what the agent said before. */
export function viewBatch(inbox: Inbox, page: BatchPage, context: RowContext): { lines: Line[]; focus: number } {
  const { width, glyphs, home } = context;
  const asks = page.ids.flatMap((id) => inbox.list.asks.get(id) ?? []);
  const [first] = asks;
  if (first === undefined) return { lines: [[span("  These asks are gone.", "muted")]], focus: 0 };
  const { name, text } = toHeadline(first);
  const { cwd } = first.agent;
  const where =
    cwd === undefined
      ? []
      : wrapLine(
          `In ${toShownPath(cwd)}. The same in all of them; one answer goes to each that is ticked.`,
          width - 4,
          "muted",
        );
  const lines: Line[] = [
    [span(`  ${name}  `, "strong"), span(cutText(text, width - 6 - cellWidth(name), glyphs.ellipsis))],
    ...where.map((line): Line => [span("  "), ...line]),
    [],
  ];
  let focus = 0;
  for (const [index, ask] of asks.entries()) {
    if (index === page.at) focus = lines.length;
    lines.push(memberLine(ask, page.ticked.has(ask.id), index === page.at, { ...context, home }));
    const said = first.kind === "approval" ? cleanLine(cleanText(ask.context ?? "").trim()) : "";
    if (said !== "") lines.push([span(`      ${cutText(said, width - 8, glyphs.ellipsis)}`, "muted")]);
  }
  return { lines, focus };
}

function memberLine(ask: WireAsk, ticked: boolean, focused: boolean, { width, glyphs, now, home }: RowContext): Line {
  const isOver = ask.status !== "pending";
  const { who } = toPlaceParts(ask, home);
  const left = [who, cleanLine(ask.agent.branch ?? "")].filter((part) => part !== "").join("  ");
  const right = toAge(now - Date.parse(ask.createdAt));
  const box = isOver ? "  - " : `${focused ? ` ${glyphs.pointer}` : "  "} ${ticked ? glyphs.boxOn : glyphs.boxOff} `;
  const ended = ask.outcome === undefined ? "" : `  ${toEndText(ask, ask.outcome, (at) => toLocalTime(at, now))}`;
  const room = width - cellWidth(box) - cellWidth(right) - 2;
  const words: Line = [
    span(box, focused ? "primary" : "text"),
    span(cutText(`${left}${ended}`, room, glyphs.ellipsis), isOver ? "dim" : focused ? "strong" : "text"),
  ];
  return [...padLine(words, width - cellWidth(right) - 1), span(right, "muted")];
}

export function batchHints(inbox: Inbox, page: BatchPage): Hint[] {
  const count = tickedIds(inbox, page).length;
  const letters = (words: string, rank: number): Hint[] => (inbox.letters ? [{ words, rank }] : []);
  return [
    { words: count === 0 ? "enter back" : `enter ${page.decline ? "decline" : "answer"} ${count}`, rank: 0 },
    { words: "space tick", rank: 2 },
    ...letters(count === 0 ? "a all" : "a none", 3),
    ...letters("x decline", 4),
    { words: "esc back", rank: 1 },
  ];
}
