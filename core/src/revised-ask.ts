import { type Draft, hasContent, isDraft } from "./answering/draft.ts";
import type { ReviewMark } from "./outcome-schemas.ts";
import { fileOf, fits, keepMarks, toReviewed } from "./review.ts";
import type { Ask, Question, Turn } from "./schemas.ts";

// What follows a question of the person: the agent replies and asks again, and its next ask is the same card, revised.

/**
 * Whether an ask that names no earlier one looks like the earlier one, revised: the same tool, or a question that kept its text or its
 * header. An agent whose way of asking has no room for an id is recognised by that.
 */
export function isRevision(earlier: Ask, ask: Ask): boolean {
  if (earlier.kind !== ask.kind) return false;
  if (ask.approval !== undefined) return earlier.approval?.tool === ask.approval.tool;
  return ask.questions.some((question) => findEarlier(earlier, question) !== -1);
}

/** What was said so far, for the ask that replies to this one. */
export function toThread({ thread = [], context }: Ask, asked: string): Turn[] {
  const last = thread.at(-1);
  if (last === undefined) return [{ asked }];
  return [...thread.slice(0, -1), context === undefined ? last : { ...last, reply: context }, { asked }];
}

/**
 * What was filled in for an ask, as far as it fits the one that replaces it: questions are found by their text or header, and the
 * machine drops choices that are no longer offered. Of an approval the note and the comments on lines stay, never a decision. Undefined
 * if that is nothing.
 */
export function refitDraft(earlier: Ask, draft: unknown, ask: Ask): Draft | undefined {
  if (!isDraft(draft)) return undefined;
  const entries = ask.questions.map((question) => {
    const entry = draft.entries[findEarlier(earlier, question)] ?? emptyEntry;
    return ask.kind === "approval" ? { ...emptyEntry, note: entry.note, attachments: entry.attachments } : entry;
  });
  const { comment, reason } = draft;
  const { review } = refitReview(earlier, draft.review ?? [], ask)?.draft ?? {};
  const refitted = { entries, comment, reason, ...(review === undefined ? {} : { review }) };
  return hasContent(refitted) ? refitted : undefined;
}

const emptyEntry: Draft["entries"][number] = {
  selectedOptions: [],
  otherPicked: false,
  other: "",
  note: "",
  skipped: false,
};

/**
 * The review of a plan or a change, for the version that replaces it: a draft with the comments that still find their lines, and those
 * that do not. Undefined if there is none, or the ask is about something else.
 */
export function refitReview(earlier: Ask, review: readonly ReviewMark[], ask: Ask): RefittedReview | undefined {
  const [before, after] = [toReviewed(earlier), toReviewed(ask)];
  if (before === undefined || after === undefined || !isRevision(earlier, ask)) return undefined;
  // Another file is another change.
  if (before.kind !== after.kind || fileOf(before, 1) !== fileOf(after, 1)) return undefined;
  const fitting = review.filter((mark) => fits(mark, before.lines));
  if (fitting.length === 0) return undefined;
  const { kept, lost } = keepMarks(fitting, before.lines, after.lines);
  const entries = ask.questions.map(() => emptyEntry);
  return { lost, ...(kept.length === 0 ? {} : { draft: { entries, comment: "", reason: "", review: kept } }) };
}

/** The comments on lines in a draft, which may be anything. */
export function reviewOfDraft(draft: unknown): readonly ReviewMark[] {
  return (isDraft(draft) ? draft.review : undefined) ?? [];
}

interface RefittedReview {
  draft?: Draft;
  lost: ReviewMark[];
}

function findEarlier({ questions }: Ask, { question, header }: Question): number {
  const same = questions.findIndex((candidate) => candidate.question === question);
  return same === -1
    ? questions.findIndex((candidate) => candidate.header !== "" && candidate.header === header)
    : same;
}
