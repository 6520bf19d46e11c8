import { type CleanPicture, join, slice, textAt, viewOf } from "./parts.ts";

/** The chunks that change what is seen. Text, time and Exif do not; an unknown one is left out, as every reader may do. */
const kept = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT".split(" "),
);
const signatureLength = 8;

export function cleanPng(bytes: Uint8Array): CleanPicture | null {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, signatureLength)];
  let size = { width: 0, height: 0 };
  for (let at = signatureLength; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const name = textAt(bytes, at + 4, 4);
    const chunk = slice(bytes, at, at + 12 + length);
    const isFirst = at === signatureLength;
    if (chunk === null || isFirst !== (name === "IHDR") || (isFirst && length !== 13)) return null;
    if (isFirst) size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (kept.has(name)) parts.push(chunk);
    if (name === "IEND") return { bytes: join(parts), ...size };
    at += chunk.length;
  }
  return null;
}
