import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Picture, YourcallError } from "@yourcall/core";
import { cleanPicture, readPicture } from "@yourcall/core/internal";

/** The pictures of a session's messages, by ids that follow from their bytes. */
export interface SessionPictures {
  /** Keeps a picture, without what a camera or a program wrote into it. Throws if the bytes are none, are too many, or if there are too many pictures. */
  add(bytes: Uint8Array): { id: string } & Picture;
  /** Throws if there is no such picture. */
  read(id: string): Picture;
}

const mostPictures = 200;
const isId = /^[0-9a-f]{40}\.(png|jpeg|webp|gif)$/;

/** Keeps pictures as files in this folder, which is created with the first. */
export function openSessionPictures(folder: string): SessionPictures {
  return {
    add(given) {
      const { type, bytes } = cleanPicture(readPicture(given));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (readdirSync(folder).length >= mostPictures)
        throw new YourcallError("too-many", `The session already has ${mostPictures} pictures.`);
      const id = `${hash("sha256", bytes).slice(0, 40)}.${type.slice("image/".length)}`;
      writeFileSync(join(folder, id), bytes, { mode: 0o600 });
      return { id, type, bytes };
    },
    read(id) {
      const bytes = isId.test(id) ? readIfThere(join(folder, id)) : undefined;
      if (bytes === undefined) throw new YourcallError("not-found", `The session has no picture ${id}.`);
      return readPicture(bytes);
    },
  };
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
