import { cleanLine } from "./clean-text.ts";
import { maxPictures } from "./limits.ts";
import type { Attachment, GivenAnswer, Issue, Outcome } from "./outcome-schemas.ts";
import { pictureTypes } from "./picture.ts";
import { takesYesOrNo } from "./question-kind.ts";
import type { Ask, Question } from "./schemas.ts";

// Pictures that go with an answer. They go wherever a note does, and an answer still needs a choice or words.

/** Whether pictures can go with an answer to this question. */
export function takesPictures(ask: Pick<Ask, "kind"> & { ownList?: boolean }, question: Question): boolean {
  return ask.ownList !== true && !takesYesOrNo(question);
}

/** Whether this says of a picture what an attachment must, as in a draft from elsewhere. Without a schema, for pages that have none. */
export function isAttachment(value: unknown): value is Attachment {
  const { hash, type, bytes, width, height, name, ask } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof hash === "string" &&
    /^[0-9a-f]{64}$/.test(hash) &&
    pictureTypes.some((known) => known === type) &&
    [bytes, width, height].every((size) => Number.isSafeInteger(size)) &&
    [name, ask].every((text) => text === undefined || typeof text === "string")
  );
}

/** The faults in the pictures that answers name: only those that were added to the ask count, and not too many. */
export function pictureIssues(
  ask: Ask,
  given: readonly GivenAnswer[],
  pictures: readonly Pick<Attachment, "hash">[],
): Issue[] {
  const issues: Issue[] = [];
  const named = new Set(given.flatMap(({ attachments = [] }) => attachments.map(({ hash }) => hash)));
  if (named.size > maxPictures) issues.push({ path: "answers", message: tooManyPictures });
  for (const [index, { question, attachments = [] }] of given.entries()) {
    const path = `answers[${index}].attachments`;
    const found = ask.questions.find((candidate) => candidate.question === question);
    if (attachments.length > 0 && found !== undefined && !takesPictures(ask, found))
      issues.push({ path, message: "This question takes no picture." });
    for (const [at, { hash }] of attachments.entries())
      if (!pictures.some((picture) => picture.hash === hash))
        issues.push({ path: `${path}[${at}]`, message: "This picture was not added to the ask. Add it, then answer." });
  }
  return issues;
}

export const tooManyPictures = `At most ${maxPictures} pictures can go with the answers to one ask.`;

/** The pictures that a reply names, as they were added. */
export function findAttachments(
  { attachments = [] }: Pick<GivenAnswer, "attachments">,
  pictures: readonly Attachment[],
): { attachments?: Attachment[] } {
  const hashes = new Set(attachments.map(({ hash }) => hash));
  const found = pictures.filter(({ hash }) => hashes.has(hash));
  return found.length === 0 ? {} : { attachments: found };
}

/** Every picture of an outcome, each once. An outcome that a page sends may be anything. */
export function attachmentsOf(outcome: Outcome | undefined): Attachment[] {
  if (outcome?.status !== "answered" || !Array.isArray(outcome.answers)) return [];
  const all = outcome.answers.flatMap((answer) => [answer?.attachments ?? []].flat().filter(isAttachment));
  return [...new Map(all.map((attachment) => [attachment.hash, attachment])).values()];
}

/** The outcome, with where its reader finds each picture. */
export function withPlaces(outcome: Outcome, whereOf: (attachment: Attachment) => string | undefined): Outcome {
  if (outcome.status !== "answered" || attachmentsOf(outcome).length === 0) return outcome;
  const place = (attachment: Attachment): Attachment => ({ ...attachment, where: whereOf(attachment) });
  const answers = outcome.answers.map((answer) =>
    answer.attachments === undefined ? answer : { ...answer, attachments: answer.attachments.map(place) },
  );
  return { ...outcome, answers };
}

/** A picture in words: `sketch.png (PNG, 480 × 320, 184 KB)`. */
export function describePicture(attachment: Attachment): string {
  const { name, type, width, height, bytes, where } = attachment;
  const kind = type.slice("image/".length).toUpperCase();
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  const place = where === undefined ? "" : `, in ${cleanLine(where)}`;
  return `${toPictureName({ name, type })} (${kind}, ${width} × ${height}, ${size})${place}`;
}

/** How many pictures go with an answer: `2 pictures`; empty if none do. */
export function toPictureCount({ attachments = [] }: { attachments?: readonly unknown[] }): string {
  const { length } = attachments;
  return length === 0 ? "" : length === 1 ? "1 picture" : `${length} pictures`;
}

/** The name of a picture, on one line. One that was pasted or taken with a camera has none of its own. */
export function toPictureName({ name = "", type }: Pick<Attachment, "name" | "type">): string {
  return cleanLine(name).trim() || `picture.${extensionOf(type)}`;
}

/** The ending of a file of this type. */
export function extensionOf(type: Attachment["type"]): string {
  return type === "image/jpeg" ? "jpg" : type.slice("image/".length);
}
