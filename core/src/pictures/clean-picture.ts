import { YourcallError } from "../errors.ts";
import type { Picture, PictureType } from "../picture.ts";
import { cleanGif } from "./clean-gif.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanPng } from "./clean-png.ts";
import { cleanWebp } from "./clean-webp.ts";
import type { CleanPicture } from "./parts.ts";

const cleaners: Record<PictureType, (bytes: Uint8Array) => CleanPicture | null> = {
  "image/png": cleanPng,
  "image/jpeg": cleanJpeg,
  "image/webp": cleanWebp,
  "image/gif": cleanGif,
};

/** More is no picture of a screen or a camera that a model could use, but a small file that fills the memory of the program that opens it. */
const maxPixels = 100_000_000;

/**
 * The picture without anything but itself: no place and time of a camera, no comments, no other file after its end. Nothing is decoded,
 * so its pixels are what they were. Throws if the bytes are not one whole picture of this kind, or if it is too large to be opened.
 */
export function cleanPicture({ type, bytes }: Picture): Picture & CleanPicture {
  const cleaned = cleaners[type](bytes);
  if (cleaned === null) throw new YourcallError("invalid-ask", "The picture is damaged or not complete.");
  const { width, height } = cleaned;
  if (width === 0 || height === 0 || width * height > maxPixels)
    throw new YourcallError(
      "invalid-ask",
      `The picture has ${width} × ${height} pixels; at most 100 million are accepted.`,
    );
  return { type, ...cleaned };
}
