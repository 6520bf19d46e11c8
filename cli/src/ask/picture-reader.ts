import type { LiveAsk } from "@yourcall/client";
import { type Asker, type Outcome, YourcallError } from "@yourcall/core";
import { attachmentsOf } from "@yourcall/core/internal";

/** Reads the pictures of outcomes for their agent, through the connections on which these came. */
export function createPictureReader() {
  const sources = new Map<string, Pick<LiveAsk, "readPicture">>();
  const picture: NonNullable<Asker["picture"]> = async (_, hash) => {
    const read = await sources.get(hash)?.readPicture(hash);
    if (read === undefined) throw new YourcallError("not-found", "There is no such picture.");
    return read;
  };
  return {
    picture,
    /** Takes note of the pictures of an outcome. */
    take(live: Pick<LiveAsk, "readPicture">, outcome: Outcome): Outcome {
      for (const { hash } of attachmentsOf(outcome)) sources.set(hash, live);
      return outcome;
    },
  };
}
