import type { HubClient } from "@yourcall/client";
import { readPictureFile } from "@yourcall/client/internal/node";
import type { Attachment, QuestionAnswer } from "@yourcall/core";
import type { WireAsk } from "@yourcall/core/internal/wire";
import type { ChosenAnswer } from "./choose-answers.ts";

/** The answers, with the pictures of their files. Every file is read before the first is sent. Throws if one is no picture. */
export async function attachFiles(
  client: HubClient,
  { id }: WireAsk,
  answers: readonly QuestionAnswer[],
  chosen: readonly ChosenAnswer[],
): Promise<QuestionAnswer[]> {
  const read = await Promise.all(chosen.map(({ files = [] }) => Promise.all(files.map(readPictureFile))));
  const attached: QuestionAnswer[] = [];
  for (const [index, answer] of answers.entries()) {
    const attachments: Attachment[] = [];
    for (const picture of read[index] ?? []) attachments.push(await client.addPicture(id, picture));
    attached.push(attachments.length === 0 ? answer : { ...answer, attachments });
  }
  return attached;
}
