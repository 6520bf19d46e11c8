import type { QuestionAnswer } from "../schemas.ts";
import type { FieldName } from "./answering.ts";
import type { TextEdit } from "./text-field.ts";

/** Everything that can happen while a person answers: their keys, clicks and lines, and whether the answer was accepted. */
export type AnsweringEvent =
  /** Move the focus by rows; `optionsOnly` stops at the last option (j and k never enter a field). */
  | { type: "move"; by: 1 | -1; optionsOnly?: boolean }
  /** The focus went to this row by itself, as a browser's does. */
  | { type: "focus"; row: number; question: number }
  /** Enter; `enterMeaning` says what it will do. */
  | { type: "enter" }
  /** Choose and stay (single-select), or toggle; the focused row unless one is named. */
  | { type: "pick"; row?: number; question?: number }
  /** A number key: choose as Enter, toggle, edit question n, or open Other. */
  | { type: "digit"; digit: number }
  | { type: "toggle-all" }
  | { type: "open"; field: FieldName; question?: number }
  /** The whole text of a field at once, as an editor or a web field gives it. */
  | { type: "set-text"; field: FieldName; text: string; question?: number }
  | { type: "leave-field" }
  | { type: "next" }
  | { type: "back" }
  | { type: "review" }
  | { type: "skip"; question?: number }
  | { type: "open-decline" }
  | { type: "decline" }
  | { type: "send" }
  /** Everything that an approval is about has been on the screen, so that it may be allowed. */
  | { type: "seen" }
  /** Answers to `You also wrote …`: keep the words as a note. */
  | { type: "add-as-note" }
  /** The answer was not accepted by the hub, the host or an editor; `message` says why, unless the surface shows it. */
  | { type: "refused"; message?: string }
  /** The ask is open again, for the same person. */
  | { type: "reopened" }
  | KeyEvent;

/** Events that only keys cause: reaching places that a pointer reaches by itself, and typing into the machine's fields. */
export type KeyEvent =
  | { type: "first" }
  | { type: "last" }
  | { type: "previous" }
  | { type: "go"; question: number }
  | { type: "help" }
  | { type: "scroll"; to: number }
  | { type: "insert"; text: string }
  | { type: "edit"; edit: TextEdit }
  /** A sheet's answers. They fill the questions and show the review; sending is another act. */
  | { type: "fill"; answers: QuestionAnswer[]; comment?: string };
