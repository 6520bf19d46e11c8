import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanInput, cleanLine, cleanText, toShowableJson } from "./clean-text.ts";

const esc = "\u001b";
const bell = "\u0007";
const csi = "\u009b";

describe("terminal sequences", () => {
  test.each([
    ["a colour", `${esc}[31mred${esc}[0m`, "red"],
    ["a cleared screen", `${esc}[2J${esc}[Hnew`, "new"],
    ["private modes", `${esc}[?1049hin${esc}[?1049l`, "in"],
    ["an 8-bit colour", `${csi}31mred${csi}0m`, "red"],
    ["a window title", `${esc}]0;evil title${bell}text`, "text"],
    ["a title ended by ST", `${esc}]2;evil${esc}\\text`, "text"],
    ["an 8-bit title", `\u009d0;evil\u009ctext`, "text"],
    ["a clipboard write", `a${esc}]52;c;ZXZpbA==${bell}b`, "ab"],
    ["a link", `${esc}]8;;http://evil${esc}\\click${esc}]8;;${esc}\\`, "click"],
    ["a device string", `a${esc}P1$r0m${esc}\\b`, "ab"],
    ["an application string", `a${esc}_Gi=1;AAAA${esc}\\b`, "ab"],
    ["a privacy message", `a${esc}^x${esc}\\b`, "ab"],
    ["a start of string", `a${esc}Xx${esc}\\b`, "ab"],
    ["a full reset", `a${esc}cb`, "ab"],
    ["a character set", `a${esc}(0b`, "ab"],
    ["a saved cursor", `a${esc}7b${esc}8`, "ab"],
  ])("%s leaves nothing behind", (_, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  test.each([
    ["title", `before${esc}]0;evil`],
    ["8-bit title", "before\u009d0;evil"],
    ["device string", `before${esc}Pevil`],
    ["application string", `before${esc}_evil`],
  ])("an unterminated %s takes its line with it, not the next one", (_, text) => {
    expect(cleanText(text)).toBe("before");
    expect(cleanText(`${text}\nafter`)).toBe("before\nafter");
  });

  test.each([
    ["control sequence", `before${esc}[38;5`],
    ["8-bit control sequence", `before${csi}38;5`],
    ["escape", `before${esc}`],
  ])("an unterminated %s at the end is removed", (_, text) => {
    expect(cleanText(text)).toBe("before");
  });

  test("a sequence inside a sequence cannot reassemble", () => {
    for (const text of [`${esc}${esc}[31m[31mx`, `${esc}[3${esc}[31m1mx`, `${esc}]0;a${esc}[0mb${bell}x`])
      expect(cleanText(text)).not.toContain(esc);
  });
});

describe("characters that hide or reverse text", () => {
  test.each([
    ["right-to-left override", "a\u202eb", "ab"],
    ["isolates", "\u2066a\u2069", "a"],
    ["marks", "a\u200e\u200f\u061cb", "ab"],
    ["zero-width space and joiner", "a\u200b\u2060b", "ab"],
    ["byte order mark", "\ufeffa", "a"],
    ["tag characters", "a\u{e0041}\u{e0042}b", "ab"],
    ["tag characters put together from halves", "a\udb40\u200b\udc41b", "a\ufffd\ufffdb"],
    ["soft hyphen", "a\u00adb", "ab"],
    ["null and delete", "a\u0000b\u007fc", "abc"],
    ["backspaces that overwrite", "safe\b\b\b\bevil", "safeevil"],
  ])("%s", (_, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  test("lone surrogates become visible", () => {
    expect(cleanText("a\ud800b\udc00")).toBe("a\ufffdb\ufffd");
  });

  test("ordinary text stays: emoji with joiners, Persian with non-joiners, accents, CJK", () => {
    for (const text of ["👩‍👩‍👧 ❤️", "می\u200cخواهم", "e\u0301", "データベース", "1️⃣", "straße"])
      expect(cleanText(text)).toBe(text);
  });
});

test("every kind of line end becomes one, and a tab two spaces", () => {
  expect(cleanText("a\r\nb\rc\u2028d\u2029e\u0085f\n\ng")).toBe("a\nb\nc\nd\ne\nf\n\ng");
  expect(cleanText("a\tb")).toBe("a  b");
});

test("a line has single spaces and is trimmed", () => {
  expect(cleanLine("  two\n\n lines\tand  more ")).toBe("two lines and more");
});

describe("pasted text", () => {
  test("loses its line ends unless the field allows them", () => {
    expect(cleanInput("a\r\n\nb")).toBe("a b");
    expect(cleanInput("a\r\nb", { newlines: true })).toBe("a\nb");
  });

  test("is cut to the field's length, never inside a surrogate pair", () => {
    expect(cleanInput("x".repeat(3000))).toHaveLength(2000);
    expect(cleanInput("abc😀", { maxLength: 4 })).toBe("abc");
    expect(cleanInput("abc😀", { maxLength: 5 })).toBe("abc😀");
  });
});

const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be gone
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;

function expectClean(text: string): void {
  const cleaned = cleanText(text);
  expect(cleaned).not.toMatch(forbidden);
  expect(cleaned.isWellFormed()).toBe(true);
  expect(cleanText(cleaned)).toBe(cleaned);
}

describe("whatever the text", () => {
  const bytes = fc.uint8Array({ maxLength: 40 });
  const hostileUnits = fc.constantFrom(
    ...[0x1b, 0x5b, 0x5d, 0x50, 0x5c, 0x07, 0x9b, 0x9c, 0x9d, 0x90, 0x6d, 0x3b, 0x30, 0x0a, 0x0d, 0x09],
    ...[0x202e, 0x200b, 0x2066, 0xfeff, 0xd83d, 0xde00, 0xdb40, 0xdc41, 0xd800, 0xdfff, 0x41],
  );
  const anyUnits = fc.array(fc.oneof(hostileUnits, fc.integer({ min: 0, max: 0xffff })), { maxLength: 40 });

  test("bytes read as latin1 come out clean, and cleaning again changes nothing", () => {
    fc.assert(
      fc.property(bytes, (value) => expectClean(String.fromCharCode(...value))),
      { numRuns: 400 },
    );
  });

  test("bytes read as utf8 come out clean", () => {
    fc.assert(
      fc.property(bytes, (value) => expectClean(new TextDecoder().decode(value))),
      { numRuns: 400 },
    );
  });

  test("any UTF-16 comes out clean", () => {
    fc.assert(
      fc.property(anyUnits, (units) => expectClean(String.fromCharCode(...units))),
      { numRuns: 1000 },
    );
  });

  test("clean text is returned unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
        expect(cleanText(text)).toBe(text);
      }),
    );
  });

  test("JSON for display keeps every character and contains nothing that cleaning would remove", () => {
    fc.assert(
      fc.property(anyUnits, (units) => {
        const text = String.fromCharCode(...units);
        const json = toShowableJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(cleanText(json)).toBe(json);
      }),
      { numRuns: 1000 },
    );
    expect(toShowableJson(["a\u009b31m\u202e\u{e0041}\u{e07ff}", "ü 東 👩‍💻"])).toBe(
      '["a\\u009b31m\\u202e\\udb40\\udc41\\udb41\\udfff","ü 東 👩‍💻"]',
    );
  });
});
