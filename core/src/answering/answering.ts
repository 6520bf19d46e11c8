import type { OwnWordsFault } from "../answer-rules.ts";
import { denyRow, toShownAsk } from "../approval-options.ts";
import { toEditable } from "../edited-input.ts";
import { maxInputLength } from "../limits.ts";
import { splitRecommended } from "../option-name.ts";
import type { Attachment, QuestionAnswer, ReviewMark } from "../outcome-schemas.ts";
import type { Ask, Question } from "../schemas.ts";
import { emptyField, type TextField, toField } from "./text-field.ts";

export type FieldName =
  | "other"
  | "note"
  | "comment"
  | "reason"
  | "asked"
  | "edited"
  | "picture"
  | "mark-comment"
  | "replacement";

/** The state of one question. rows.ts says which rows it has. */
export interface Entry {
  /** The row that keys act on. A focus is not a choice. */
  focus: number;
  /** The chosen rows (single-select: at most one) in the order of selection. */
  picked: readonly number[];
  other: TextField;
  note: TextField;
  /** The pictures that go with the answer. The hub has them. */
  attachments: readonly Attachment[];
  skipped: boolean;
}

/** What a surface may set when answering starts. */
export interface AnsweringSettings {
  /** Where Esc on the first question leads: to the decline page, or out to the list of asks. */
  escapeTo: "decline" | "list";
  /** Do letters act as commands? */
  letters: boolean;
  /** Whether Other can be chosen before it has text, like a radio button. Otherwise the text comes first. */
  otherAtOnce: boolean;
  /** Whether the surface can add a picture whose path is typed. */
  pictures: boolean;
  maxLength: number;
}

/** Why an entry is not an answer. */
export type EntryProblem =
  | { code: "nothing-chosen" | "nothing-ticked" | "nothing-written" | "other-empty" | "note-alone" }
  | OwnWordsFault;

/** Why an event was refused. */
export type Notice =
  | EntryProblem
  | { code: "still-open"; count: number }
  | { code: "approval-skipped" }
  /** The question cannot be skipped. */
  | { code: "required" }
  /** `confirm` takes yes or no, and `text` is neither. */
  | { code: "yes-or-no"; text: string }
  /** The approval has not been shown to its end yet. */
  | { code: "not-seen" }
  /** Text was typed while no field is open; `other`: whether the question has an Other to type it into. */
  | { code: "no-field"; other: boolean }
  /** The end of a text was cut off: how many characters, if known. */
  | { code: "cut"; limit: number; count?: number }
  | { code: "note-too-long"; limit: number; length: number }
  /** There is no question in the field for one. */
  | { code: "nothing-asked" }
  /** What was changed in a call can only be allowed once, and not with nothing in it. */
  | { code: "edited-not-allowed" }
  /** Comments on lines go only with an answer that denies or allows once. */
  | { code: "review-not-decided" }
  /** No line has a comment, a strike or a replacement yet. */
  | { code: "nothing-marked" }
  /** More is marked than one answer can carry. */
  | { code: "review-too-long" }
  /** No more pictures can go with the answers. */
  | { code: "too-many-pictures"; limit: number }
  /** A picture is still being added. */
  | { code: "picture-on-its-way" }
  /** This denial is sent as words alone. */
  | { code: "denial-without-pictures" }
  /** The refusing side's own message. */
  | { code: "refused"; message: string };

/**
 * How answering ended, by an act of the person. `left` goes back to the list with the ask still pending. With `asked`, the person asks
 * the agent something before they decide.
 */
export type AnsweringEnd =
  | { type: "submitted"; answers: QuestionAnswer[]; comment?: string }
  | { type: "declined"; reason?: string; asked?: string }
  | { type: "left" };

/** Which part of what is reviewed is selected: lines, counted from 1, or words of them. */
export interface LineSelection {
  /** The line that keys move. */
  line: number;
  /** The line at which the selection began. */
  anchor: number;
  from: number;
  to: number;
  /** The selected text; empty until the lines were first opened. */
  quote: string;
}

