import { crc32, deflateSync } from "node:zlib";

const colours = 64;

/**
 * A picture with a palette, about a third of the size: pages have few colours, and the rest is the edges of letters.
 * @param {{ width: number, height: number, pixels: Uint8Array }} picture RGBA
 */
export function toPalettePng({ width, height, pixels }) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const colourAt = (/** @type {number} */ at) =>
    ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
  for (let at = 0; at < pixels.length; at += 4) counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1);
  /** @type {number[]} */
  const names = [];
  // The large areas as they are; of the rest only what differs, or the edges of black letters would take all places.
  for (const [colour] of [...counts].sort(([, one], [, other]) => other - one))
    if (names.length < 16 || names.every((other) => away(colour, other) > 400)) names.push(colour);
  names.splice(colours);
  const nearest = new Map([...counts.keys()].map((colour) => [colour, toNearest(colour, names)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = nearest.get(colourAt((y * width + x) * 4)) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, by palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    toChunk("IHDR", header),
    toChunk("PLTE", Buffer.from(names.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    toChunk("IDAT", deflateSync(rows, { level: 9 })),
    toChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** @param {number} colour @param {number[]} palette */
function toNearest(colour, palette) {
  return palette.reduce((best, other, at) => (away(colour, other) < away(colour, palette[best] ?? 0) ? at : best), 0);
}

/** @param {number} one @param {number} other */
function away(one, other) {
  return [16, 8, 0].reduce((sum, bits) => sum + (((one >> bits) & 255) - ((other >> bits) & 255)) ** 2, 0);
}

/** @param {string} type @param {Buffer} data */
function toChunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
