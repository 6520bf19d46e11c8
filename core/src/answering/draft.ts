import * as z from "zod/mini";
import { cleanInput } from "../clean-text.ts";
import { lazy } from "../lazy.ts";
import type { Answering } from "./answering.ts";
import { fromGiven } from "./entry.ts";
import { toField } from "./text-field.ts";

const draftSchema = /* @__PURE__ */ lazy(() => {
  const entry = z.object({
    selectedOptions: z.array(z.string()),
    otherPicked: z.boolean(),
    other: z.string(),
    note: z.string(),
    skipped: z.boolean(),
  });
  return z.object({ entries: z.array(entry).check(z.maxLength(4)), comment: z.string(), reason: z.string() });
});

/** A half-filled ask as it travels: choices and texts, without focus, pages and cursors. Never an answer. */
export type Draft = z.infer<ReturnType<typeof draftSchema>>;

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
  const result = z.safeParse(draftSchema(), value);
  if (!result.success || result.data.entries.length !== state.entries.length) return state;
  const { entries, comment, reason } = result.data;
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
