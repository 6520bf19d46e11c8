import { describe, expect, it } from "vitest";
import { cellWidth } from "../text/cell-width.ts";
import { asciiGlyphs, detectUnicode, type Glyphs, toAsciiPunctuation, toAsciiText, unicodeGlyphs } from "./glyphs.ts";

const names = Object.keys(unicodeGlyphs) as (keyof Glyphs)[];

describe("the glyphs", () => {
  it("take one cell each, so that columns line up", () => {
    const pairs = ["upDown", "leftRight"];
    for (const name of names)
      expect([name, cellWidth(unicodeGlyphs[name])]).toEqual([name, pairs.includes(name) ? 2 : 1]);
  });

  it("have ASCII forms, and both of a pair have the same width", () => {
    for (const name of names) expect(asciiGlyphs[name]).toMatch(/^[ -~]+$/);
    expect(asciiGlyphs.radioOn).toHaveLength(asciiGlyphs.radioOff.length);
    expect(asciiGlyphs.boxOn).toHaveLength(asciiGlyphs.boxOff.length);
  });

  it("tell chosen from not chosen without colour", () => {
    for (const glyphs of [unicodeGlyphs, asciiGlyphs]) {
      expect(glyphs.radioOn).not.toBe(glyphs.radioOff);
      expect(glyphs.boxOn).not.toBe(glyphs.boxOff);
    }
  });
});

describe("detectUnicode", () => {
  it.each([
    [{ LANG: "de_AT.UTF-8" }, true],
    [{ LANG: "C.utf8", TERM: "linux" }, true],
    [{ LC_ALL: "C", LANG: "en_US.UTF-8" }, false],
    [{ LC_ALL: "", LC_CTYPE: "UTF-8", LANG: "C" }, true],
    [{ LANG: "en_US.ISO-8859-1" }, false],
    [{}, false],
    [{ WT_SESSION: "1" }, true],
  ])("reads %j as %s", (env, unicode) => {
    expect(detectUnicode(env)).toBe(unicode);
  });
});

describe("toAsciiPunctuation", () => {
  it("keeps the width and everything that is not punctuation", () => {
    const text = "claude · “数据库” — Café…";
    expect(toAsciiPunctuation(text)).toBe('claude - "数据库" - Café~');
    expect(cellWidth(toAsciiPunctuation(text))).toBe(cellWidth(text));
  });
});

describe("toAsciiText", () => {
  it("spells our own words and marks in ASCII", () => {
    expect(toAsciiText("↑↓ move • enter choose and send • ? keys")).toBe(
      "up/down move * enter choose and send * ? keys",
    );
    expect(toAsciiText("Type something else…")).toBe("Type something else...");
    expect(toAsciiText("– Database: withdrawn by the agent")).toBe("- Database: withdrawn by the agent");
    expect(toAsciiText("↑ options")).toBe("up options");
  });

  it("leaves only ASCII", () => {
    expect(toAsciiText("“Café” 数")).toBe('"Cafe" ?');
  });
});
