import { readPictureFile } from "@yourcall/client/internal/node";
import type { Attachment, QuestionAnswer } from "@yourcall/core";

/** A file whose picture goes with the answer to a question. */
export interface PictureFile {
  /** The index of the question. */
  question: number;
  path: string;
}

type Add = (picture: { data: string; name: string }) => Promise<Attachment>;

/** The answers, with the pictures of these files. Every file is read before the first is sent. Throws if one is no picture. */
export async function attachFiles(
  answers: readonly QuestionAnswer[],
  files: readonly PictureFile[],
  add: Add,
): Promise<QuestionAnswer[]> {
  const read = await Promise.all(
    files.map(async ({ question, path }) => ({ question, ...(await readPictureFile(path)) })),
  );
  const attached = [...answers];
  for (const { question, ...picture } of read) {
    const answer = attached[question];
    if (answer === undefined) continue;
    attached[question] = { ...answer, attachments: [...(answer.attachments ?? []), await add(picture)] };
  }
  return attached;
}
