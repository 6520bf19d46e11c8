import { tmpdir } from "node:os";
import {
  type Asker,
  type AskRequest,
  askToolName,
  type Outcome,
  type QuestionAnswer,
  toToolResult,
} from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { createDemoAgent, nextTurn } from "./create-demo-agent.ts";
import { type AskId, toDemoAsk } from "./questions.ts";

const by = { surface: "terminal", act: "submit" } as const;
const at = "2026-01-31T14:19:00.000Z";

/** What the model is sent after these results. */
function after(results: Record<string, string>, errors: Record<string, string> = {}) {
  const part = (toolCallId: string, value: string, type: "text" | "error-text") => ({
    type: "tool-result" as const,
    toolCallId,
    toolName: "",
    output: { type, value },
  });
  const content = [
    ...Object.entries(results).map(([id, text]) => part(id, text, "text")),
    ...Object.entries(errors).map(([id, text]) => part(id, text, "error-text")),
  ];
  return nextTurn({ prompt: [{ role: "tool", content }] });
}

/** The result of an ask: an answer for each question, a label or all of it. */
function answered(id: AskId, ...given: (string | Partial<QuestionAnswer>)[]): string {
  const ask = toDemoAsk(id);
  const answers = ask.questions.map(({ question, header }, index) => {
    const answer = given[index] ?? { skipped: true };
    const fields = typeof answer === "string" ? { selectedOptions: [answer] } : answer;
    return { question, header, selectedOptions: [], ...fields };
  });
  return toToolResult(ask, { status: "answered", answers, by, at });
}

const all = {
  ask_database: answered("ask_database", "In memory"),
  ask_features: answered("ask_features", { selectedOptions: ["Rate limit"] }, "pnpm"),
  ask_layout: answered("ask_layout", "Topbar"),
};

test("the demo agent asks first, one ask after another, and says how it uses each answer", () => {
  expect(after({})).toMatchObject({ calls: [{ id: "ask_database", name: askToolName }] });
  expect(after({ ask_database: all.ask_database })).toMatchObject({
    text: "In memory then, nothing on disk.",
    calls: [{ id: "ask_features" }],
  });
  expect(after({ ask_database: all.ask_database, ask_features: all.ask_features })).toMatchObject({
    text: "A rate limit, with pnpm.",
    calls: [{ id: "ask_layout" }],
  });
});

describe("the demo agent stops if any ask ends without an answer", () => {
  const outcomes: [Outcome, string][] = [
    [{ status: "declined", by, at }, "You declined"],
    [{ status: "expired", at }, "Nobody answered in time"],
    [{ status: "cancelled", at }, "It was withdrawn"],
  ];
  test.each(outcomes)("%j", (outcome, words) => {
    for (const id of ["ask_database", "ask_features", "ask_layout"] as const)
      expect(after({ ...all, [id]: toToolResult(toDemoAsk(id), outcome) })).toEqual({
        text: `${words}; the agent stops here. Nothing was written.`,
      });
  });
});

test.each<[string, Partial<QuestionAnswer>, string]>([
  [
    "typed words that name an option",
    { customInput: "a json file, please" },
    "A JSON file then, readable in any editor.",
  ],
  [
    "typed words that say more than it can build",
    { customInput: "SQLite, encrypted at rest" },
    'SQLite then, one file, no server. This demo cannot build the rest of "SQLite, encrypted at rest".',
  ],
  ["a skip", { skipped: true }, "You left it to the agent. SQLite then, one file, no server."],
  [
    "a note",
    { selectedOptions: ["JSON file"], notes: "for now" },
    "A JSON file then, readable in any editor. Your note will be in DECISIONS.md.",
  ],
])("the database: %s", (_, answer, text) => {
  const turn = after({ ask_database: answered("ask_database", answer) });
  expect(turn).toMatchObject({ text, calls: [{ id: "ask_features" }] });
});

test.each([
  ["cannot be built", "Oracle\n\u001b[31m19c", '"Oracle 19c"'],
  ["name no choice", "None of these", '"None of these"'],
  ["name two choices", "SQLite or JSON", '"SQLite or JSON"'],
  ["rule a choice out", "anything but SQLite", '"anything but SQLite"'],
])("typed words that %s are asked about again until the agent can act on the answer", (_, customInput, quoted) => {
  const text = `I cannot build ${quoted} in this demo, so I ask again.`;
  const once = { ask_database: answered("ask_database", { customInput }) };
  expect(after(once)).toMatchObject({
    text,
    calls: [{ id: "ask_database_2", input: { questions: [{ header: "Database" }] } }],
  });
  const twice = { ...once, ask_database_2: answered("ask_database", { customInput }) };
  expect(after(twice)).toMatchObject({ text, calls: [{ id: "ask_database_3" }] });
  const settled = { ...twice, ask_database_3: answered("ask_database", "In memory") };
  expect(after(settled)).toMatchObject({
    text: "In memory then, nothing on disk.",
    calls: [{ id: "ask_features" }],
  });
  const declined = toToolResult(toDemoAsk("ask_database"), { status: "declined", by, at });
  expect(after({ ...once, ask_database_2: declined })).toEqual({
    text: "You declined; the agent stops here. Nothing was written.",
  });
});

