import type { ContentBlock } from "@agentclientprotocol/sdk";
import type { Asker, Outcome } from "@yourcall/core";
import { describePicture, readAnswerPictures } from "@yourcall/core/internal";

/** The pictures of an answer as parts of a prompt, each after the question that it belongs to. */
export async function toPictureBlocks(asker: Pick<Asker, "picture">, outcome: Outcome): Promise<ContentBlock[]> {
  const pictures = await readAnswerPictures(asker, outcome);
  return pictures.flatMap(({ attachment, type, data }): ContentBlock[] => {
    const answers = outcome.status === "answered" ? outcome.answers : [];
    const answer = answers.find(({ attachments = [] }) => attachments.some(({ hash }) => hash === attachment.hash));
    const text = `The user's answer to "${answer?.question}" came with this picture: ${describePicture(attachment)}`;
    return [
      { type: "text", text },
      { type: "image", mimeType: type, data },
    ];
  });
}
