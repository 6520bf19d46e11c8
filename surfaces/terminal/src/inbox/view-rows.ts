import type { WireAsk } from "@yourcall/client";
import { isSoon, msLeft, toAskersText, toRowTime } from "@yourcall/client/internal";
import { cleanLine, type Outcome, toByText, toHeaderName } from "@yourcall/core";
import {
  toAge,
  toAgentText,
  toDay,
  toDecisionLine,
  toDeliveryText,
  toHeadline,
  toLocalTime,
  toMarks,
  toProjectText,
  toTimeLeft,
} from "@yourcall/core/internal";
import type { Glyphs } from "../screen/glyphs.ts";
import type { StyleName } from "../screen/theme.ts";
import { cellWidth } from "../text/cell-width.ts";
import { cutLine, type Line, lineText, type Span, span, wrapLine } from "../text/styled-line.ts";
import { cutText, padText } from "../text/wrap-text.ts";
import { toChangeSize } from "../view/view-approval.ts";

export interface RowContext {
  width: number;
  glyphs: Glyphs;
  now: number;
  home?: string;
}

const ageWidth = 7;
const markWidth = 11;
const subagentWidth = 16;

/** Who asks, above their asks; `same`: all that are the same, from whichever sessions. */
export function groupRow(ask: WireAsk, same: readonly WireAsk[], { width, home }: RowContext): Line {
  // One session may have several subagents; each row names its own.
  const agent = same.length > 1 ? toAskers(same) : { ...ask.agent, subagent: undefined };
  return cutLine([span(` ${toAgentText({ agent }, home)}`, "secondary")], width);
}

/** Asks that are the same, as if one agent asked: `3 × claude, 2 × codex` in their directory. */
export function toAskers(same: readonly WireAsk[]): WireAsk["agent"] {
  return { name: toAskersText(same), cwd: same[0]?.agent.cwd };
}

/** Whether a row has the cursor, is marked to be declined with others, or was put off. */
interface RowState {
  focused: boolean;
  marked: boolean;
  later: boolean;
  /** How many asks that are the same it stands for. */
  count: number;
}

/** One ask in two rows: header, marks and age; below them the question, or the size of a change to files. */
export function tallAskRows(ask: WireAsk, state: RowState, { width, glyphs, now }: RowContext): Line[] {
  const ended = ask.status !== "pending";
  const style = (name: StyleName): StyleName => (ended ? "dim" : name);
  const { name, text } = toHeadline(ask);
  const right = [marksOf(ask, state, now, glyphs), toRowTime(ask, now)].filter((part) => part !== "").join("  ");
  // Leave one cell free at either edge.
  const room = width - 2 - cellWidth(right) - 2;
  const count = ask.questions.length;
  const change = ask.approval === undefined ? "" : toChangeSize(ask.approval);
  const start = `${state.marked ? `${glyphs.check} ` : ""}${cutText(name, Math.max(4, room - (state.marked ? 2 : 0)), glyphs.ellipsis)}`;
  const beside = count > 1 ? `${count} questions` : change === "" ? "" : text;
  const fits = beside !== "" && cellWidth(start) + 2 + cellWidth(beside) <= room;
  const below = fits && change !== "" ? change : [text, change].filter((part) => part !== "").join("  ");
  const late = toDeliveryText(ask, now);
  return [
    [
      edge(state.focused, glyphs),
      span(start, style("strong")),
      span(fits ? `  ${beside}` : "", style(change === "" ? "muted" : "text")),
      span(" ".repeat(Math.max(2, room + 2 - cellWidth(start) - (fits ? 2 + cellWidth(beside) : 0)))),
      span(right, ended ? "dim" : markStyle(ask, now)),
    ],
    [
      edge(state.focused, glyphs),
      span("  "),
      span(cutText(late ?? below, width - 4, glyphs.ellipsis), late === undefined ? style("text") : "warning"),
    ],
  ];
}

function edge(focused: boolean, glyphs: Glyphs): Span {
  return span(focused ? glyphs.edge : " ", "primary");
}

/** `Explore, approval, draft`: which subagent asks, and what to know before opening the ask. */
function marksOf(ask: WireAsk, { later, count }: RowState, now: number, { ellipsis }: Glyphs): string {
  // Cut, because the command next to it matters more.
  const subagent = count > 1 ? "" : cutText(cleanLine(ask.agent.subagent ?? ""), subagentWidth, ellipsis);
  return [
    ...(count > 1 ? [`${count} asks`] : []),
    ...(subagent === "" ? [] : [subagent]),
    ...toMarks(ask, now),
    ...(later ? ["later"] : []),
  ].join(", ");
}

