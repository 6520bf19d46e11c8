import type { Attachment, QuestionAnswer, ReviewMark } from "../outcome-schemas.ts";
import type { FieldName } from "./answering.ts";
import type { TextEdit } from "./text-field.ts";

/** Everything that can happen while a person answers: their keys, clicks and lines, and whether the answer was accepted. */
export type AnsweringEvent =
  /** Move the focus by rows; `optionsOnly` stops at the last option (j and k never enter a field). */
  | { type: "move"; by: 1 | -1; optionsOnly?: boolean }
  /** The surface itself moved the focus to this row, as a browser does. */
  | { type: "focus"; row: number; question: number }
  /** Enter; `enterMeaning` says what it will do. */
  | { type: "enter" }
  /** Choose and stay (single-select), or toggle; the focused row unless one is named. */
  | { type: "pick"; row?: number; question?: number }
  /** A number key: chooses like Enter, toggles, edits question n, or opens Other, depending on the page and the row. */
  | { type: "digit"; digit: number }
  | { type: "toggle-all" }
  | { type: "open"; field: FieldName; question?: number }
  /** The whole text of a field in one event, as from an editor or a web field. */
  | { type: "set-text"; field: FieldName; text: string; question?: number }
  | { type: "leave-field" }
  | { type: "next" }
  | { type: "back" }
  | { type: "review" }
  | { type: "skip"; question?: number }
  | { type: "open-decline" }
  | { type: "decline" }
  /** Opens the field for a question to the agent; with that field open, asks it. */
  | { type: "ask-back" }
  | { type: "send" }
  | LineEvent
  /** The hub has a picture for the answer to this question. */
  | { type: "attach"; attachment: Attachment; question?: number }
  | { type: "detach"; hash: string; question?: number }
  /** A surface that was given the file itself adds it now; `attach` or `not-attached` follows. */
  | { type: "adding"; path: string; question: number }
  /** The picture could not be added. */
  | { type: "not-attached"; message: string }
  /** The approval has been shown to its end, so it may be allowed. */
  | { type: "seen" }
  /** The reply to `You also wrote …`: keep that text as a note. */
  | { type: "add-as-note" }
  /** The answer was not accepted by the hub, the host or an editor; `message` says why, unless the surface shows it. */
  | { type: "refused"; message?: string }
  /** The same person has opened the ask again. */
  | { type: "reopened" }
  | KeyEvent;

/** Reviewing a plan or a change line by line. `move`, `first`, `last` and `back` act on lines too while they are open. */
type LineEvent =
  | { type: "open-lines" }
  /** These lines, counted from 1, or the words `quote` of them, are selected; opens the lines. */
  | { type: "select"; from: number; to?: number; quote?: string }
  | { type: "extend"; by: 1 | -1 }
  /** Strikes out what is selected, or no longer. */
  | { type: "strike" }
  | { type: "remove-mark" }
  /** Asks for changes (`deny`), or approves with comments. */
  | { type: "send-review"; effect: "deny" | "allow-once" };

/** Events that only keys cause: moving to places that a pointer would click, and typing into the machine's fields. */
export type KeyEvent =
  | { type: "first" }
  | { type: "last" }
  | { type: "previous" }
  | { type: "go"; question: number }
  | { type: "help" }
  | { type: "scroll"; to: number }
  | { type: "insert"; text: string }
  | { type: "edit"; edit: TextEdit }
  /** Enter at a `confirm` question, whose letters go into a line. */
  | { type: "take-line" }
  /** An arrow there: either the line or the focus answers, so the line is emptied. */
  | { type: "leave-line"; by: 1 | -1 }
  /** A sheet's answers. They fill the questions and show the review; sending is another act. */
  | { type: "fill"; answers: QuestionAnswer[]; comment?: string; review?: ReviewMark[] };
