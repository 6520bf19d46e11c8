import { type CleanPicture, join, slice, textAt, viewOf } from "./parts.ts";

const extension = 0x21;
const image = 0x2c;
const trailer = 0x3b;
const graphicControl = 0xf9;
const application = 0xff;
/** How often an animation is repeated. Every other application extension is metadata. */
const repeats = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);

export function cleanGif(bytes: Uint8Array): CleanPicture | null {
  if (bytes.length < 13) return null;
  const view = viewOf(bytes);
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let at = 13 + paletteLength(bytes[10]);
  const head = slice(bytes, 0, at);
  if (head === null) return null;
  const parts = [head];
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === trailer) return { bytes: join([...parts, bytes.subarray(at, at + 1)]), ...size };
    if (kind !== extension && kind !== image) return null;
    // An image has its place, size and palette, and one byte more before its data.
    const begin = kind === extension ? at + 2 : at + 10 + paletteLength(bytes[at + 9]) + 1;
    const end = skipBlocks(bytes, begin);
    if (end === null) return null;
    if (kind === image || isSeen(bytes, at)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

function isSeen(bytes: Uint8Array, at: number): boolean {
  const label = bytes[at + 1];
  return label === graphicControl || (label === application && repeats.has(textAt(bytes, at + 3, 11)));
}

const paletteLength = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));

/** Where the blocks that begin here end; null if the file ends before. */
function skipBlocks(bytes: Uint8Array, begin: number): number | null {
  let at = begin;
  for (;;) {
    const length = bytes[at];
    if (length === undefined) return null;
    at += 1 + length;
    if (length === 0) return at;
  }
}
