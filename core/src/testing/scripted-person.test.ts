import { describe, expect, test } from "vitest";
import { toApprovalAsk } from "../ask.ts";
import { InvalidAskError } from "../errors.ts";
import type { Question } from "../schemas.ts";
import { createScriptedPerson, type ScriptedAct } from "./scripted-person.ts";

const database: Question = {
  question: "Which database should we use?",
  header: "Database",
  kind: "choice",
  options: [{ label: "PostgreSQL (Recommended)" }, { label: "SQLite" }],
  multiSelect: false,
};
const features: Question = {
  question: "Which features?",
  header: "Features",
  kind: "choice",
  options: [{ label: "Auth (Recommended)" }, { label: "Billing" }],
  multiSelect: true,
};
const at = "2026-01-01T00:00:00.000Z";
const by = { surface: "script", act: "script" };

function answerTo(questions: Question[], answer: ScriptedAct) {
  return createScriptedPerson([{ when: () => true, answer }]).ask({ questions });
}

describe("what a script can do", () => {
  test("pick an option, with a note and a comment", async () => {
    expect(await answerTo([database], { select: "SQLite", note: "for now", comment: "thanks" })).toEqual({
      status: "answered",
      answers: [{ question: database.question, header: "Database", selectedOptions: ["SQLite"], notes: "for now" }],
      comment: "thanks",
      by,
      at,
    });
  });

  test("answer each question by header or by text", async () => {
    const answers = {
      Database: { other: "DuckDB" },
      "Which features?": { select: ["Billing", "Auth (Recommended)"], other: "dark mode" },
    };
    expect(await answerTo([database, features], { answers })).toMatchObject({
      answers: [
        { selectedOptions: [], customInput: "DuckDB" },
        { selectedOptions: ["Billing", "Auth (Recommended)"], customInput: "dark mode" },
      ],
    });
  });

  test("skip one or all", async () => {
    expect(await answerTo([database], { skip: true, note: "ask Ana" })).toMatchObject({
      answers: [{ skipped: true, notes: "ask Ana" }],
    });
    expect(await answerTo([database, features], "skip")).toMatchObject({
      status: "answered",
      answers: [{ skipped: true }, { skipped: true }],
    });
  });

  test("decline, withdraw or let it expire", async () => {
    expect(await answerTo([database], "decline")).toEqual({ status: "declined", by, at });
    expect(await answerTo([database], { decline: "not today" })).toEqual({
      status: "declined",
      reason: "not today",
      by,
      at,
    });
    expect(await answerTo([database], "cancel")).toEqual({ status: "cancelled", at });
    expect(await answerTo([database], { cancel: "gone" })).toEqual({ status: "cancelled", reason: "gone", at });
    expect(await answerTo([database], "expire")).toEqual({ status: "expired", at });
  });

  test("an expiry includes the recommended options only for askers that want them", async () => {
    const person = createScriptedPerson([() => "expire"]);
    expect(await person.ask({ questions: [database, features], onTimeout: "recommended" })).toMatchObject({
      status: "expired",
      fallback: [{ selectedOptions: ["PostgreSQL (Recommended)"] }, { selectedOptions: ["Auth (Recommended)"] }],
    });
  });

  test("decide on an approval", async () => {
    const { kind, questions, approval } = toApprovalAsk({ tool: "Bash", input: {} });
    const person = createScriptedPerson([
      { when: (ask) => ask.approval?.tool === "Bash", answer: { select: "deny", note: "read it first" } },
    ]);
    if (approval === undefined) throw new Error("no approval");
    expect(await person.ask({ kind, questions, approval })).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: ["deny"], notes: "read it first" }],
    });
  });

  test("say when it happened", async () => {
    const person = createScriptedPerson([() => "decline"], { now: () => "2030-05-05T00:00:00.000Z" });
    expect(await person.ask({ questions: [database] })).toMatchObject({ at: "2030-05-05T00:00:00.000Z" });
  });
});