/** One ask: header, question, marks, age. A narrow screen drops the question first, then the marks. */
export function askRow(ask: WireAsk, state: RowState, { width, glyphs, now }: RowContext): Line {
  const { focused, marked } = state;
  const ended = ask.status !== "pending";
  const late = toDeliveryText(ask, now);
  const style = (name: StyleName): StyleName => (ended ? "dim" : focused ? "strong" : name);
  const age = toAge(now - Date.parse(ask.createdAt));
  const left = msLeft(ask, now);
  const marks = [marksOf(ask, state, now, glyphs), left === undefined ? "" : `${toTimeLeft(left)} left`]
    .filter((part) => part !== "")
    .join(", ");
  const { name, text } = toHeadline(ask);
  const more = ask.questions.length - 1;
  const plus = more > 0 ? ` +${more}` : "";
  const headerWidth = Math.max(4, Math.min(width >= 60 ? 15 : 12, width - 3 - ageWidth));
  const header = `${cutText(name, headerWidth - 1 - plus.length, glyphs.ellipsis)}${plus}`;
  const room = width - 3 - headerWidth - ageWidth;
  const right: Span[] = [span(age.padStart(ageWidth - 1), ended ? "dim" : "muted")];
  const markRoom = marks === "" ? 0 : Math.max(markWidth, cellWidth(marks) + 2);
  const showsMarks = markRoom > 0 && markRoom <= room;
  if (showsMarks) right.unshift(span(padText(marks, markRoom), ended ? "dim" : markStyle(ask, now)));
  const questionRoom = room - (showsMarks ? markRoom : 0) - 1;
  const question = questionRoom < 8 ? "" : cutText(late ?? text, questionRoom, glyphs.ellipsis);
  return [
    pointer(focused, glyphs, marked),
    span(padText(header, headerWidth), style("text")),
    span(padText(question, Math.max(0, questionRoom + 1)), late === undefined ? style("text") : "warning"),
    ...right,
  ];
}

/** One decision: when, who asked, what was decided and, if there is room, by whom. */
export function logRow(ask: WireAsk, focused: boolean, { width, glyphs, now }: RowContext): Line {
  const { outcome } = ask;
  if (outcome === undefined) return [];
  const when = width >= 60 ? toDay(outcome.at, now) : toLocalTime(outcome.at, now);
  const who = "by" in outcome ? toByText(outcome.by) : "";
  const whenWidth = width >= 60 ? 13 : when.length + 1;
  const agentWidth = width >= 60 ? Math.min(26, Math.ceil(width / 5)) : 0;
  // An outcome without a person, such as an expiry, needs no column for the name; the decision gets that room.
  const byWidth = width >= 70 && who !== "" ? Math.min(28, Math.ceil(width / 4.3)) : 0;
  const room = Math.max(1, width - 3 - whenWidth - agentWidth - byWidth);
  const cell = (text: string, size: number, style: StyleName): Span[] =>
    size === 0 ? [] : [span(padText(cutText(text, size - 1, glyphs.ellipsis), size), style)];
  const line: Line = [
    pointer(focused, glyphs),
    ...cell(when, whenWidth, "muted"),
    ...cell(toProjectText(ask), agentWidth, "secondary"),
    ...cell(toDecisionText(ask, outcome, room - 1, { glyphs, now }), room, focused ? "strong" : "text"),
    ...(byWidth === 0 ? [] : [span(cutText(who, byWidth, glyphs.ellipsis), "secondary")]),
  ];
  return focused ? [span(padText(lineText(line), width), "inverse")] : line;
}

// `yourcall ask -q` without --header, and a question that has none.
const defaultHeader = /^Question( 1)?$/;
const shortestQuestion = 8;

/** The decision behind its header; one that says nothing gives way to the question, cut for the answer. */
function toDecisionText(
  ask: WireAsk,
  outcome: Outcome,
  width: number,
  { glyphs, now }: Pick<RowContext, "glyphs" | "now">,
): string {
  const line = toDecisionLine(ask, outcome, now);
  const name = toHeaderName(ask, 0);
  if (ask.kind === "approval" || ask.questions.length !== 1 || !defaultHeader.test(name)) return line;
  const said = ` ${glyphs.arrow} ${line.slice(name.length + 2)}`;
  const room = Math.max(shortestQuestion, width - cellWidth(said));
  return `${cutText(toHeadline(ask).text, room, glyphs.ellipsis)}${said}`;
}

/** A warning if the outcome did not reach its agent. */
export function lateLines(ask: WireAsk, now: number, width: number): Line[] {
  const late = toDeliveryText(ask, now);
  return late === undefined ? [] : wrapLine(`  It ${late}.`, width, "warning");
}

function pointer(focused: boolean, glyphs: Glyphs, marked = false): Span {
  return span(
    `${marked ? glyphs.check : " "}${focused ? glyphs.pointer : " "} `,
    focused || marked ? "strong" : "text",
  );
}

function markStyle(ask: WireAsk, now: number): StyleName {
  return ask.kind === "approval" || isSoon(ask, now) ? "warning" : "secondary";
}
