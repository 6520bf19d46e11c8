import { createHash } from "node:crypto";
import { type Attachment, type PictureData, YourcallError } from "@yourcall/core";
import { attachmentsOf, cleanPicture, maxPictures, readPicture, toPictureName } from "@yourcall/core/internal";
import type { AddedPicture } from "@yourcall/core/internal/wire";
import type { Clock } from "./clock.ts";
import { alreadyEnded, notFound } from "./hub-errors.ts";
import type { AskRecord, Store } from "./store/store.ts";

/** The pictures that people add to asks, for their answers. */
export interface HubPictures {
  /** Keeps a picture without anything but itself. Throws if the bytes are none, or the ask takes no more. */
  add(id: string, given: AddedPicture): Promise<Attachment>;
  remove(id: string, hash: string): Promise<void>;
  read(id: string, picture: Attachment): Promise<PictureData>;
  /** The picture of an ask that has this hash; throws if there is none. */
  find(id: string, hash: string): Promise<Attachment>;
  /** The pictures of the ask, which answers may name. Not read if these answers name none. */
  forAnswers(id: string, answers: unknown): Promise<Attachment[]>;
  /** The pictures of an ask go to the one that replies to it. Losing them loses no question. */
  takeOver(from: string, to: string): Promise<void>;
  /** The ask has ended: what its answer does not name is removed. */
  ended(record: AskRecord): void;
}

const tooMany = `This ask already has ${maxPictures} pictures. Remove one first.`;

export function createPictures(store: Store, clock: Clock): HubPictures {
  /** Pending asks that got a picture here. What this forgets is removed with its ask. */
  const added = new Set<string>();

  async function find(id: string, hash: string): Promise<Attachment> {
    const picture = (await store.picturesOf(id)).find((candidate) => candidate.hash === hash);
    if (picture === undefined) throw new YourcallError("not-found", "The ask has no such picture.");
    return picture;
  }

  return {
    find,
    async add(id, given) {
      const { type, bytes, width, height } = toClean(Buffer.from(given.data, "base64"));
      const hash = createHash("sha256").update(bytes).digest("hex");
      const name = given.name === undefined ? undefined : toPictureName({ name: given.name, type });
      const picture: Attachment = { hash, type, bytes: bytes.length, width, height, ...(name && { name }) };
      const data = Buffer.from(bytes).toString("base64");
      added.add(id);
      if (await store.addPicture({ ask: id, picture, data, at: clock.now() }, maxPictures))
        return { ...picture, ask: id };
      const record = await store.get(id);
      if (record === null) throw notFound(id);
      if (record.outcome !== undefined) throw alreadyEnded(record.outcome);
      throw new YourcallError("too-many", tooMany);
    },
    async remove(id, hash) {
      const others = (await store.picturesOf(id)).filter((picture) => picture.hash !== hash);
      await store.keepPictures(
        id,
        others.map((picture) => picture.hash),
      );
    },
    async read(id, { hash, type }) {
      const data = await store.pictureData(id, hash);
      if (data === null) throw new YourcallError("not-found", "The ask has no such picture.");
      return { type, data };
    },
    forAnswers: (id, answers) => (namesPictures(answers) ? store.picturesOf(id) : Promise.resolve([])),
    async takeOver(from, to) {
      added.add(to);
      await store.copyPictures(from, to).catch(() => {});
    },
    ended(record) {
      if (!added.delete(record.id)) return;
      // An agent that was asked something asks again, and what was filled in goes to that ask.
      if (record.outcome?.status === "declined" && record.outcome.asked !== undefined) return;
      const used = attachmentsOf(record.outcome).map(({ hash }) => hash);
      store.keepPictures(record.id, used).catch(() => {});
    },
  };
}

/** Whether a draft, which may be anything, names pictures. */
export function hasPictures(draft: unknown): boolean {
  return JSON.stringify(draft ?? null).includes('"attachments"');
}

function toClean(bytes: Uint8Array): ReturnType<typeof cleanPicture> {
  try {
    return cleanPicture(readPicture(bytes));
  } catch (error) {
    const isPicture = !YourcallError.isInstance(error) || error.code !== "invalid-ask";
    throw isPicture ? error : new YourcallError("invalid-answer", error.message);
  }
}

function namesPictures(answers: unknown): boolean {
  return Array.isArray(answers) && answers.some((answer) => answer?.attachments !== undefined);
}
