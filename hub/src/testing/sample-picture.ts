import { crc32, deflateSync } from "node:zlib";

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
};

/** A PNG of one grey; `text` is metadata. Its pixels can be claimed to be more than there are. */
export function toPng(width: number, height: number, { grey = 128, text = "", rows = height } = {}): Buffer {
  const pixels = Buffer.alloc(rows * (width + 1), grey);
  for (let row = 0; row < rows; row += 1) pixels[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", Buffer.concat([u32(width), u32(height), Buffer.from([8, 0, 0, 0, 0])])),
    ...(text === "" ? [] : [chunk("tEXt", Buffer.from(`Comment\0${text}`, "latin1"))]),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
