import { isAttachment } from "../attachments.ts";
import { fitText } from "../clean-text.ts";
import { toEditable } from "../edited-input.ts";
import { maxMarks } from "../limits.ts";
import type { ReviewMark } from "../outcome-schemas.ts";
import type { Answering, FieldName } from "./answering.ts";
import { fromGiven, type Given } from "./entry.ts";
import { ruleOf } from "./field-events.ts";
import { editedText, withEntries } from "./question-answer.ts";
import { canAskBack, noneRow, otherRow } from "./rows.ts";
import { toField } from "./text-field.ts";

/** A half-filled ask to store: choices and texts, without focus, pages and cursors. Never an answer. */
export interface Draft {
  entries: Given[];
  comment: string;
  reason: string;
  /** A question to the agent that was not asked yet. */
  asked?: string;
  /** What the person changed the call to. */
  edited?: string;
  /** What the person wrote about lines of the plan or the change. */
  review?: ReviewMark[];
}

/**
 * What a person has chosen and typed so far.
 *
 * @example
 * const draft = toDraft(state);
 * localStorage.setItem("draft", JSON.stringify(draft));
 */
export function toDraft(state: Answering): Draft {
  return {
    entries: withEntries(state).map(({ question, entry }) => {
      const other = otherRow(state.ask, question);
      return {
        selectedOptions: entry.picked.flatMap((row) => (row === other ? [] : (question.options[row]?.label ?? []))),
        otherPicked: entry.picked.includes(other),
        other: entry.other.text,
        note: entry.note.text,
        skipped: entry.skipped,
        ...(entry.attachments.length === 0 ? {} : { attachments: [...entry.attachments] }),
        ...(entry.picked.includes(noneRow(state.ask, question)) ? { none: true } : {}),
      };
    }),
    comment: state.comment.text,
    reason: state.reason.text,
    ...(state.asked.text === "" ? {} : { asked: state.asked.text }),
    ...(editedText(state) === null ? {} : { edited: state.edited.text }),
    ...(state.marks.length === 0 ? {} : { review: [...state.marks] }),
  };
}

/**
 * Continues from a draft. A draft that does not fit this ask changes nothing.
 *
 * @example
 * const continued = applyDraft(startAnswering(ask), toDraft(state));
 */
export function applyDraft(state: Answering, value: unknown): Answering {
  if (!isDraft(value) || value.entries.length !== state.entries.length) return state;
  const { entries, comment, reason, asked = "" } = value;
  const fit = (field: FieldName, text: string) => fitText(text, ruleOf(state, field, state.at)).text;
  const text = toEditable(state.ask);
  const edited = text === undefined ? "" : fit("edited", value.edited ?? text);
  const review = state.ask.kind === "approval" ? (value.review ?? []).slice(0, maxMarks) : [];
  return {
    ...state,
    comment: toField(fit("comment", comment)),
    reason: toField(fit("reason", reason)),
    asked: toField(fit("asked", canAskBack(state.ask) ? asked : "")),
    marks: review.map(({ from, to, quote, comment, replacement }) => ({
      from,
      to,
      quote,
      ...(comment === undefined ? {} : { comment: fit("mark-comment", comment) }),
      ...(replacement === undefined ? {} : { replacement: fit("replacement", replacement) }),
    })),
    edited: edited === state.edited.text ? state.edited : toField(edited),
    entries: withEntries(state).map(({ question, entry }, index) => {
      const draft = entries[index];
      return draft === undefined ? entry : fromGiven(state.ask, question, entry, draft, state.settings.maxLength);
    }),
  };
}

/** Whether this is a draft. Checked by hand: a schema would pull zod into every page that embeds a card. */
export function isDraft(value: unknown): value is Draft {
  const draft = value as Draft | null | undefined;
  return (
    areTexts([draft?.comment, draft?.reason, draft?.asked ?? "", draft?.edited ?? ""]) &&
    Array.isArray(draft?.entries) &&
    draft.entries.every(isEntry) &&
    (draft.review === undefined || (Array.isArray(draft.review) && draft.review.every(isMark)))
  );
}

function isMark(value: unknown): boolean {
  const mark = value as ReviewMark | null | undefined;
  return (
    areTexts([mark?.quote, mark?.comment ?? "", mark?.replacement ?? ""]) &&
    Number.isInteger(mark?.from) &&
    Number.isInteger(mark?.to)
  );
}

function isEntry(value: unknown): boolean {
  const entry = value as Given | null | undefined;
  return (
    areTexts(entry?.selectedOptions) &&
    areTexts([entry?.other, entry?.note]) &&
    typeof entry?.otherPicked === "boolean" &&
    typeof entry.skipped === "boolean" &&
    (entry.none === undefined || typeof entry.none === "boolean") &&
    (entry.attachments === undefined || (Array.isArray(entry.attachments) && entry.attachments.every(isAttachment)))
  );
}

function areTexts(values: unknown): boolean {
  return Array.isArray(values) && values.every((value) => typeof value === "string");
}

/** Whether the draft contains anything a person chose or typed. Opening an ask creates an empty one. */
export function hasContent({ entries, comment, reason, asked = "", edited, review = [] }: Draft): boolean {
  return (
    edited !== undefined ||
    review.length > 0 ||
    [comment, reason, asked].some((text) => text !== "") ||
    entries.some(
      ({ selectedOptions, otherPicked, other, note, skipped, none, attachments = [] }) =>
        [...selectedOptions, ...attachments].length > 0 ||
        otherPicked ||
        other !== "" ||
        note !== "" ||
        skipped ||
        none === true,
    )
  );
}

/** Whether two drafts are equal, or there is neither. */
export function isSameDraft(one: Draft | undefined, other: Draft | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
