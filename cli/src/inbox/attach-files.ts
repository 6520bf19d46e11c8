import { readPictureFile } from "@yourcall/client/internal/node";
import { type Attachment, messageOf, type QuestionAnswer, YourcallError } from "@yourcall/core";

/** A file whose picture goes with the answer to a question. */
export interface PictureFile {
  /** The index of the question. */
  question: number;
  path: string;
  /** Where a sheet names it. */
  line?: number;
}

/** The files that are no pictures, each with why. Nothing was sent. */
export class NoPictures extends YourcallError {
  override readonly name = "NoPictures";
  readonly faults: readonly { file: PictureFile; message: string }[];

  constructor(faults: NoPictures["faults"]) {
    super("invalid-answer", faults.map(({ message }) => message).join("\n"));
    this.faults = faults;
  }
}

type Add = (picture: { data: string; name: string }) => Promise<Attachment>;

/** The answers, with the pictures of these files. Every file is read before the first is sent. Throws `NoPictures` if one is none. */
export async function attachFiles(
  answers: readonly QuestionAnswer[],
  files: readonly PictureFile[],
  add: Add,
): Promise<QuestionAnswer[]> {
  const read = await Promise.allSettled(files.map(({ path }) => readPictureFile(path)));
  const faults = files.flatMap((file, index) => {
    const one = read[index];
    return one?.status === "rejected" ? [{ file, message: messageOf(one.reason) }] : [];
  });
  if (faults.length > 0) throw new NoPictures(faults);
  const attached = [...answers];
  for (const [index, { question }] of files.entries()) {
    const [one, answer] = [read[index], attached[question]];
    if (one?.status !== "fulfilled" || answer === undefined) continue;
    attached[question] = { ...answer, attachments: [...(answer.attachments ?? []), await add(one.value)] };
  }
  return attached;
}
