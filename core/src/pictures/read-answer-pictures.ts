import type { Asker } from "../asker.ts";
import { attachmentsOf } from "../attachments.ts";
import type { Attachment, Outcome } from "../outcome-schemas.ts";
import type { PictureData } from "../picture.ts";

/** A picture of an answer with its bytes. */
interface AnswerPicture extends PictureData {
  attachment: Attachment;
}

/**
 * The pictures of an outcome, for an agent that can look at them. One that cannot be read is left out: the text still names it, and an
 * answer must not get lost with a picture.
 */
export async function readAnswerPictures(
  asker: Pick<Asker, "picture">,
  outcome: Outcome | undefined,
): Promise<AnswerPicture[]> {
  const reading = attachmentsOf(outcome).map(async (attachment) => {
    const read = attachment.ask === undefined ? undefined : await asker.picture?.(attachment.ask, attachment.hash);
    return read === undefined ? [] : [{ attachment, type: read.type, data: read.data }];
  });
  return (await Promise.all(reading.map((one) => one.catch(() => [])))).flat();
}
