import { cleanInput } from "../clean-text.ts";
import type { Answering } from "./answering.ts";
import { fromGiven } from "./entry.ts";
import { toField } from "./text-field.ts";

/** A half-filled ask as it travels: choices and texts, without focus, pages and cursors. Never an answer. */
export interface Draft {
  entries: DraftEntry[];
  comment: string;
  reason: string;
}

interface DraftEntry {
  selectedOptions: string[];
  otherPicked: boolean;
  other: string;
  note: string;
  skipped: boolean;
}

/** What a person has chosen and typed so far. */
export function toDraft(state: Answering): Draft {
  return {
    entries: state.entries.map((entry, index) => {
      const options = state.ask.questions[index]?.options ?? [];
      return {
        selectedOptions: options.flatMap((option, row) => (entry.picked[row] === true ? [option.label] : [])),
        otherPicked: entry.picked[options.length] === true,
        other: entry.other.text,
        note: entry.note.text,
        skipped: entry.skipped,
      };
    }),
    comment: state.comment.text,
    reason: state.reason.text,
  };
}

/** Goes on from a draft. A draft that is not one for this ask changes nothing. */
export function applyDraft(state: Answering, value: unknown): Answering {
  if (!isDraft(value) || value.entries.length !== state.entries.length) return state;
  const { entries, comment, reason } = value;
  const { maxLength } = state.settings;
  const toText = (text: string) => toField(cleanInput(text, { newlines: true, maxLength }));
  return {
    ...state,
    comment: toText(comment),
    reason: toText(reason),
    entries: state.entries.map((entry, index) => {
      const draft = entries[index];
      const question = state.ask.questions[index];
      if (draft === undefined || question === undefined) return entry;
      const { selectedOptions: labels, otherPicked: own, other, note, skipped } = draft;
      return fromGiven(state.ask, question, entry, { labels, own, other, note, skipped }, maxLength);
    }),
  };
}

// By hand: a schema would bring its library into every page that embeds a card.
function isDraft(value: unknown): value is Draft {
  const draft = value as Draft | null | undefined;
  return isText(draft?.comment) && isText(draft.reason) && Array.isArray(draft.entries) && draft.entries.every(isEntry);
}

function isEntry(value: unknown): value is DraftEntry {
  const entry = value as DraftEntry | null | undefined;
  return (
    Array.isArray(entry?.selectedOptions) &&
    entry.selectedOptions.every(isText) &&
    typeof entry.otherPicked === "boolean" &&
    typeof entry.skipped === "boolean" &&
    isText(entry.other) &&
    isText(entry.note)
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
