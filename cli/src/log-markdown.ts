import type { WireAsk } from "@yourcall/client";
import {
  type Ask,
  cleanLine,
  type Outcome,
  type Question,
  type QuestionAnswer,
  toAnswerText,
  toApprovalText,
  toHeaderName,
  toOptionNames,
} from "@yourcall/core";
import { escapeLine, fenceLines, quoteLines } from "./escape-markdown.ts";
import { toByText } from "./log-row.ts";
import { toSpan, toUniversalTime } from "./times.ts";

/**
 * Ended asks as a decision record for a repository: what was asked, what could be chosen, what was, by whom. Times are
 * universal and nothing of this machine is in it, so that the same asks make the same text everywhere.
 */
export function toMarkdownLog(asks: readonly WireAsk[]): string {
  const records = asks.flatMap((ask) => (ask.outcome === undefined ? [] : [toRecord(ask, ask.outcome)]));
  return `${["# Decisions", ...records.map((lines) => lines.join("\n"))].join("\n\n")}\n`;
}

function toRecord(ask: WireAsk, outcome: Outcome): string[] {
  const headers = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  return blocks([
    [`## ${outcome.at.slice(0, 10)} ${escapeLine(headers)}`],
    [`Asked by ${toAsker(ask)}, ${toUniversalTime(ask.createdAt)}.`],
    ...ask.questions.flatMap((question, index) => toQuestion(ask, question, index, outcome)),
    ...(outcome.status === "answered" && outcome.comment !== undefined
      ? [["Comment:"], quoteLines(outcome.comment)]
      : []),
    ...toEnd(ask, outcome),
  ]);
}

function toAsker({ agent }: WireAsk): string {
  const title = cleanLine(agent.title ?? "");
  return `${escapeLine(agent.name)}${title === "" ? "" : ` (${escapeLine(title)})`}`;
}

function toQuestion(ask: Ask, question: Question, index: number, outcome: Outcome): string[][] {
  const answer = outcome.status === "answered" ? outcome.answers[index] : undefined;
  const names = toOptionNames(question, ask.kind);
  const options = question.options.map(({ label, description }, at) => {
    const recommended = names[at]?.recommended === true ? " (Recommended)" : "";
    const about = cleanLine(description ?? "");
    const box = toBox(answer?.selectedOptions.includes(label) === true);
    return `${box} ${escapeLine(`${names[at]?.name ?? label}${recommended}`)}${about === "" ? "" : `: ${escapeLine(about)}`}`;
  });
  return [
    ...(ask.questions.length > 1 ? [[`### ${escapeLine(toHeaderName(ask, index))}`]] : []),
    quoteLines(question.question),
    ...(ask.approval === undefined
      ? []
      : [[`Tool: ${escapeLine(ask.approval.tool)}`], fenceLines(toApprovalText(ask.approval.input))]),
    options,
    ...(answer === undefined ? [] : toOwnWords(question, answer)),
  ];
}

function toOwnWords(question: Question, answer: QuestionAnswer): string[][] {
  return [
    ...(answer.skipped === true ? [["No preference: the choice was left to the agent."]] : []),
    ...(answer.customInput === undefined
      ? []
      : [[question.options.length === 0 ? "Answer:" : "In own words:"], quoteLines(answer.customInput)]),
    ...(answer.notes === undefined ? [] : [["Note:"], quoteLines(answer.notes)]),
  ];
}

function toEnd(ask: WireAsk, outcome: Outcome): string[][] {
  const waited = `after ${toSpan(Date.parse(outcome.at) - Date.parse(ask.createdAt))}`;
  const when = `${toUniversalTime(outcome.at)}, ${waited}`;
  switch (outcome.status) {
    case "answered":
      return [[`Answered in ${toWho(outcome.by)}, ${when}.`]];
    case "declined":
      return [[`Declined in ${toWho(outcome.by)}, ${when}.`], ...toReason(outcome.reason)];
    case "cancelled":
      return [[`Withdrawn, ${when}. Nothing was answered.`], ...toReason(outcome.reason)];
    case "expired": {
      const passedOn = (outcome.fallback ?? []).map(
        (answer, index) => `${toHeaderName(ask, index)}: ${toAnswerText(ask, index, answer)}`,
      );
      return [
        [`Expired, ${when}. Nobody answered.`],
        ...(passedOn.length === 0
          ? []
          : [["Recommended and passed on to the agent, chosen by nobody:"], quoteLines(passedOn.join("\n"))]),
      ];
    }
  }
}

function toWho(by: Extract<Outcome, { status: "answered" }>["by"]): string {
  // A script is named by `toByText` already.
  return `${escapeLine(toByText(by))}${by.act === "script" ? "" : ` (${by.act})`}`;
}

function toReason(reason: string | undefined): string[][] {
  return reason === undefined ? [] : [["Reason:"], quoteLines(reason)];
}

function toBox(chosen: boolean): string {
  return chosen ? "- [x]" : "- [ ]";
}

function blocks(parts: string[][]): string[] {
  return parts.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}
