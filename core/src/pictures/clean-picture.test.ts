import { crc32, deflateSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Picture } from "../picture.ts";
import { cleanPicture } from "./clean-picture.ts";

type Type = Picture["type"];
const clean = (type: Type, bytes: Uint8Array) => cleanPicture({ type, bytes });
const bytesOf = (text: string) => Buffer.from(text, "latin1");
const u16 = (value: number, little = false) => {
  const bytes = Buffer.alloc(2);
  if (little) bytes.writeUInt16LE(value);
  else bytes.writeUInt16BE(value);
  return bytes;
};
const u32 = (value: number, little = false) => {
  const bytes = Buffer.alloc(4);
  if (little) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};

const chunk = (name: string, data: Buffer) =>
  Buffer.concat([u32(data.length), bytesOf(name), data, u32(crc32(Buffer.concat([bytesOf(name), data])))]);
const png = (width: number, height: number, ...extra: Buffer[]) =>
  Buffer.concat([
    ...[bytesOf("\x89PNG\r\n\x1a\n"), chunk("IHDR", Buffer.concat([u32(width), u32(height), bytesOf("\x08\0\0\0\0")]))],
    ...[...extra, chunk("IDAT", deflateSync(Buffer.alloc(12))), chunk("IEND", Buffer.alloc(0))],
  ]);
// As a browser writes them: 6 × 4 pixels, without the colour profile.
const jpegHead = Buffer.from("/9j/4AAQSkZJRgABAQAAAQABAAA=", "base64");
const jpegRest = Buffer.from(
  "/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/9sAQwEODg4TERMmFRUmTzUtNU9PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P/8AAEQgABAAGAwEiAAIRAQMRAf/EABUAAQEAAAAAAAAAAAAAAAAAAAAF/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAAAAQF/8QAGhEAAgIDAAAAAAAAAAAAAAAAAAIEcQUzNP/aAAwDAQACEQMRAD8AmALMPQtB8h0vZ//Z",
  "base64",
);
const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), u16(data.length + 2), data]);
const jpeg = (...extra: Buffer[]) => Buffer.concat([jpegHead, ...extra, jpegRest]);
const exif = (turn: number, little: boolean, secret: string) => {
  const entry = Buffer.concat([u16(0x112, little), u16(3, little), u32(1, little), u16(turn, little), u16(0)]);
  const tiff = [bytesOf(little ? "II" : "MM"), u16(42, little), u32(8, little), u16(1, little), entry, u32(0)];
  return segment(0xe1, Buffer.concat([bytesOf("Exif\0\0"), ...tiff, bytesOf(secret)]));
};
const webpChunk = (name: string, data: Buffer) =>
  Buffer.concat([bytesOf(name), u32(data.length, true), data, Buffer.alloc(data.length % 2)]);
const vp8 = webpChunk(
  "VP8 ",
  Buffer.from("8AEAnQEqBgAEAAKAQiWoAnRyAKoABT4AAP7qZf9erXP8/veUUHl9k8G3PdXnwbcAQAA=", "base64").subarray(0, 50),
);
const webp = (...chunks: Buffer[]) => {
  const body = Buffer.concat([bytesOf("WEBP"), ...chunks]);
  return Buffer.concat([bytesOf("RIFF"), u32(body.length, true), body]);
};
const vp8x = (flags: number) => webpChunk("VP8X", Buffer.from([flags, 0, 0, 0, 5, 0, 0, 3, 0, 0]));
const gif = (...extra: Buffer[]) =>
  Buffer.concat([
    ...[bytesOf("GIF89a"), u16(6, true), u16(4, true), Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])],
    ...[...extra, Buffer.from([0x2c, 0, 0, 0, 0, 6, 0, 4, 0, 0, 2, 2, 0x4c, 1, 0, 0x3b])],
  ]);
const blocks = (label: number, ...texts: string[]) =>
  Buffer.concat([
    Buffer.from([0x21, label]),
    ...texts.map((text) => Buffer.concat([Buffer.from([text.length]), bytesOf(text)])),
    Buffer.from([0]),
  ]);
const gps = "51.5007 N, 0.1246 W";

const plain: [Type, Buffer][] = [
  ["image/png", png(6, 4)],
  ["image/jpeg", jpeg()],
  ["image/webp", webp(vp8)],
  ["image/gif", gif()],
];

test("a small preview in a JPEG, which may show what was cut off the picture, is left out", () => {
  const jfif = Buffer.concat([bytesOf("JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01"), bytesOf("RGB")]);
  const withPreviews = Buffer.concat([
    ...[jpegHead.subarray(0, 2), segment(0xe0, jfif), segment(0xe0, bytesOf(`JFXX\0\x10${gps}`)), jpegRest],
  ]);
  expect(clean("image/jpeg", withPreviews)?.bytes).toEqual(clean("image/jpeg", jpeg())?.bytes);
});

