import { toChosenEffect } from "./approval-options.ts";
import { cleanText } from "./clean-text.ts";
import { toEditable } from "./edited-input.ts";
import { maxEditedLength, maxInputLength } from "./limits.ts";
import type { GivenAnswer } from "./outcome-schemas.ts";
import { takesYesOrNo, unreachable } from "./question-kind.ts";
import type { Ask, AskKind, NumberQuestion, Question } from "./schemas.ts";

/** What is wrong with a text as the answer to a `number` question. */
export type NumberFault =
  | { code: "not-a-number"; text: string }
  | { code: "below-min"; min: number }
  | { code: "above-max"; max: number };

/** What is wrong with the person's own words as an answer of the question's kind. */
export type OwnWordsFault = NumberFault;

const ownWordsCodes: Record<OwnWordsFault["code"], true> = {
  "not-a-number": true,
  "below-min": true,
  "above-max": true,
};

export function isOwnWordsFault(fault: AnswerFault): fault is OwnWordsFault {
  return Object.hasOwn(ownWordsCodes, fault.code);
}

/** What is wrong with a text that a person wrote; `field` is the name it is sent under. */
type TextFault =
  | { code: "too-long"; field: string; length: number; limit: number }
  | { code: "not-plain-text"; field: string };

/** Why a reply does not answer its question. `at` is an index into `selectedOptions`. */
export type AnswerFault =
  | { code: "unknown-option"; at: number; label: string }
  | { code: "repeated-option"; at: number }
  | TextFault
  | { code: "approval-skipped" }
  | { code: "approval-takes-one" }
  | { code: "yes-or-no" }
  | { code: "required" }
  | { code: "skipped-and-answered" }
  | { code: "unanswered" }
  | { code: "takes-one" }
  /** Nothing of this call can be changed. */
  | { code: "not-editable" }
  /** What was changed goes only with an answer that allows once. */
  | { code: "edited-not-allowed" }
  /** There is neither a plan nor a change to comment on. */
  | { code: "not-reviewable" }
  /** Comments on lines go only with an answer that denies or allows once. */
  | { code: "review-not-decided" }
  /** A mark of a review, by its index: not in its lines, with nothing to say, or at the place of another. */
  | { code: "mark-misplaced" | "mark-empty" | "mark-twice"; mark: number }
  | OwnWordsFault;

/** The rules for a valid answer: every fault of a reply to this question, none if it is valid. */
export function faultsOf(
  kind: AskKind,
  question: Question,
  reply: Pick<GivenAnswer, "selectedOptions" | "customInput" | "notes" | "skipped">,
  limit = maxInputLength,
): AnswerFault[] {
  const { selectedOptions, customInput = "", skipped = false } = reply;
  const faults: AnswerFault[] = [];
  for (const [at, label] of selectedOptions.entries()) {
    if (!question.options.some((option) => option.label === label)) faults.push({ code: "unknown-option", at, label });
    else if (selectedOptions.indexOf(label) < at) faults.push({ code: "repeated-option", at });
  }
  for (const field of ["customInput", "notes"] as const) faults.push(...textFaults(field, reply[field] ?? "", limit));
  const typed = customInput.trim() !== "";
  const count = selectedOptions.length + (typed ? 1 : 0);
  if (takesYesOrNo(question) && (skipped || typed || (reply.notes ?? "").trim() !== ""))
    return [...faults, { code: "yes-or-no" }];
  if (kind === "approval") {
    if (skipped) faults.push({ code: "approval-skipped" });
    else if (typed || count !== 1) faults.push({ code: "approval-takes-one" });
  } else if (skipped) {
    if (question.required === true) faults.push({ code: "required" });
    else if (count > 0) faults.push({ code: "skipped-and-answered" });
  } else {
    if (count === 0) faults.push({ code: "unanswered" });
    else if (count > 1 && !question.multiSelect) faults.push({ code: "takes-one" });
    const wrong = typed ? ownWordsFault(question, customInput) : null;
    if (wrong !== null) faults.push(wrong);
  }
  return faults;
}

/** The faults of what a person changed in the input of a call. A change that is none has none. */
export function editFaults(
  ask: Ask,
  { edited, selectedOptions }: Pick<GivenAnswer, "edited" | "selectedOptions">,
): AnswerFault[] {
  const text = toEditable(ask);
  if (edited === undefined || edited === text) return [];
  if (text === undefined) return [{ code: "not-editable" }];
  if (toChosenEffect(ask, [{ selectedOptions }]) !== "allow-once" || edited.trim() === "")
    return [{ code: "edited-not-allowed" }];
  return textFaults("edited", edited.replaceAll("\t", " "), maxEditedLength);
}

function ownWordsFault(question: Question, text: string): OwnWordsFault | null {
  switch (question.kind) {
    case "number":
      return numberFault(question, text);
    case "choice":
    case "text":
    case "confirm":
      return null;
    default:
      return unreachable(question);
  }
}

/** The rules for every text from a person: within the limit, without control characters. */
export function textFaults(field: string, text: string, limit = maxInputLength): TextFault[] {
  const { length } = text;
  return [
    ...(length > limit ? [{ code: "too-long", field, length, limit } as const] : []),
    ...(text === cleanText(text) ? [] : [{ code: "not-plain-text", field } as const]),
  ];
}

/** What is wrong with a text as the answer to a `number` question, or null. */
export function numberFault({ min, max }: Pick<NumberQuestion, "min" | "max">, given: string): NumberFault | null {
  const text = given.trim();
  const value = Number(text);
  if (text === "" || !Number.isFinite(value)) return { code: "not-a-number", text };
  if (min !== undefined && value < min) return { code: "below-min", min };
  return max !== undefined && value > max ? { code: "above-max", max } : null;
}
