import { createScriptedPerson, type ScriptedAct } from "@yourcall/core/testing";
import { describe, expect, test } from "vitest";
import { answerElicitation } from "./answer-elicitation.ts";

async function answer(properties: object, acts: ScriptedAct[], required: string[] = []) {
  const person = createScriptedPerson([() => acts[person.asks.length - 1]]);
  const faults: string[] = [];
  const result = await answerElicitation(
    { serverName: "srv", message: "Please.", mode: "form", requestedSchema: { type: "object", properties, required } },
    { signal: new AbortController().signal, requestId: "r1" },
    {},
    { asker: person, onFault: (message) => faults.push(message) },
  );
  return { result, asks: person.asks, faults };
}

describe("one field", () => {
  const six = { type: "string", enum: ["a", "b", "c", "d", "e5", "f"] };
  const rows: [string, object, ScriptedAct, unknown][] = [
    ["an enum", { type: "string", enum: ["a", "b"] }, { select: "b" }, "b"],
    ["an enum with names", { enum: ["a", "b"], enumNames: ["First", "Second"] }, { select: "Second" }, "b"],
    ["constants with titles", { oneOf: [{ const: "a", title: "First" }] }, { select: "First" }, "a"],
    [
      "two values with one title",
      {
        oneOf: [
          { const: "a", title: "Same" },
          { const: "b", title: "Same" },
        ],
      },
      { select: "Same (2: b)" },
      "b",
    ],
    ["a value beyond the fourth, typed", six, { other: " E5 " }, "e5"],
    ["several of an enum", { type: "array", items: { enum: ["a", "b", "c"] } }, { select: ["c", "a"] }, ["c", "a"]],
    [
      "several with titles",
      {
        type: "array",
        items: {
          anyOf: [
            { const: "x", title: "Ex" },
            { const: "y", title: "Why" },
          ],
        },
      },
      { select: ["Why"] },
      ["y"],
    ],
    ["several, some typed", { type: "array", items: six }, { select: ["a"], other: "f, E5" }, ["a", "f", "e5"]],
    ["yes", { type: "boolean" }, { select: "Yes" }, true],
    ["no, typed", { type: "boolean" }, { other: "no" }, false],
    ["a text", { type: "string", minLength: 2, maxLength: 5 }, { other: "äöü" }, "äöü"],
    ["an address", { type: "string", format: "email" }, { other: "a@b.org" }, "a@b.org"],
    ["a link", { type: "string", format: "uri" }, { other: "https://a.org/b?c" }, "https://a.org/b?c"],
    ["a day", { type: "string", format: "date" }, { other: "2026-02-28" }, "2026-02-28"],
    [
      "a moment",
      { type: "string", format: "date-time" },
      { other: "2026-02-28T10:00:00+01:00" },
      "2026-02-28T10:00:00+01:00",
    ],
    ["a number", { type: "number", minimum: -1 }, { other: "-0.5" }, -0.5],
    ["a whole number", { type: "integer", maximum: 9 }, { other: "9" }, 9],
    ["a default, if there is no preference", { type: "integer", default: 3 }, "skip", 3],
  ];
  test.each(rows)("%s", async (_, property, act, value) => {
    const { result, asks } = await answer({ field: property }, [act], ["field"]);
    expect(result).toEqual({ action: "accept", content: { field: value } });
    expect(asks).toHaveLength(1);
    expect(asks[0]).toMatchObject({ questions: [{ question: expect.stringMatching(/^Please\.\n\nfield/) }] });
  });

  test("an optional field that is skipped is left out", async () => {
    expect((await answer({ field: { type: "string" } }, ["skip"])).result).toEqual({ action: "accept", content: {} });
  });

  test("a field named like a property of every object works like any other", async () => {
    const properties = JSON.parse('{"__proto__":{"type":"boolean"}}');
    const { result } = await answer(properties, [{ select: "Yes" }]);
    expect(JSON.stringify(result)).toBe('{"action":"accept","content":{"__proto__":true}}');
  });
});

