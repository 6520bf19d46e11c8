import { withHostOptions } from "../approval-options.ts";
import { describePicture } from "../attachments.ts";
import { cleanLine, revealText, toShowableJson } from "../clean-text.ts";
import { toApprovalText, toHeaderName, toOptionNames } from "../option-name.ts";
import type { Delivery, Outcome, QuestionAnswer } from "../outcome-schemas.ts";
import type { AgentInfo, Ask, Question } from "../schemas.ts";
import { toMarksText } from "../texts/review-text.ts";
import { toDeliveryText, toEndText, toFallbackLines } from "./ask-words.ts";
import { escapeLine, fenceLines, quoteLines } from "./escape-markdown.ts";
import { toUniversalTime } from "./times.ts";

/** The part of an ask that its record needs: who asked and when, and how it ended. */
export type RecordedAsk = Ask & { agent: AgentInfo; createdAt: string; outcome?: Outcome; delivery?: Delivery };

/**
 * Ended asks as a decision record for a repository: what was asked, the options, what was chosen and by whom. Times are in UTC
 * and nothing depends on this machine, so that the same asks give the same text everywhere.
 */
export function toMarkdownLog(asks: readonly RecordedAsk[]): string {
  const records = asks.flatMap((ask) => (ask.outcome === undefined ? [] : [toRecord(ask, ask.outcome)]));
  return `${["# Decisions", ...records.map((lines) => lines.join("\n"))].join("\n\n")}\n`;
}

/** Asks as JSON for a program: their true text, on one line. */
export function toJsonLog(asks: readonly RecordedAsk[]): string {
  return `${toShowableJson(asks)}\n`;
}

function toRecord(ask: RecordedAsk, outcome: Outcome): string[] {
  const headers = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  return blocks([
    [`## ${outcome.at.slice(0, 10)} ${escapeLine(headers)}`],
    [`Asked by ${toAsker(ask)}, ${toUniversalTime(ask.createdAt)}.`],
    ...withHostOptions(ask).questions.flatMap((question, index) => toQuestion(ask, question, index, outcome)),
    ...(outcome.status === "answered" && outcome.comment !== undefined
      ? [["Comment:"], quoteLines(outcome.comment)]
      : []),
    ...toEnd(ask, outcome),
  ]);
}

function toAsker({ agent }: RecordedAsk): string {
  const title = cleanLine(agent.title ?? "");
  return `${escapeLine(agent.name)}${title === "" ? "" : ` (${escapeLine(title)})`}`;
}

function toQuestion(ask: Ask, question: Question, index: number, outcome: Outcome): string[][] {
  const answer = outcome.status === "answered" ? outcome.answers[index] : undefined;
  const names = toOptionNames(question, ask);
  const options = question.options.map(({ label, description }, at) => {
    const recommended = names[at]?.recommended === true ? " (Recommended)" : "";
    const about = cleanLine(description ?? "");
    const box = answer?.selectedOptions.includes(label) === true ? "- [x]" : "- [ ]";
    return `${box} ${escapeLine(`${names[at]?.name ?? label}${recommended}`)}${about === "" ? "" : `: ${escapeLine(about)}`}`;
  });
  return [
    ...(ask.questions.length > 1 ? [[`### ${escapeLine(toHeaderName(ask, index))}`]] : []),
    quoteLines(question.question),
    ...(ask.approval === undefined
      ? []
      : [[`Tool: ${escapeLine(ask.approval.tool)}`], fenceLines(revealText(toApprovalText(ask.approval.input)))]),
    options,
    ...(answer === undefined ? [] : toOwnWords(question, answer)),
    ...(answer?.edited === undefined ? [] : [["Changed to:"], fenceLines(revealText(answer.edited))]),
    ...(answer?.review === undefined ? [] : [["Review:"], quoteLines(toMarksText(answer.review))]),
  ];
}

function toOwnWords(question: Question, answer: QuestionAnswer): string[][] {
  return [
    ...(answer.skipped === true ? [["No preference: the choice was left to the agent."]] : []),
    ...(answer.customInput === undefined
      ? []
      : [[question.options.length === 0 ? "Answer:" : "In their own words:"], quoteLines(answer.customInput)]),
    ...(answer.notes === undefined ? [] : [["Note:"], quoteLines(answer.notes)]),
    ...(answer.attachments ?? []).map((picture) => [escapeLine(`Picture: ${describePicture(picture)}`)]),
  ];
}

function toEnd(ask: RecordedAsk, outcome: Outcome): string[][] {
  const passedOn = toFallbackLines(ask, outcome);
  const late = toDeliveryText(ask);
  return [
    [escapeLine(toEndText(ask, outcome, toUniversalTime))],
    ...(late === undefined ? [] : [[escapeLine(`It ${late}.`)]]),
    ...("reason" in outcome && outcome.reason !== undefined ? [["Reason:"], quoteLines(outcome.reason)] : []),
    ...(passedOn.length === 0
      ? []
      : [["Recommended, and passed on to the agent; nobody chose it:"], quoteLines(passedOn.join("\n"))]),
  ];
}

function blocks(parts: string[][]): string[] {
  return parts.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}
