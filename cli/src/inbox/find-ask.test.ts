import { createAskId } from "@yourcall/client";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWholeId, matchIds, toShortIds } from "./find-ask.ts";

const first = "ask_7Q2FAAAAAAAAAAAAAAAAAAX9KD";
const second = "ask_7Q2FBBBBBBBBBBBBBBBBBB3M4N";

describe("an id may be given", () => {
  test.each([first, "ask_7Q2FA", "7Q2FA", "X9KD", "ask_X9KD", "x9kd", "ASK_x9kd"])("as %s", (given) => {
    expect(matchIds(given, [first, second])).toEqual([first]);
  });
});

test("an ambiguous id names all matching asks", () => {
  expect(matchIds("7Q2F", [first, second])).toEqual([first, second]);
});

test.each(["", "ask_", "9KD", "ask_9KD", "AAAA", "7Q2FC"])("%j matches no ask", (given) => {
  expect(matchIds(given, [first, second])).toEqual([]);
});

test("a whole id is found without a list", () => {
  expect(isWholeId(createAskId())).toBe(true);
  expect(isWholeId("7Q2F")).toBe(false);
  expect(isWholeId("ask_7Q2F")).toBe(false);
});

test("a short id always means its own ask, however similar the ids are", () => {
  const letters = fc.constantFrom("A", "B");
  const id = fc.string({ unit: letters, minLength: 26, maxLength: 26 }).map((text) => `ask_${text}`);
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 40 }), (ids) => {
      for (const [whole, short] of toShortIds(ids)) expect(matchIds(short, ids)).toEqual([whole]);
    }),
  );
});

test("a short id is as short as possible", () => {
  expect([...toShortIds([first, second]).values()]).toEqual(["X9KD", "3M4N"]);
});

test("ten thousand ids are shortened without comparing all pairs", () => {
  const ids = Array.from({ length: 10_000 }, createAskId);
  expect(new Set(toShortIds(ids).values()).size).toBe(10_000);
});