test.each(plain)("a plain %s stays as it is", (type, bytes) => {
  const cleaned = clean(type, bytes);
  expect(Buffer.from(cleaned.bytes).equals(bytes)).toBe(true);
  expect(cleaned).toMatchObject({ width: 6, height: 4 });
});

describe("what a camera or a program wrote into a picture is removed", () => {
  test.each<[string, Type, Buffer, Buffer]>([
    [
      "Exif and text of a PNG",
      "image/png",
      png(6, 4, chunk("eXIf", bytesOf(gps)), chunk("tEXt", bytesOf(gps))),
      png(6, 4),
    ],
    ["an unknown chunk of a PNG", "image/png", png(6, 4, chunk("prVt", bytesOf(gps))), png(6, 4)],
    ["Exif of a JPEG", "image/jpeg", jpeg(exif(1, true, gps)), jpeg()],
    [
      "XMP and comments of a JPEG",
      "image/jpeg",
      jpeg(segment(0xe1, bytesOf(`http://ns.adobe.com/xap/1.0/\0${gps}`)), segment(0xfe, bytesOf(gps))),
      jpeg(),
    ],
    ["a second picture of a JPEG", "image/jpeg", jpeg(segment(0xe2, bytesOf(`MPF\0${gps}`))), jpeg()],
    [
      "Exif and XMP of a WebP",
      "image/webp",
      webp(vp8x(0x0c), vp8, webpChunk("EXIF", bytesOf(gps)), webpChunk("XMP ", bytesOf(gps))),
      webp(vp8x(0), vp8),
    ],
    ["comments of a GIF", "image/gif", gif(blocks(0xfe, gps, gps), blocks(0xff, "XMP DataXMP", gps)), gif()],
  ])("%s", (_, type, bytes, expected) => {
    expect(bytes.includes(gps)).toBe(true);
    expect(Buffer.from(clean(type, bytes).bytes).toString("latin1")).toBe(expected.toString("latin1"));
  });

  test.each([true, false])("but not how a JPEG is to be turned", (little) => {
    const { bytes } = clean("image/jpeg", jpeg(exif(6, little, gps)));
    expect(Buffer.from(bytes).equals(jpeg(exif(6, false, "")))).toBe(true);
  });

  test("but not the colours and the repeats of an animation", () => {
    const profile = segment(0xe2, bytesOf("ICC_PROFILE\0\x01\x01…"));
    const adobe = segment(0xee, bytesOf("Adobe\0\x64\0\0\0\0\x01"));
    const repeats = blocks(0xff, "NETSCAPE2.0", "\x01\0\0");
    for (const [type, bytes] of [
      ["image/jpeg", jpeg(profile, adobe)],
      ["image/png", png(6, 4, chunk("gAMA", u32(45455)))],
      ["image/gif", gif(repeats, blocks(0xf9, "\x04\x0a\0\0"))],
    ] as const)
      expect(Buffer.from(clean(type, bytes).bytes).equals(bytes)).toBe(true);
  });
});

test.each(plain)("what comes after the end of a %s is removed", (type, bytes) => {
  const more = Buffer.concat([bytes, bytesOf("PK\x03\x04 <script>alert(1)</script>")]);
  expect(Buffer.from(clean(type, more).bytes).equals(bytes)).toBe(true);
});

test.each(plain)("a %s that ends too early is refused", (type, bytes) => {
  for (let length = 12; length < bytes.length; length += 1)
    expect(() => clean(type, bytes.subarray(0, length))).toThrow("damaged or not complete");
});

test("a small file that would fill the memory is refused", () => {
  expect(() => clean("image/png", png(60_000, 60_000))).toThrow("60000 × 60000 pixels");
  expect(() => clean("image/png", png(0, 4))).toThrow("0 × 4 pixels");
});

test.each(plain)(
  "bytes of a %s that were changed anywhere are cleaned or refused, and cleaning again changes nothing",
  (type, bytes) => {
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        const changed = Buffer.from(bytes);
        for (const [at, value] of changes) changed[at] = value;
        let cleaned: Uint8Array;
        try {
          cleaned = clean(type, changed).bytes;
        } catch (error) {
          expect(String(error)).toMatch(/damaged or not complete|pixels/);
          return;
        }
        expect(Buffer.from(clean(type, cleaned).bytes).equals(cleaned)).toBe(true);
      }),
      { numRuns: 150 },
    );
  },
);
