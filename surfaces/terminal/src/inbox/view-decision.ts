import type { WireAsk } from "@yourcall/client";
import {
  cleanLine,
  cleanText,
  type Outcome,
  type Question,
  type QuestionAnswer,
  toHeaderName,
  toOptionNames,
} from "@yourcall/core";
import {
  askedOf,
  describePicture,
  showTabs,
  toAgentText,
  toDeliveryText,
  toEndText,
  toFallbackLines,
  toLocalDate,
  toMarksText,
  withHostOptions,
} from "@yourcall/core/internal";
import type { Glyphs } from "../screen/glyphs.ts";
import type { StyleName } from "../screen/theme.ts";
import { hangLines, indentLines, type Line, lineWidth, span, wrapLine } from "../text/styled-line.ts";
import { approvalPreview } from "../view/view-approval.ts";
import { toChoiceMark } from "../view/view-question.ts";
import type { RowContext } from "./view-rows.ts";

/** One decision in full: what was asked, the options, what was decided, by whom, where, how and after how long. */
export function viewDecision(ask: WireAsk, { width, glyphs, now, home }: RowContext): Line[] {
  const { outcome } = ask;
  const text = (words: string, style: StyleName = "text", left = 2) => indented(words, style, left, width);
  const answers = outcome?.status === "answered" ? outcome.answers : [];
  return [
    ...text(toAgentText(ask, home), "secondary", 1),
    ...text(`asked ${toLocalDate(ask.createdAt)}`, "muted", 1),
    ...withHostOptions(ask).questions.flatMap((question, index) => [
      [],
      ...text(toHeaderName(ask, index), "chip", 1),
      ...text(cleanText(question.question)),
      ...approvalLines(ask, text, width),
      ...optionLines(ask, question, answers[index], width, glyphs),
      ...ownWords(question, answers[index], text),
    ]),
    ...(outcome?.status === "answered" && outcome.comment !== undefined
      ? [[], ...text("Comment", "chip", 1), ...text(cleanText(outcome.comment))]
      : []),
    [],
    ...(outcome === undefined ? [] : endLines(ask, outcome, text, now)),
  ];
}

type Write = (words: string, style?: StyleName, left?: number) => Line[];

function approvalLines(ask: WireAsk, text: Write, width: number): Line[] {
  if (ask.approval === undefined) return [];
  const { title, toRows } = approvalPreview(ask.approval);
  const rows = toRows(Math.max(1, width - 5));
  return [...text(`Tool: ${cleanLine(ask.approval.tool)} (${title})`), ...indentLines(rows, 4)];
}

function optionLines(
  ask: WireAsk,
  question: Question,
  answer: QuestionAnswer | undefined,
  width: number,
  glyphs: Glyphs,
): Line[] {
  const names = toOptionNames(question, ask);
  return question.options.flatMap(({ label, description }, row): Line[] => {
    const chosen = answer?.selectedOptions.includes(label) === true;
    const mark = toChoiceMark(question, chosen, glyphs);
    const recommended = names[row]?.recommended === true ? " (Recommended)" : "";
    const start = [span("   "), span(mark, chosen ? "success" : "dim"), span(" ")];
    const name = `${names[row]?.name ?? ""}${recommended}`;
    const about = cleanText(description ?? "").trim();
    return [
      ...hangLines(start, wrapLine(name, width - lineWidth(start), chosen ? "strong" : "text")),
      ...(about === "" ? [] : indented(about, "muted", lineWidth(start), width)),
    ];
  });
}

function ownWords(question: Question, answer: QuestionAnswer | undefined, text: Write): Line[] {
  if (answer === undefined) return [];
  const { skipped, customInput, notes, edited, review, attachments = [] } = answer;
  return [
    ...(skipped === true ? text("No preference: the choice was left to the agent.", "success", 3) : []),
    ...(customInput === undefined
      ? []
      : text(
          `${question.options.length === 0 ? "Answer" : "In their own words"}: "${cleanText(customInput)}"`,
          "strong",
          3,
        )),
    ...(edited === undefined ? [] : text(`Changed to: ${cleanText(showTabs(edited))}`, "strong", 3)),
    ...(review === undefined ? [] : text(toMarksText(review), "text", 3)),
    ...(notes === undefined ? [] : text(`Note: ${cleanText(notes)}`, "text", 3)),
    ...attachments.flatMap((picture) => text(`Picture: ${describePicture(picture)}`, "text", 3)),
  ];
}

function endLines(ask: WireAsk, outcome: Outcome, text: Write, now: number): Line[] {
  const late = toDeliveryText(ask, now);
  const passedOn = toFallbackLines(ask, outcome);
  return [
    ...text(toEndText(ask, outcome, toLocalDate), outcome.status === "answered" ? "success" : "warning", 1),
    ...(late === undefined ? [] : text(`It ${late}.`, "warning", 1)),
    ...("reason" in outcome && outcome.reason !== undefined
      ? text(`${askedOf(outcome) === undefined ? "Reason" : "Asked"}: ${cleanText(outcome.reason)}`)
      : []),
    ...(passedOn.length === 0
      ? []
      : text(`Recommended, and passed on to the agent; nobody chose it: ${passedOn.join(", ")}`)),
  ];
}

function indented(words: string, style: StyleName, left: number, width: number): Line[] {
  return indentLines(wrapLine(words, width - left, style), left);
}
