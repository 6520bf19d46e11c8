import { expect, test } from "vitest";
import { maxPictureBytes, readPicture } from "./picture.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test("the kind of a picture is that of its bytes", () => {
  expect(readPicture(bytesOf("\x89PNG\r\n\x1a\n…")).type).toBe("image/png");
  expect(readPicture(bytesOf("\xff\xd8\xff\xe0…JFIF")).type).toBe("image/jpeg");
  expect(readPicture(bytesOf("RIFF\x24\0\0\0WEBPVP8 ")).type).toBe("image/webp");
  expect(readPicture(bytesOf("GIF89a")).type).toBe("image/gif");
});

test("what is no picture is refused: SVG, HTML, sound, nothing", () => {
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', "<html>", "RIFF\x24\0\0\0WAVEfmt ", "\x89PN", ""])
    expect(() => readPicture(bytesOf(text))).toThrow("Only PNG, JPEG, WebP and GIF pictures can be sent.");
});

test("a picture larger than 10 MB is refused", () => {
  const png = new Uint8Array(maxPictureBytes + 1);
  png.set(bytesOf("\x89PNG\r\n\x1a\n"));
  expect(readPicture(png.subarray(0, maxPictureBytes)).type).toBe("image/png");
  expect(() => readPicture(png)).toThrow("The picture is larger than 10 MB.");
});
