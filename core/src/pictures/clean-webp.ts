import { type CleanPicture, join, slice, textAt, viewOf } from "./parts.ts";

const kept = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]);
const headLength = 12;
// Bits of VP8X that announce the chunks which are left out.
const hasExif = 0x08;
const hasXmp = 0x04;

export function cleanWebp(bytes: Uint8Array): CleanPicture | null {
  if (bytes.length < headLength) return null;
  const view = viewOf(bytes);
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) return null;
  const parts: Uint8Array[] = [];
  let size: Omit<CleanPicture, "bytes"> | null = null;
  let hasPixels = false;
  for (let at = headLength; at < end; ) {
    if (at + 8 > end) return null;
    const name = textAt(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    // A chunk of an odd length is followed by one byte.
    const given = slice(bytes, at, at + 8 + length + (length % 2));
    if (given === null) return null;
    size ??= readSize(name, given);
    hasPixels ||= name === "VP8 " || name === "VP8L" || name === "ANMF";
    if (kept.has(name)) parts.push(name === "VP8X" ? withoutMetadata(given) : given);
    at += given.length;
  }
  if (size === null || !hasPixels) return null;
  const body = join(parts);
  const head = bytes.slice(0, headLength);
  viewOf(head).setUint32(4, 4 + body.length, true);
  return { bytes: join([head, body]), ...size };
}

function withoutMetadata(chunk: Uint8Array): Uint8Array {
  const copy = chunk.slice();
  copy[8] = (copy[8] ?? 0) & ~(hasExif | hasXmp);
  return copy;
}

/** The size that the first chunk gives, whichever of the three it is. */
function readSize(name: string, chunk: Uint8Array): Omit<CleanPicture, "bytes"> | null {
  if (chunk.length < (name === "VP8L" ? 13 : 18)) return null;
  const view = viewOf(chunk);
  if (name === "VP8X")
    return { width: (view.getUint32(12, true) & 0xffffff) + 1, height: (view.getUint32(14, true) >>> 8) + 1 };
  if (name === "VP8 ") return { width: view.getUint16(14, true) & 0x3fff, height: view.getUint16(16, true) & 0x3fff };
  if (name !== "VP8L") return null;
  const bits = view.getUint32(9, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
