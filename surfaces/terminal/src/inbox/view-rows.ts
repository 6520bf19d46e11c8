import type { WireAsk } from "@yourcall/client";
import {
  cleanLine,
  toAge,
  toAgentText,
  toByText,
  toDecisionLine,
  toDeliveryText,
  toHeadline,
  toLocalTime,
  toMarks,
} from "@yourcall/core";
import type { Glyphs } from "../screen/glyphs.ts";
import type { StyleName } from "../screen/theme.ts";
import { cellWidth } from "../text/cell-width.ts";
import { cutLine, type Line, type Span, span, wrapLine } from "../text/styled-line.ts";
import { cutText, padText } from "../text/wrap-text.ts";

export interface RowContext {
  width: number;
  glyphs: Glyphs;
  now: number;
  home?: string;
}

const ageWidth = 7;
const markWidth = 11;

/** Who asks, above their asks. */
export function groupRow(ask: WireAsk, { width, home }: RowContext): Line {
  // One session may have several subagents; each row names its own.
  const agent = { ...ask.agent, subagent: undefined };
  return cutLine([span(` ${toAgentText({ agent }, home)}`, "secondary")], width);
}

/** One ask: header, question, marks, age. A narrow screen gives up the question first, then the marks. */
export function askRow(ask: WireAsk, focused: boolean, { width, glyphs, now }: RowContext): Line {
  const ended = ask.status !== "pending";
  const late = toDeliveryText(ask, now);
  const style = (name: StyleName): StyleName => (ended ? "dim" : focused ? "strong" : name);
  const age = toAge(now - Date.parse(ask.createdAt));
  const subagent = cleanLine(ask.agent.subagent ?? "");
  const marks = [...(subagent === "" ? [] : [subagent]), ...toMarks(ask, now)].join(", ");
  const { name, text } = toHeadline(ask);
  const more = ask.questions.length - 1;
  const plus = more > 0 ? ` +${more}` : "";
  const headerWidth = Math.max(4, Math.min(width >= 60 ? 15 : 12, width - 3 - ageWidth));
  const header = `${cutText(name, headerWidth - 1 - plus.length, glyphs.ellipsis)}${plus}`;
  const room = width - 3 - headerWidth - ageWidth;
  const right: Span[] = [span(age, ended ? "dim" : "muted")];
  const markRoom = marks === "" ? 0 : Math.max(markWidth, cellWidth(marks) + 2);
  const showsMarks = markRoom > 0 && markRoom <= room;
  if (showsMarks) right.unshift(span(padText(marks, markRoom), ended ? "dim" : markStyle(ask)));
  const questionRoom = room - (showsMarks ? markRoom : 0) - 1;
  const question = questionRoom < 8 ? "" : cutText(late ?? text, questionRoom, glyphs.ellipsis);
  return [
    pointer(focused, glyphs),
    span(padText(header, headerWidth), style("text")),
    span(padText(question, Math.max(0, questionRoom + 1)), late === undefined ? style("text") : "warning"),
    ...right,
  ];
}

/** One decision: when, what, and if there is room by whom and who asked. */
export function logRow(ask: WireAsk, focused: boolean, { width, glyphs, now, home }: RowContext): Line {
  const { outcome } = ask;
  if (outcome === undefined) return [];
  const when = toLocalTime(outcome.at, now);
  const whenWidth = width >= 60 ? 17 : when.length + 1;
  const who = "by" in outcome ? toByText(outcome.by) : "";
  const agent = toAgentText(ask, home);
  const rightWidth = width >= 70 ? Math.floor(width / 4) : 0;
  const agentWidth = width >= 110 ? Math.floor(width / 4) : 0;
  const room = Math.max(1, width - 3 - whenWidth - rightWidth - agentWidth);
  const cell = (text: string, size: number, style: StyleName): Span[] =>
    size === 0 ? [] : [span(padText(cutText(text, size - 1, glyphs.ellipsis), size), style)];
  return [
    pointer(focused, glyphs),
    ...cell(when, whenWidth, "muted"),
    ...cell(toDecisionLine(ask, outcome, now), room, focused ? "strong" : "text"),
    ...cell(agent, agentWidth, "secondary"),
    ...(rightWidth === 0 ? [] : [span(cutText(who, rightWidth, glyphs.ellipsis), "secondary")]),
  ];
}

/** That what was decided did not get there, if so. */
export function lateLines(ask: WireAsk, now: number, width: number): Line[] {
  const late = toDeliveryText(ask, now);
  return late === undefined ? [] : wrapLine(`  It ${late}.`, width, "warning");
}

function pointer(focused: boolean, glyphs: Glyphs): Span {
  return focused ? span(` ${glyphs.pointer} `, "strong") : span("   ");
}

function markStyle(ask: WireAsk): StyleName {
  return ask.kind === "approval" ? "warning" : "secondary";
}
