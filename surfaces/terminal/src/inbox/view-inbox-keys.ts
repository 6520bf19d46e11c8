import type { Glyphs } from "../screen/glyphs.ts";
import type { Hint } from "../view/view-hints.ts";
import type { Row } from "../view/view-keys.ts";
import { batchHints } from "./batch-page.ts";
import { grantsHints } from "./grants-page.ts";
import type { Inbox } from "./inbox.ts";
import { fieldOf } from "./inbox-keys.ts";
import { focusedAsk, markedIds } from "./inbox-list.ts";
import type { RowContext } from "./view-rows.ts";
import { besideWidth } from "./view-waiting.ts";

/** The keys that work now, for the line at the bottom. */
export function toHints(inbox: Inbox, { width, glyphs }: RowContext): Hint[] {
  const hint = (words: string, rank: number): Hint => ({ words, rank });
  if (inbox.help !== null) return [hint("any key closes", 0)];
  if (inbox.page?.type === "decision") return [hint("esc back", 0), hint("pgup/pgdn scroll", 2), hint("q quit", 1)];
  if (inbox.page?.type === "batch") return batchHints(inbox, inbox.page);
  if (inbox.page?.type === "grants") return grantsHints;
  if (inbox.page?.type === "decline-marked") return [hint("enter decline all", 0), hint("esc back", 1)];
  if (inbox.typing) return [hint("type to find", 2), hint("enter keep it", 0), hint("esc clear", 1)];
  const { letters, list } = inbox;
  const log = inbox.tab === "log";
  const empty = log ? inbox.log.asks.length === 0 : list.stops.length === 0;
  const listed = !log && !empty;
  const marks = markedIds(inbox.list).length;
  const when = (shows: boolean, words: string, rank: number): Hint[] => (shows ? [hint(words, rank)] : []);
  return [
    ...when(listed, `${glyphs.upDown} move`, 10),
    ...when(!empty, log || width < besideWidth - 1 ? "enter open" : "enter answer", 0),
    ...when(!log && letters && list.pending > 1, "l later", 9),
    ...when(listed, "space mark", 8),
    ...when(listed && letters, marks === 0 ? "x decline" : `x decline ${marks} marked`, marks === 0 ? 6 : 1),
    ...when(!log && letters && focusedAsk(list)?.agent.pane !== undefined, "g go to pane", 7),
    ...when(fieldOf(inbox) !== "", "esc clear", 1),
    hint(log ? "/ search" : "/ filter", 4),
    hint(log ? "tab waiting" : "tab log", 3),
    hint("? keys", 5),
    hint("q quit", empty ? 0 : 2),
  ];
}

/** All keys of the list or the log. */
export function toKeys({ tab, letters }: Inbox, { upDown }: Glyphs): Row[] {
  const waiting = tab === "waiting";
  const row = (when: boolean, keys: string, does: string): Row[] => (when ? [[keys, does]] : []);
  return [
    [letters ? `${upDown} j k` : upDown, "move; home, end too"],
    ["enter", waiting ? "open the ask, or the decision if it has ended" : "the decision in full"],
    ["pgup pgdn", waiting ? "a page, or the ask beside the list" : "a page"],
    ...row(waiting, "space", "mark, to decline several with x"),
    ...row(letters && waiting, "l", "later: it stays, and the next one has the focus"),
    ...row(letters && waiting, "x", "decline, after a confirmation"),
    ...row(letters, "t", "take back what is allowed for a while"),
    ...row(letters, "g", "go to the session that asked, in tmux"),
    ["/", waiting ? "filter by words; enter keeps it, esc clears it" : "search all decisions"],
    ["tab", "switch between Waiting and Log"],
    ["esc", "in an ask: back to this list; your input is kept"],
    ["q", "quit; questions keep waiting"],
  ];
}