/** The whole state of answering one ask. Made by `startAnswering`, changed by the machine (machine.ts) and nothing else. */
export interface Answering {
  ask: Ask;
  settings: AnsweringSettings;
  /** `review` lists the answers before they are sent; on `lines` a plan or a change is reviewed line by line. */
  page: "question" | "review" | "decline" | "lines";
  /** The current question, even while the review or the decline page covers it. */
  at: number;
  entries: readonly Entry[];
  /** The open field, which gets the keys. */
  field: FieldName | null;
  comment: TextField;
  reason: TextField;
  /** What the person wants to ask the agent before they decide. */
  asked: TextField;
  /** What would run, as the person changed it; at first as it was asked for. Empty if nothing can be changed. */
  edited: TextField;
  /** The path of a picture to add. */
  picture: TextField;
  /** What the surface is asked to add now; `attach` or `not-attached` follows. */
  adding: { path: string; question: number } | null;
  /** What is typed at a `confirm` question, where every letter is text. It is neither Other nor part of a draft. */
  line: TextField;
  /** What the person wrote about lines of the plan or the change, in the order of the document. */
  marks: readonly ReviewMark[];
  selection: LineSelection;
  /** The text of the open field `mark-comment` or `replacement`. What is typed there is in `marks` too. */
  markText: TextField;
  /** Focus on the review: the questions, then Comment, then Send. */
  reviewRow: number;
  /** Focus on the decline page: keep answering, decline, decline and say why. */
  declineRow: number;
  /** Where `Keep answering` leads. */
  declineFrom: "question" | "review";
  /** The question was opened from the review and goes back there when it is done. */
  fromReview: boolean;
  /** A confirmation, answered with Enter or Esc before anything is sent. */
  asking: "skip" | "also-wrote" | null;
  /** Why the last event was refused, until the next event. Surfaces put it into words. */
  notice: Notice | null;
  help: boolean;
  scroll: number;
  /** Whether the approval has been shown to its end; true from the start for an ask that is not an approval. */
  seen: boolean;
  end: AnsweringEnd | null;
}

/**
 * The state in which an ask is first shown: nothing chosen, the recommended option focused.
 *
 * @example
 * const state = startAnswering(ask);
 * console.log(current(state).question.question);
 */
export function startAnswering(given: Ask, settings: Partial<AnsweringSettings> = {}): Answering {
  const ask = toShownAsk(given);
  return {
    ask,
    settings: {
      escapeTo: "decline",
      letters: true,
      otherAtOnce: false,
      pictures: false,
      maxLength: maxInputLength,
      ...settings,
    },
    page: "question",
    at: 0,
    entries: ask.questions.map((question) => ({
      focus: firstFocus(ask, question),
      picked: [],
      other: emptyField,
      note: emptyField,
      attachments: [],
      skipped: false,
    })),
    field: opensAsField(ask, 0) ? "other" : null,
    comment: emptyField,
    reason: emptyField,
    asked: emptyField,
    edited: toField(toEditable(ask) ?? ""),
    picture: emptyField,
    adding: null,
    line: emptyField,
    marks: [],
    selection: { line: 1, anchor: 1, from: 1, to: 1, quote: "" },
    markText: emptyField,
    reviewRow: 0,
    declineRow: 0,
    declineFrom: "question",
    fromReview: false,
    asking: null,
    notice: null,
    help: false,
    scroll: 0,
    seen: ask.kind !== "approval",
    end: null,
  };
}

// An approval starts on Deny, where a stray Enter does no harm. If several options are recommended, the first row is focused, as if none were.
function firstFocus(ask: Ask, question: Question): number {
  if (ask.kind === "approval") return Math.max(0, denyRow(ask));
  const recommended = question.options.flatMap((option, row) =>
    splitRecommended(option.label).recommended ? [row] : [],
  );
  return recommended.length === 1 ? (recommended[0] ?? 0) : 0;
}

/** Whether the question has no options: then it is nothing but a field, which is open from the start. */
export function opensAsField(ask: Ask, at: number): boolean {
  return ask.questions[at]?.options.length === 0;
}

/**
 * The current question and its entry.
 *
 * @example
 * const { question, entry } = current(state);
 * console.log(question.question, entry.picked);
 */
export function current(state: Answering): { question: Question; entry: Entry } {
  const question = state.ask.questions[state.at];
  const entry = state.entries[state.at];
  if (question === undefined || entry === undefined) throw new RangeError(`The ask has no question ${state.at}.`);
  return { question, entry };
}
