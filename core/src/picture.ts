import { YourcallError } from "./errors.ts";

/** The kinds of pictures that every agent and every browser can read. No SVG: it can contain scripts. */
export const pictureTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export type PictureType = (typeof pictureTypes)[number];

/** A picture that has been checked. */
export interface Picture {
  type: PictureType;
  bytes: Uint8Array;
}

/** A picture's bytes as base64, as it is sent. */
export interface PictureData {
  type: PictureType;
  data: string;
}

export const maxPictureBytes = 10 * 1024 * 1024;
export const pictureTooLarge = "The picture is larger than 10 MB.";

/** Where each kind begins with which bytes; -1 stands for any byte. */
const beginnings: Record<PictureType, readonly number[]> = {
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/webp": [0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x57, 0x45, 0x42, 0x50],
  "image/gif": [0x47, 0x49, 0x46, 0x38],
};

/** The picture that these bytes are, whatever a file name or a header says. Throws if they are none, or too many. */
export function readPicture(bytes: Uint8Array): Picture {
  if (bytes.length > maxPictureBytes) throw new YourcallError("too-large", pictureTooLarge);
  const type = pictureTypes.find((type) => beginnings[type].every((byte, at) => byte === -1 || byte === bytes[at]));
  if (type === undefined) throw new YourcallError("invalid-ask", "Only PNG, JPEG, WebP and GIF pictures can be sent.");
  return { type, bytes };
}