test.each<[string, Parameters<typeof answered>, string]>([
  [
    "two skips",
    ["ask_features"],
    "You left the features to the agent. Search, and npm, since you left that to the agent.",
  ],
  [
    "typed words for both",
    ["ask_features", { customInput: "dark mode" }, { customInput: "Bun 1.3" }],
    "Dark mode, with Bun.",
  ],
  [
    "typed words for more than it can build",
    ["ask_features", { customInput: "dark mode and a PDF export" }, { customInput: "I'd like npm, please" }],
    'Dark mode, with npm. This demo cannot build the rest of "dark mode and a PDF export".',
  ],
  ["none of these", ["ask_features", { customInput: "None of these" }, "pnpm"], "Just the notes, with pnpm."],
])("the features: %s", (_, given, text) => {
  const turn = after({ ask_database: all.ask_database, ask_features: answered(...given) });
  expect(turn).toMatchObject({ text, calls: [{ id: "ask_layout" }] });
});

test("only the question whose answer cannot be used is asked again, and what was chosen besides is kept", () => {
  const features = { selectedOptions: ["Rate limit"], customInput: "world peace" };
  const results = { ask_database: all.ask_database, ask_features: answered("ask_features", features, "pnpm") };
  const turn = after(results);
  expect(turn.text).toBe('I cannot build "world peace" in this demo, so I ask again.');
  expect(turn.calls?.[0]?.input).toMatchObject({ questions: [{ header: "Features" }] });
  expect(turn.calls?.[0]?.input).not.toMatchObject({ questions: [{}, {}] });
  const again = (answer: Partial<QuestionAnswer>) => {
    const [features] = toDemoAsk("ask_features").questions;
    if (features === undefined) throw new Error("The ask has no questions.");
    const { question, header } = features;
    const answers = [{ question, header, selectedOptions: [], ...answer }];
    const text = toToolResult({ kind: "question", questions: [features] }, { status: "answered", answers, by, at });
    return after({ ...results, ask_features_2: text }).text;
  };
  expect(again({ selectedOptions: ["Health check"] })).toBe("A health check and a rate limit, with pnpm.");
  expect(again({ skipped: true })).toBe("A rate limit, with pnpm.");
});

describe("with all answers", () => {
  const found = { ...all, version: "10.9.8\nExit code 0." };
  const missing = { version: "sh: pnpm: not found\nExit code 127." };
  const pathsOf = ({ calls = [] }: ReturnType<typeof after>) =>
    calls.map(({ input }) => (input as { path?: string }).path);

  test("it looks up the package manager's version and records it", () => {
    expect(after(all)).toMatchObject({ text: "A topbar it is.", calls: [{ input: { command: "pnpm --version" } }] });
    const turn = after(found);
    expect(turn.text).toBeUndefined();
    expect(turn.calls?.at(-1)?.input).toMatchObject({
      command: expect.stringMatching(/log --markdown > DECISIONS\.md$/),
    });
    expect(JSON.stringify(turn.calls)).toContain("pnpm@10.9.8");
  });

  test("Node runs the tests if the package manager is missing, and no version is made up", () => {
    const turn = after(all, missing);
    expect(turn).toMatchObject({ text: "pnpm is not installed here, so Node runs the tests." });
    expect(JSON.stringify(turn.calls)).not.toContain("pnpm@");
    const done = { write_1: "Wrote package.json, 1 bytes." };
    expect(after({ ...all, ...done }, missing)).toMatchObject({ calls: [{ input: { command: "node --test" } }] });
    expect(after({ ...found, ...done })).toMatchObject({ calls: [{ input: { command: "pnpm test" } }] });
  });

  test("it ends by saying how many tests passed, or with the end of their output", () => {
    const done = { ...found, write_1: "Wrote package.json, 1 bytes." };
    expect(after({ ...done, tests: "# pass 4\n# fail 0\nExit code 0." })).toEqual({ text: "Done: 4 tests passed." });
    const { text } = after(done, { tests: "not ok 1\n# fail 1\nExit code 1." });
    expect(text).toMatch(/^The tests failed:\n\n```[\s\S]*not ok 1/);
  });

  test("a file that cannot be written ends the run with the reason", () => {
    expect(after(found, { write_1: "No space left." })).toEqual({ text: "That could not be written. No space left." });
  });

  test("every combination of chosen and skipped answers gives a whole project", () => {
    const one = (id: AskId, at: number): Partial<QuestionAnswer>[] => [
      ...(toDemoAsk(id).questions[at]?.options ?? []).map(({ label }) => ({ selectedOptions: [label] })),
      { skipped: true },
    ];
    const several: Partial<QuestionAnswer>[] = [
      ...one("ask_features", 0),
      { selectedOptions: ["Search (Recommended)", "Health check", "Rate limit"], customInput: "dark mode" },
    ];
    for (const database of one("ask_database", 0))
      for (const features of several)
        for (const manager of one("ask_features", 1))
          for (const layout of one("ask_layout", 0)) {
            const turn = after({
              ...found,
              ask_database: answered("ask_database", database),
              ask_features: answered("ask_features", features, manager),
              ask_layout: answered("ask_layout", layout),
            });
            const paths = pathsOf(turn);
            expect(new Set(paths).size).toBe(paths.length);
            expect(paths).toEqual(expect.arrayContaining(["package.json", "README.md", "src/main.js", "src/store.js"]));
          }
  });
});

test("the demo's questions offer no question to the agent: its script has no reply", async () => {
  const asked: AskRequest[] = [];
  const asker: Asker = {
    async ask(request) {
      asked.push(request);
      return { status: "declined", by, at };
    },
  };
  for await (const _ of createDemoAgent({ asker, cwd: tmpdir() }).begin("Set up", new AbortController().signal));
  expect(asked).toMatchObject([{ asksAgain: false, questions: [{ header: "Database" }] }]);
});
