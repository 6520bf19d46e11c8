import { type CleanPicture, join, textAt, viewOf } from "./parts.ts";

const endOfImage = 0xd9;
const startOfScan = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app14 = 0xee;
const app15 = 0xef;
const comment = 0xfe;

export function cleanJpeg(bytes: Uint8Array): CleanPicture | null {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 2)];
  let size: Omit<CleanPicture, "bytes"> | null = null;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Any number of these may come before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage) return size && { bytes: join([...parts, bytes.subarray(at, at + 2)]), ...size };
    if (at + 4 > bytes.length) return null;
    const length = view.getUint16(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    const segment = bytes.subarray(at, end);
    if (isFrame(marker) && segment.length >= 9)
      size ??= { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === startOfScan) end = endOfScan(bytes, end);
    if (marker === app0) parts.push(...withoutPreview(segment));
    else if (marker === app1) parts.push(...keepTurn(segment));
    else if (isSeen(marker, segment)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** SOF0 to SOF15; three numbers among them are other segments. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Of the application's segments: the colour profile and Adobe's colour transform. All others are metadata, as are comments. */
function isSeen(marker: number, segment: Uint8Array): boolean {
  if (marker === app2) return textAt(segment, 4, 11) === "ICC_PROFILE";
  return marker !== comment && (marker < app0 || marker > app15 || marker === app14);
}

const jfifLength = 18;

/** The JFIF segment without its small copy of the picture, which may be older than the picture. A JFXX segment is nothing else. */
function withoutPreview(segment: Uint8Array): Uint8Array[] {
  if (textAt(segment, 4, 5) !== "JFIF\0" || segment.length < jfifLength) return [];
  const head = segment.slice(0, jfifLength);
  viewOf(head).setUint16(2, jfifLength - 2);
  viewOf(head).setUint16(jfifLength - 2, 0);
  return [head];
}

/** Where the next segment begins: in the data of a scan, 0xff is followed by 0 or by the number of a restart. */
function endOfScan(bytes: Uint8Array, begin: number): number {
  for (let at = begin; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** Exif with nothing but how the picture is to be turned, which a phone writes there instead of turning the pixels. */
function keepTurn(segment: Uint8Array): Uint8Array[] {
  const turn = readTurn(segment);
  if (turn === null || turn < 2 || turn > 8) return [];
  const exif = "\xff\xe1\0\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0";
  const bytes = Uint8Array.from(exif, (character) => character.charCodeAt(0));
  bytes[29] = turn;
  return [bytes];
}

const orientation = 0x0112;

function readTurn(segment: Uint8Array): number | null {
  if (textAt(segment, 4, 6) !== "Exif\0\0" || segment.length < 18) return null;
  const tiff = segment.subarray(10);
  const view = viewOf(tiff);
  const isLittle = textAt(tiff, 0, 2) === "II";
  const first = view.getUint32(4, isLittle);
  if (first + 2 > tiff.length) return null;
  const count = view.getUint16(first, isLittle);
  for (let index = 0; index < count; index += 1) {
    const entry = first + 2 + index * 12;
    if (entry + 12 > tiff.length) return null;
    if (view.getUint16(entry, isLittle) === orientation) return view.getUint16(entry + 8, isLittle);
  }
  return null;
}
