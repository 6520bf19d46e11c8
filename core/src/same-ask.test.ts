import { describe, expect, test } from "vitest";
import { toApprovalAsk } from "./ask.ts";
import { type ComparedAsk, toBatchAsk, toSameKey } from "./same-ask.ts";

const question = {
  question: "Which?",
  header: "Db",
  kind: "choice" as const,
  options: [{ label: "a" }],
  multiSelect: false,
};
const asked: ComparedAsk = { kind: "question", questions: [question], agent: { cwd: "/shop" } };
const bash = (input: unknown, more: object = {}): ComparedAsk => ({
  ...toApprovalAsk({ tool: "Bash", input, ...more }),
  agent: { cwd: "/shop" },
});
const npmTest = bash({ command: "npm test" });
const isSame = (one: ComparedAsk, other: ComparedAsk) => toSameKey(one) === toSameKey(other);

describe("two approvals", () => {
  test("are the same whoever asks and whatever was said before", () => {
    const agent = { cwd: "/shop", name: "codex", session: "s2", branch: "fix/x" };
    expect(isSame(npmTest, { ...npmTest, agent, context: "Now the tests." })).toBe(true);
    expect(isSame(npmTest, bash({ command: "npm test" }, { suggestions: [{ type: "addRules" }] }))).toBe(true);
  });

  test.each<[string, ComparedAsk]>([
    ["one more byte", bash({ command: "npm test " })],
    ["a look-alike letter", bash({ command: "npm t\u0435st" })],
    ["one more field", bash({ command: "npm test", timeout: 1 })],
    ["another tool", { ...toApprovalAsk({ tool: "Shell", input: { command: "npm test" } }), agent: { cwd: "/shop" } }],
    ["another directory", { ...npmTest, agent: { cwd: "/shop/x" } }],
    ["no directory", { ...npmTest, agent: {} }],
    [
      "other choices of its host",
      bash({ command: "npm test" }, { options: [{ id: "y", label: "Y", effect: "deny" }] }),
    ],
    ["other people to answer it", { ...npmTest, to: ["ana"] }],
    ["another kind", { ...npmTest, kind: "question" }],
  ])("with %s are not the same", (_, other) => {
    expect(isSame(npmTest, other)).toBe(false);
  });
});

test("two questions are the same only if all but who asks is", () => {
  expect(isSame(asked, { ...asked, agent: { cwd: "/shop", session: "s2" } as object })).toBe(true);
  for (const other of [
    { ...asked, questions: [{ ...question, options: [{ label: "b" }] }] },
    { ...asked, questions: [{ ...question, multiSelect: true }] },
    { ...asked, context: "About the old shop." },
    { ...asked, agent: { cwd: "/other" } },
  ])
    expect(isSame(asked, other)).toBe(false);
});

test("what is shown for several offers nothing that allows for ever", () => {
  const options = [
    { id: "once", label: "Yes", effect: "allow-once" as const },
    { id: "always", label: "Always", effect: "allow-always" as const },
  ];
  const fixed = toBatchAsk(toApprovalAsk({ tool: "Bash", input: {}, suggestions: [1] }));
  expect(fixed.questions[0]?.options.map(({ label }) => label)).not.toContain("allow-always");
  expect(fixed.approval).toEqual({ tool: "Bash", input: {} });
  expect(toBatchAsk(toApprovalAsk({ tool: "Bash", input: {}, options })).approval?.options).toEqual([options[0]]);
});

test("one of several that are the same can neither be changed nor asked about", () => {
  const approval = toApprovalAsk({ tool: "Bash", input: { command: "ls" }, editable: "command" });
  const shown = toBatchAsk({ ...approval, asksAgain: true });
  expect(shown.approval).not.toHaveProperty("editable");
  expect(shown.asksAgain).toBeUndefined();
  const question = { kind: "question", questions: [], asksAgain: true, agent: {} } as const;
  expect(toBatchAsk({ ...question, questions: [] }).asksAgain).toBeUndefined();
  expect(toSameKey({ ...question, questions: [], replyTo: "ask_1" })).not.toBe(
    toSameKey({ ...question, questions: [] }),
  );
});
