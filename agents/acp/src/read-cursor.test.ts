import type { Ask, Outcome } from "@yourcall/core";
import { expect, test } from "vitest";
import { readRequest } from "./read-request.ts";

const at = new Date(0).toISOString();
const by = { surface: "web", act: "click" } as const;

// As several clients of Cursor send it; Cursor itself was not run.
const asked = {
  toolCallId: "call_1",
  title: "Storage",
  questions: [
    {
      id: "db",
      prompt: "Which database?",
      options: [
        { id: "a", label: "SQLite" },
        { id: "b", label: "PostgreSQL" },
      ],
      allowMultiple: false,
    },
    {
      id: "more",
      prompt: "What else?",
      options: [
        { id: "x", label: "Cache" },
        { id: "y", label: "Queue" },
      ],
      allowMultiple: true,
    },
  ],
};

function settle(method: string, params: object, decide: (ask: Ask) => Outcome): Promise<unknown> {
  const request = readRequest(method, params);
  if (request === undefined) throw new Error("It was not read.");
  return request.settle(async (ask) => decide(ask));
}

function answered(...given: { selectedOptions?: string[]; customInput?: string }[]) {
  return ({ questions }: Ask): Outcome => ({
    status: "answered",
    answers: given.map((answer, index) => ({
      question: questions[index]?.question ?? "",
      header: "",
      selectedOptions: [],
      ...answer,
    })),
    by,
    at,
  });
}

test("a question of Cursor is answered with the ids of its options", async () => {
  const reply = await settle(
    "cursor/ask_question",
    asked,
    answered({ selectedOptions: ["PostgreSQL"] }, { selectedOptions: ["Cache", "Queue"] }),
  );
  const answers = [
    { questionId: "db", selectedOptionIds: ["b"] },
    { questionId: "more", selectedOptionIds: ["x", "y"] },
  ];
  expect(reply).toEqual({ outcome: { outcome: "answered", answers } });
});

test("own words, for which Cursor has no field, are the reason of a skip, and no option is chosen", async () => {
  const reply = await settle(
    "cursor/ask_question",
    asked,
    answered({ customInput: "MySQL 8" }, { selectedOptions: ["Cache"] }),
  );
  expect(reply).toMatchObject({
    outcome: { outcome: "skipped", reason: expect.stringMatching(/MySQL 8[\s\S]*Cache/) },
  });
});

test("a refusal is a skip with its reason, and an ask that ends otherwise decides nothing", async () => {
  const refused = await settle("cursor/ask_question", asked, () => ({
    status: "declined",
    reason: "Ask Ana.",
    by,
    at,
  }));
  expect(refused).toMatchObject({ outcome: { outcome: "skipped", reason: expect.stringContaining("Ask Ana.") } });
  expect(await settle("cursor/ask_question", asked, () => ({ status: "expired", at }))).toBeUndefined();
});

test("what was chosen in the editor is reported with the labels", () => {
  const answers = [{ questionId: "db", selectedOptionIds: ["a"] }];
  expect(
    readRequest("cursor/ask_question", asked)?.toReport({ outcome: { outcome: "answered", answers } }),
  ).toMatchObject({
    status: "answered",
    answers: [{ selectedOptions: ["SQLite"] }, { skipped: true }],
  });
  expect(readRequest("cursor/ask_question", asked)?.toReport({ outcome: { outcome: "cancelled" } })).toBeUndefined();
});

test("a plan is shown as a plan, and rejected with the person's words", async () => {
  const plan = { toolCallId: "call_2", name: "Move the store", overview: "In two steps", plan: "# Plan\n\n1. Copy" };
  const deny = (ask: Ask): Outcome => {
    expect(ask.approval).toMatchObject({ tool: "ExitPlanMode", input: { plan: plan.plan } });
    const [{ question } = { question: "" }] = ask.questions;
    return {
      status: "answered",
      answers: [{ question, header: "", selectedOptions: ["rejected"], notes: "one step" }],
      by,
      at,
    };
  };
  expect(await settle("cursor/create_plan", plan, deny)).toEqual({
    outcome: { outcome: "rejected", reason: "one step" },
  });
});

test("other requests of Cursor are left to the editor", () => {
  expect(readRequest("cursor/open_file", { path: "/a" })).toBeUndefined();
});
