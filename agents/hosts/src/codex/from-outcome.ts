import {
  type Ask,
  type GivenAnswer,
  type QuestionAnswer,
  type ReportedOutcome,
  toUnansweredText,
  toVerdict,
} from "@yourcall/core";
import { describePicture, parseJson, skippedText, toFields, toList } from "@yourcall/core/internal";
import type { Decision, DialogEnd } from "../follow-dialog.ts";
import type { Fields } from "./app-server.ts";
import { allowed, denied } from "./ends.ts";
import type { CodexAsk } from "./to-ask.ts";

// How Codex's own dialog marks what a person wrote.
const notePrefix = "user_note: ";

/** The result for Codex's request. A note on a denial is not part of it: `toNote` has it. */
export function toCodexResult(asked: CodexAsk, decision: Decision): unknown {
  if (asked.type === "question") return { answers: toAnswers(asked, decision) };
  const { isAllowed } = toVerdict(asked.ask, decision);
  if (asked.type === "tool")
    return { action: isAllowed ? "accept" : "decline", content: isAllowed ? {} : null, _meta: null };
  const [id = ""] = decision.status === "answered" ? (decision.answers[0]?.selectedOptions ?? []) : [];
  return { decision: (isAllowed ? asked.decisions[id] : undefined) ?? "decline" };
}

function toAnswers({ ids }: Extract<CodexAsk, { type: "question" }>, decision: Decision): Fields {
  const entries = ids.map((id, at) => {
    const answer = decision.status === "answered" ? decision.answers[at] : undefined;
    const words = answer === undefined ? [toNoteLine(toRefusal(decision))] : toWords(answer);
    const comment = decision.status === "answered" && at === 0 ? decision.comment?.trim() : undefined;
    return [id, { answers: [...words, ...(comment ? [toNoteLine(comment)] : [])] }] as const;
  });
  return Object.fromEntries(entries);
}

function toRefusal(decision: Decision): string {
  return decision.status === "declined" ? toUnansweredText(decision) : skippedText;
}

function toWords(answer: QuestionAnswer): string[] {
  if (answer.skipped === true) return [toNoteLine(skippedText)];
  const written = [answer.customInput, answer.notes].flatMap((text) => text?.trim() || []);
  return [...answer.selectedOptions, ...[...written, ...toPictureLines(answer)].map(toNoteLine)];
}

/** Codex takes only text for an answer. */
export function toPictureLines({ attachments = [] }: QuestionAnswer): string[] {
  return attachments.map((picture) => `Picture: ${describePicture(picture)}`);
}

export function toNoteLine(text: string): string {
  return notePrefix + text;
}

/** What the person wrote along with the decision about an approval, for the model; empty if nothing. */
export function toNote(asked: CodexAsk, decision: Decision): string {
  if (asked.type === "question") return "";
  return decision.status === "declined" ? (decision.reason?.trim() ?? "") : toVerdict(asked.ask, decision).remark;
}

/** What was answered in Codex's own dialog, from the text that its model was given. Undefined if nothing was answered. */
export function readAnswers(
  { ask, ids }: Extract<CodexAsk, { type: "question" }>,
  told: string,
): ReportedOutcome | undefined {
  const given = toFields(toFields(parseJson(told)).answers);
  const answers = ids.map((id, at): GivenAnswer => {
    const lines = toList(toFields(given[id]).answers).map(String);
    const question = ask.questions[at];
    const labels = question?.options.map(({ label }) => label) ?? [];
    const selectedOptions = lines.filter((line) => labels.includes(line)).slice(0, 1);
    const written = lines.filter((line) => !selectedOptions.includes(line)).map((line) => line.replace(notePrefix, ""));
    const text = written.join("\n").trim();
    const name = { question: question?.question ?? "" };
    if (selectedOptions.length > 0) return { ...name, selectedOptions, ...(text === "" ? {} : { notes: text }) };
    return text === ""
      ? { ...name, selectedOptions: [], skipped: true }
      : { ...name, selectedOptions: [], customInput: text };
  });
  return answers.every(({ skipped }) => skipped === true) ? undefined : { status: "answered", answers };
}

/** Whether the model was given this result. Codex may write the questions in another order. */
export function isSameResult(sent: unknown, told: string): boolean {
  const [ours, theirs] = [sent, parseJson(told)].map((result) => toFields(toFields(result).answers));
  const ids = Object.keys({ ...ours, ...theirs });
  const lines = (answers: Fields | undefined, id: string) => JSON.stringify(toList(toFields(answers?.[id]).answers));
  return ids.every((id) => lines(ours, id) === lines(theirs, id));
}

/** Whether a command, change or call was allowed, as it ended. */
export function wasAllowed({ status, error }: Fields): boolean {
  return status !== "declined" && !/^user (rejected|cancelled) MCP tool call$/.test(String(toFields(error).message));
}

/** A decision about an approval in Codex's own dialog. Codex says only whether it was allowed, not which of several choices that was. */
export function toWindowEnd(
  { approval, questions }: Pick<Ask, "approval" | "questions">,
  isAllowed: boolean,
): DialogEnd {
  const [chosen, ...others] = approval?.options?.filter(({ effect }) => (effect !== "deny") === isAllowed) ?? [];
  const [question] = questions;
  if (chosen === undefined || others.length > 0 || question === undefined)
    return { reason: isAllowed ? allowed : denied };
  const answers = [{ question: question.question, selectedOptions: [chosen.id] }];
  return { report: { status: "answered", answers } };
}
