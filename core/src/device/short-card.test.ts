import { describe, expect, test } from "vitest";
import { parseAsk, toApprovalAsk } from "../ask.ts";
import { multiAsk, singleAsk, textAsk, threeAsk } from "../testing/sample-asks.ts";
import { pressButton } from "./press-button.ts";
import { toShortCard } from "./short-card.ts";

const agent = { name: "claude", title: "fix login", cwd: "/home/ana/shop" };
const full = { level: "full", approvals: true, most: 2, takesReply: false } as const;
const cardOf = (ask: typeof singleAsk, options: Partial<Parameters<typeof toShortCard>[1]> = {}) =>
  toShortCard({ ...ask, agent }, { ...full, ...options });
const buttonsOf = (...given: Parameters<typeof cardOf>) => cardOf(...given).buttons.map(({ text }) => text);
const bash = (command: string, more = {}) => toApprovalAsk({ tool: "Bash", input: { command, ...more } });
const twoAsk = parseAsk({
  questions: [
    {
      ...{ question: "Where should we keep login sessions?", header: "Sessions", multiSelect: false },
      options: [{ label: "Redis (Recommended)", description: "Shared by all servers" }, { label: "PostgreSQL" }],
    },
  ],
});

describe("a notification of a question", () => {
  test("has every option as a button if all fit, and otherwise none", () => {
    expect(cardOf(twoAsk)).toMatchObject({
      title: "Where should we keep login sessions?",
      body: expect.stringContaining("1. Redis (recommended): Shared by all servers"),
    });
    expect(buttonsOf(twoAsk)).toEqual(["Redis", "PostgreSQL"]);
    expect(buttonsOf(singleAsk)).toEqual([]);
    expect(buttonsOf(singleAsk, { most: 3 })).toEqual(["PostgreSQL", "MongoDB", "SQLite"]);
    expect(buttonsOf(twoAsk, { most: 0 })).toEqual([]);
    expect([buttonsOf(multiAsk, { most: 9 }), buttonsOf(threeAsk, { most: 9 })]).toEqual([[], []]);
  });

  test("takes a number or words as a reply if the options do not fit", () => {
    const { body, buttons } = cardOf(singleAsk, { takesReply: true });
    expect([body, buttons.map(({ text }) => text)]).toEqual([
      expect.stringContaining("Reply with a number"),
      ["Reply"],
    ]);
    const act = buttons[0]?.act ?? { act: "decline" };
    expect(pressButton(singleAsk, undefined, act, " 3 ")).toMatchObject({
      end: { answers: [{ selectedOptions: [singleAsk.questions[0]?.options[2]?.label] }] },
    });
    for (const words of ["4", "3 of them"])
      expect(pressButton(singleAsk, undefined, act, words)).toMatchObject({
        end: { answers: [{ selectedOptions: [], customInput: words }] },
      });
    expect(buttonsOf(twoAsk, { takesReply: true, most: 3 })).toEqual(["Redis", "PostgreSQL", "Reply"]);
    expect(buttonsOf(textAsk, { takesReply: true })).toEqual(["Reply"]);
  });

  test("cuts labels for display only, and says less at a lower level", () => {
    const long = "a".repeat(60);
    const options = [{ label: `${long}1` }, { label: `${long}2` }];
    const ask = parseAsk({ questions: [{ question: "Which?", header: "H", multiSelect: false, options }] });
    expect(cardOf(ask).buttons[1]).toEqual({
      text: `${"a".repeat(29)}…`,
      act: { act: "choose", question: 0, label: `${long}2` },
    });
    expect(cardOf(twoAsk, { level: "questions" }).body).not.toMatch(/Shared by all|shop/);
    expect(cardOf(twoAsk, { level: "waiting" })).toEqual({
      ...{ title: "An agent waits for your answer.", body: "", buttons: [] },
    });
  });
});

describe("a notification of an approval", () => {
  test("offers Allow once only if all of it is on one line and the person switched that on", () => {
    expect(buttonsOf(bash("npm test"))).toEqual(["Deny", "Allow once"]);
    expect(cardOf(bash("npm test")).body).toMatch(/^npm test\nclaude/);
    expect(buttonsOf(bash("x".repeat(80)))).toEqual(["Deny", "Allow once"]);
    for (const command of ["x".repeat(81), `echo ${"あ".repeat(38)}`, "npm test\nrm -r /", "echo \u202ea", "a\u200bb"])
      expect(buttonsOf(bash(command)), command).toEqual(["Deny"]);
    expect(buttonsOf(bash("npm test", { run_in_background: true }))).toEqual(["Deny"]);
    expect(buttonsOf(bash("npm test"), { approvals: false })).toEqual(["Deny"]);
    expect(buttonsOf(bash("npm test"), { level: "questions" })).toEqual(["Deny"]);
    expect(cardOf(bash("npm test"), { level: "questions" }).body).not.toContain("npm");
  });
});