describe("an invalid answer is asked for again, with the reason", () => {
  const rows: [object, ScriptedAct, RegExp][] = [
    [{ type: "string", enum: ["a", "b"] }, { other: "c" }, /field: "c" is not one of a, b\.$/],
    [{ type: "array", items: { enum: ["a", "b"] }, minItems: 2 }, { select: ["a"] }, /choose at least 2/],
    [{ type: "array", items: { enum: ["a", "b"] } }, { other: "a, z" }, /"z" is not one of/],
    [{ type: "boolean" }, { other: "perhaps" }, /is not one of Yes, No/],
    [{ type: "string", maxLength: 2 }, { other: "abc" }, /at most 2 characters/],
    [
      { type: "string", format: "email" },
      { other: "nobody" },
      /"nobody" is not a valid email, such as name@example\.org/,
    ],
    [{ type: "string", format: "uri" }, { other: "a b" }, /is not a valid uri/],
    [{ type: "string", format: "date" }, { other: "2026-02-30" }, /is not a valid date/],
    [{ type: "string", format: "date-time" }, { other: "2026-02-30T10:00:00Z" }, /is not a valid date-time/],
    [{ type: "integer" }, { other: "1.5" }, /is not a whole number/],
    [{ type: "string" }, "skip", /needs an answer/],
  ];
  test.each(rows)("%j", async (property, act, remark) => {
    const { result, asks, faults } = await answer({ field: property }, [act, act, act], ["field"]);
    expect(asks).toHaveLength(3);
    expect(new Set(asks.map(({ key }) => key)).size).toBe(3);
    expect(asks[1]?.context).toMatch(remark);
    expect(result).toEqual({ action: "decline" });
    expect(faults[0]).toMatch(/^A form of the MCP server "srv" was declined: the answers did not fit: field: /);
  });
});

describe("the whole form", () => {
  const names = Object.fromEntries(["one", "two", "three", "four", "five"].map((name) => [name, { type: "boolean" }]));
  const yes = { select: "Yes" };

  test("a decline in its second part declines all of it, and the server gets nothing of the first", async () => {
    const first = { answers: { one: yes, two: yes, three: yes, four: yes } };
    const { result, asks } = await answer(names, [first, "decline"]);
    expect(asks.map(({ questions }) => questions.length)).toEqual([4, 1]);
    expect(result).toEqual({ action: "decline" });
  });

  test("without an answer it is cancelled", async () => {
    expect((await answer(names, ["expire"])).result).toEqual({ action: "cancel" });
    expect((await answer(names, ["cancel"])).result).toEqual({ action: "cancel" });
  });

  test("a form without fields is a question to accept or decline", async () => {
    expect((await answer({}, [{ select: "Accept" }])).result).toEqual({ action: "accept", content: {} });
    expect((await answer({}, [{ select: "Decline" }])).result).toEqual({ action: "decline" });
    expect((await answer({}, [{ other: "well" }])).result).toEqual({ action: "decline" });
  });

  test("fields with the same title can be distinguished", async () => {
    const two = { a: { type: "boolean", title: "Sure?" }, b: { type: "boolean", title: "Sure?" } };
    const { result } = await answer(two, [
      { answers: { "Sure? (a)": { select: "Yes" }, "Sure? (b)": { select: "No" } } },
    ]);
    expect(result).toEqual({ action: "accept", content: { a: true, b: false } });
  });

  test("a form of thousands of fields or choices declines it at once, and nobody is asked", async () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => [`f${index}`, { type: "string" }]);
    const many = await answer(Object.fromEntries(texts), []);
    expect([many.asks, many.faults[0]]).toEqual([[], expect.stringContaining("the form has 20000 fields")]);
    const values = Array.from({ length: 20_000 }, (_, index) => `v${index}`);
    for (const field of [
      { type: "string", enum: values },
      { type: "array", items: { enum: values } },
    ]) {
      const { asks, faults } = await answer({ field }, []);
      expect([asks, faults[0]]).toEqual([[], expect.stringContaining('the field "field"')]);
    }
  });

  test("a field that cannot be shown declines the form, and the reason names it", async () => {
    for (const property of [{ type: "object" }, { type: "array", items: { type: "string" } }, null, { enum: [] }]) {
      const { result, asks, faults } = await answer({ odd: property }, []);
      expect(result).toEqual({ action: "decline" });
      expect(asks).toEqual([]);
      expect(faults[0]).toContain('the field "odd" has a type that cannot be shown as a question');
    }
  });

  test("an asker that fails declines", async () => {
    const { result, faults } = await answer(names, []);
    expect(result).toEqual({ action: "decline" });
    expect(faults[0]).toContain("No rule of the scripted person");
  });
});