describe("which rule answers", () => {
  test("the first that matches: a piece of the text, a header, a pattern, a test, a function", async () => {
    const person = createScriptedPerson([
      { when: "database should", answer: { select: "SQLite" } },
      { when: "Features", answer: { select: "Billing" } },
      { when: /^which PORT/gi, answer: { other: "8080" } },
      { when: (ask) => ask.agent?.name === "loop", answer: () => ({ other: "from a test" }) },
      (ask) => (ask.context === undefined ? undefined : { other: `after ${ask.context}` }),
      { when: /./, answer: "decline" },
    ]);
    const port: Question = { question: "Which port?", header: "", kind: "number", options: [], multiSelect: false };
    const name: Question = { question: "Name?", header: "", kind: "text", options: [], multiSelect: false };
    const own = async (request: Parameters<typeof person.ask>[0]) => {
      const outcome = await person.ask(request);
      return outcome.status === "answered"
        ? (outcome.answers[0]?.customInput ?? outcome.answers[0]?.selectedOptions[0])
        : outcome.status;
    };
    expect(await own({ questions: [database] })).toBe("SQLite");
    expect(await own({ questions: [features] })).toBe("Billing");
    expect(await own({ questions: [port] })).toBe("8080");
    expect(await own({ questions: [port] })).toBe("8080");
    expect(await own({ questions: [name], agent: { name: "loop" } })).toBe("from a test");
    expect(await own({ questions: [name], context: "lunch" })).toBe("after lunch");
    expect(await own({ questions: [name] })).toBe("declined");
  });

  test("it remembers every ask, with its details", async () => {
    const person = createScriptedPerson([() => "decline"]);
    await person.ask({ questions: [database], key: "call_1" });
    await person.ask({ questions: [features] });
    expect(person.asks.map(({ kind, key, questions }) => [kind, key, questions[0]?.header])).toEqual([
      ["question", "call_1", "Database"],
      ["question", undefined, "Features"],
    ]);
  });
});

describe("it invents no answer", () => {
  test("an ask without a rule rejects and names its question", async () => {
    const person = createScriptedPerson([{ when: "colour", answer: { select: "red" } }]);
    await expect(person.ask({ questions: [database] })).rejects.toThrow(
      'No rule of the scripted person matches the ask "Which database should we use?".',
    );
    expect(person.asks).toHaveLength(1);
  });

  test.each<[string, ScriptedAct, string]>([
    ["an unknown label", { select: "MySQL" }, '"MySQL" is not an option'],
    ["a label without its mark", { select: "PostgreSQL" }, '"PostgreSQL" is not an option'],
    ["two for one", { select: ["SQLite", "PostgreSQL (Recommended)"] }, "takes one answer"],
    ["nothing", {}, "Neither answered nor skipped"],
    ["a note alone", { note: "hm" }, "Neither answered nor skipped"],
    ["no replies", { answers: {} }, "Which database should we use?"],
    ["a reply to another question", { answers: { Colour: { select: "red" } } }, 'no question named "Colour"'],
  ])("%s rejects with the reason", async (_, answer, message) => {
    await expect(answerTo([database], answer)).rejects.toThrow(message);
  });

  test("one reply for two questions rejects", async () => {
    await expect(answerTo([database, features], { select: "SQLite" })).rejects.toThrow("Give one for each question");
  });

  test("an ask that the hub would refuse is refused here too", async () => {
    await expect(createScriptedPerson([() => "skip"]).ask({ questions: [] })).rejects.toThrow(InvalidAskError);
  });
});

describe("an asker that withdraws", () => {
  test("gets cancelled if it did so before", async () => {
    const person = createScriptedPerson([() => "skip"]);
    const signal = AbortSignal.abort();
    expect(await person.ask({ questions: [database] }, { signal })).toEqual({ status: "cancelled", at });
    expect(person.asks).toHaveLength(1);
  });

  test("gets cancelled if the person was still thinking", async () => {
    const person = createScriptedPerson([() => new Promise<ScriptedAct>(() => {})]);
    const controller = new AbortController();
    const outcome = person.ask({ questions: [database] }, { signal: controller.signal });
    controller.abort();
    expect(await outcome).toEqual({ status: "cancelled", at });
  });

  test("does not change an answer that came first", async () => {
    const controller = new AbortController();
    const person = createScriptedPerson([() => ({ select: "SQLite" })]);
    const outcome = await person.ask({ questions: [database] }, { signal: controller.signal });
    controller.abort();
    expect(outcome.status).toBe("answered");
  });
});
