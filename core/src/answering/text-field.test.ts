import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCharacters } from "../count-characters.ts";
import { editText, emptyField, insertText, isAtEdge, type TextEdit, type TextField, toField } from "./text-field.ts";

const family = "👩‍👩‍👧";
const accent = "e\u0301";
const edits: TextEdit[] = [
  ...(["left", "right", "up", "down", "line-start", "line-end", "word-left", "word-right"] as const),
  ...(["backspace", "delete", "delete-word", "delete-to-start", "delete-to-end"] as const),
];

/** A field written with its cursor, as `one|two`. */
const at = (drawn: string): TextField => ({ text: drawn.replace("|", ""), cursor: drawn.indexOf("|") });
const drawn = ({ text, cursor }: TextField) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;
const after = (before: string, ...keys: TextEdit[]) => drawn(keys.reduce(editText, at(before)));

describe("the cursor", () => {
  test("moves by what a person calls a character", () => {
    expect(after(`a${family}|b`, "left")).toBe(`a|${family}b`);
    expect(after(`a|${family}b`, "right")).toBe(`a${family}|b`);
    expect(after(`caf${accent}|`, "left")).toBe(`caf|${accent}`);
    expect(after(`|${accent}`, "right")).toBe(`${accent}|`);
    expect(after("🇩🇪🇫🇷|", "left")).toBe("🇩🇪|🇫🇷");
  });

  test("stops at both ends", () => {
    expect(after("|ab", "left")).toBe("|ab");
    expect(after("ab|", "right")).toBe("ab|");
  });

  test("goes to the start and end of its line, not of the text", () => {
    expect(after("one\ntw|o\nsix", "line-start")).toBe("one\n|two\nsix");
    expect(after("one\ntw|o\nsix", "line-end")).toBe("one\ntwo|\nsix");
    expect(after("one\n|\nsix", "line-start")).toBe("one\n|\nsix");
    expect(after("one\n|\nsix", "line-end")).toBe("one\n|\nsix");
  });

  test("moves by words over blanks and line breaks", () => {
    expect(after("one two  |", "word-left")).toBe("one |two  ");
    expect(after("one two|", "word-left", "word-left", "word-left")).toBe("|one two");
    expect(after("one| two three", "word-right")).toBe("one two| three");
    expect(after("one|\ntwo", "word-right")).toBe("one\ntwo|");
  });

  test("keeps its column when it changes the line, as far as the line reaches", () => {
    expect(after("one\ntw|o", "up")).toBe("on|e\ntwo");
    expect(after("long line\nab\nlong line|", "up")).toBe("long line\nab|\nlong line");
    expect(after("on|e\ntwo", "down")).toBe("one\ntw|o");
    expect(after("one|\n\nsix", "down")).toBe("one\n|\nsix");
    expect(after(`${family}${family}|x\nabc`, "down")).toBe(`${family}${family}x\nab|c`);
  });

  test("stays if there is no line above or below", () => {
    expect(after("o|ne\ntwo", "up")).toBe("o|ne\ntwo");
    expect(after("one\nt|wo", "down")).toBe("one\nt|wo");
  });

  test("is at the edge on the first and the last line only", () => {
    expect(isAtEdge(at("o|ne\ntwo"), "up")).toBe(true);
    expect(isAtEdge(at("o|ne\ntwo"), "down")).toBe(false);
    expect(isAtEdge(at("one\n|two"), "up")).toBe(false);
    expect(isAtEdge(at("one\n|two"), "down")).toBe(true);
    expect(isAtEdge(at("one\n|"), "up")).toBe(false);
    expect(isAtEdge(emptyField, "up") && isAtEdge(emptyField, "down")).toBe(true);
  });
});

describe("deleting", () => {
  test("removes a whole character before or after the cursor", () => {
    expect(after(`a${family}|b`, "backspace")).toBe("a|b");
    expect(after(`a|${family}b`, "delete")).toBe("a|b");
    expect(after(`caf${accent}|`, "backspace")).toBe("caf|");
    expect(after("one\n|two", "backspace")).toBe("one|two");
    expect(after("one|\ntwo", "delete")).toBe("one|two");
  });

  test("removes the word before the cursor with the blanks after it", () => {
    expect(after("one two  |three", "delete-word")).toBe("one |three");
    expect(after(`one ${family}${accent}|`, "delete-word")).toBe("one |");
    expect(after("one tw|o", "delete-word")).toBe("one |o");
  });

  test("removes the line up to the cursor or from it on, and no other line", () => {
    expect(after("one\ntw|o\nsix", "delete-to-start")).toBe("one\n|o\nsix");
    expect(after("one\nt|wo\nsix", "delete-to-end")).toBe("one\nt|\nsix");
  });

  test("nothing returns the same field object", () => {
    const start = at("|one");
    for (const edit of ["backspace", "delete-word", "delete-to-start", "left", "up"] as const)
      expect(editText(start, edit)).toBe(start);
    const end = toField("one");
    for (const edit of ["delete", "delete-to-end", "right", "down"] as const) expect(editText(end, edit)).toBe(end);
  });
});

describe("inserting", () => {
  const free = { newlines: true, maxLength: 100 };

  test("puts text at the cursor and the cursor after it", () => {
    expect(drawn(insertText(at("on|e"), "123", free).field)).toBe("on123|e");
  });

  test("keeps line breaks in fields with lines and turns them into spaces elsewhere", () => {
    expect(insertText(emptyField, "a\r\nb\rc", free).field.text).toBe("a\nb\nc");
    expect(insertText(emptyField, "a\n\nb", { ...free, newlines: false }).field.text).toBe("a b");
  });

  test("drops escape sequences and control characters", () => {
    expect(insertText(emptyField, "\u001b[31mred\u001b[0m\u0007", free).field.text).toBe("red");
  });

  test("accepts what fits within the limit and counts the rest", () => {
    const { field, cut } = insertText(at("ab|cd"), "123", { newlines: true, maxLength: 6 });
    expect(drawn(field)).toBe("ab12|cd");
    expect(cut).toBe(1);
    expect(insertText(toField("full"), "x", { newlines: true, maxLength: 4 })).toEqual({
      field: toField("full"),
      cut: 1,
    });
  });

  test("never leaves half a surrogate pair at the limit", () => {
    expect(insertText(toField("abc"), "😀", { newlines: true, maxLength: 4 }).field.text).toBe("abc");
  });
});

test("after any edits the cursor is in the text, and no edit invents text", () => {
  const text = fc.array(fc.constantFrom("a", " ", "\n", family, accent, "漢", "😀"), { maxLength: 20 });
  fc.assert(
    fc.property(text, fc.array(fc.constantFrom(...edits), { maxLength: 30 }), (pieces, pressed) => {
      let field = toField(pieces.join(""));
      for (const edit of pressed) {
        const before = field;
        field = editText(field, edit);
        expect(field.cursor).toBeGreaterThanOrEqual(0);
        expect(field.cursor).toBeLessThanOrEqual(field.text.length);
        expect(field.text.isWellFormed()).toBe(true);
        expect(toCharacters(before.text).length).toBeGreaterThanOrEqual(toCharacters(field.text).length);
        if (!edit.startsWith("delete") && edit !== "backspace") expect(field.text).toBe(before.text);
      }
    }),
  );
});
