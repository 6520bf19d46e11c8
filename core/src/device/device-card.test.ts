import { describe, expect, test } from "vitest";
import { parseAsk, toApprovalAsk } from "../ask.ts";
import { multiAsk, numberAsk, singleAsk, textAsk, threeAsk } from "../testing/sample-asks.ts";
import { type ButtonAct, type DeviceCardOptions, toDeviceCard } from "./device-card.ts";
import { type Pressed, pressButton } from "./press-button.ts";

const agent = { name: "claude", title: "fix login", cwd: "/home/ana/shop" };
const full: DeviceCardOptions = { level: "full", approvals: true };
const cardOf = (ask: typeof singleAsk, options = full) => toDeviceCard({ ...ask, agent }, options);
const buttonsOf = (ask: typeof singleAsk, options = full) =>
  cardOf(ask, options)
    .rows.flat()
    .map(({ text }) => text);
const bash = (command: string, more = {}) => toApprovalAsk({ tool: "Bash", input: { command, ...more } });

function actOf(ask: typeof singleAsk, text: string, options = full): ButtonAct {
  const button = cardOf(ask, options)
    .rows.flat()
    .find((one) => one.text.endsWith(text));
  if (button === undefined) throw new Error(`no button ${text}`);
  return button.act;
}

describe("a question on a device", () => {
  test("has a button for every option, Other and Decline, and one press answers with the exact label", () => {
    expect(buttonsOf(singleAsk)).toEqual(["1 PostgreSQL", "2 MongoDB", "3 SQLite", "Other", "Decline"]);
    expect(pressButton(singleAsk, undefined, actOf(singleAsk, "PostgreSQL"))).toMatchObject({
      to: "end",
      end: { type: "submitted", answers: [{ selectedOptions: ["PostgreSQL (Recommended)"] }] },
    });
  });

  test("keeps apart labels that look alike once they are cut", () => {
    const long = "a".repeat(60);
    const ask = parseAsk({
      questions: [
        {
          question: "Which?",
          header: "H",
          multiSelect: false,
          options: [{ label: `${long}1` }, { label: `${long}2` }],
        },
      ],
    });
    const [, second] = cardOf(ask).rows.flat();
    expect(second?.text.length).toBeLessThan(50);
    expect(second?.act).toMatchObject({ label: `${long}2` });
  });

  test("takes words as an answer of their own, and refuses what the question does not take", () => {
    expect(cardOf(singleAsk).replyTo).toBe(0);
    expect(pressButton(singleAsk, undefined, { act: "reply", question: 0 })).toEqual({ to: "reply", question: 0 });
    expect(pressButton(singleAsk, undefined, { act: "reply", question: 0 }, "MySQL 8")).toMatchObject({
      end: { answers: [{ selectedOptions: [], customInput: "MySQL 8" }] },
    });
    expect(buttonsOf(textAsk)).toEqual(["Decline"]);
    expect(pressButton(textAsk, undefined, { act: "reply", question: 0 }, "shop")).toMatchObject({
      end: { answers: [{ customInput: "shop" }] },
    });
    expect(pressButton(numberAsk, undefined, { act: "reply", question: 0 }, "many")).toMatchObject({ to: "refused" });
  });

  test("of several choices is toggled until Send", () => {
    expect(buttonsOf(multiAsk)).not.toContain("Send");
    let pressed: Pressed = pressButton(multiAsk, undefined, actOf(multiAsk, "ESLint"));
    if (pressed.to !== "draft") throw new Error(pressed.to);
    const options = { ...full, draft: pressed.draft };
    expect(buttonsOf(multiAsk, options)).toEqual(
      expect.arrayContaining(["1 TypeScript", "✔ 2 ESLint", "None of these", "Send"]),
    );
    pressed = pressButton(multiAsk, pressed.draft, { act: "send" });
    expect(pressed).toMatchObject({ end: { answers: [{ selectedOptions: ["ESLint"] }] } });
    expect(pressButton(multiAsk, undefined, { act: "send" })).toMatchObject({ to: "refused" });
  });

  test("in a row of three leads from one to the next, and is sent when all are answered", () => {
    let pressed: Pressed = pressButton(threeAsk, undefined, actOf(threeAsk, "SQLite"));
    if (pressed.to !== "draft") throw new Error(pressed.to);
    expect(pressed.at).toBe(1);
    expect(cardOf(threeAsk, { ...full, draft: pressed.draft, at: 1 }).parts[1]?.text).toContain("2 of 3");
    pressed = pressButton(threeAsk, pressed.draft, { act: "choose", question: 1, label: "ESLint" });
    if (pressed.to !== "draft") throw new Error(pressed.to);
    expect(pressed.at).toBe(1);
    pressed = pressButton(threeAsk, pressed.draft, { act: "choose", question: 2, label: "Topbar" });
    if (pressed.to !== "draft") throw new Error(pressed.to);
    expect(pressButton(threeAsk, pressed.draft, { act: "send" })).toMatchObject({
      end: {
        answers: [{ selectedOptions: ["SQLite"] }, { selectedOptions: ["ESLint"] }, { selectedOptions: ["Topbar"] }],
      },
    });
  });

  test("shows no more than its level", () => {
    const ask = parseAsk({
      context: "secret plans",
      questions: [
        {
          question: "Which?",
          header: "H",
          multiSelect: false,
          options: [{ label: "A", description: "why A" }, { label: "B" }],
        },
      ],
    });
    const textOf = (level: DeviceCardOptions["level"]) => JSON.stringify(cardOf(ask, { ...full, level }));
    expect(textOf("full")).toMatch(/secret plans.*why A/);
    expect(textOf("questions")).not.toMatch(/secret|why A|shop/);
    expect(textOf("questions")).toContain("Which?");
    expect(textOf("waiting")).not.toMatch(/Which|claude/);
    expect(cardOf(ask, { ...full, level: "waiting" }).rows).toEqual([]);
  });
});

describe("an approval on a device", () => {
  test("can be denied always, and allowed once only if that is switched on and all of it is in the message", () => {
    expect(buttonsOf(bash("npm test"))).toEqual(["Deny", "Allow once"]);
    expect(cardOf(bash("npm test")).parts.at(-1)).toEqual({ style: "code", text: "npm test" });
    expect(buttonsOf(bash("npm test"), { ...full, approvals: false })).toEqual(["Deny"]);
    expect(buttonsOf(bash("npm test"), { ...full, level: "questions" })).toEqual(["Deny"]);
  });

  test.each([
    ["is one character too long", bash("x".repeat(601))],
    ["has one line too many", bash(Array.from({ length: 13 }, (_, at) => `echo ${at}`).join("\n"))],
    ["contains an escape", bash("npm test\u001b[2K")],
    ["contains a change of direction", bash("npm test \u202e")],
    ["contains a character of no width", bash("npm\u200btest")],
    ["has further fields", bash("npm test", { timeout: 5 })],
    ["is a change to a file", toApprovalAsk({ tool: "Write", input: { file_path: "/a", content: "b" } })],
  ])("that %s cannot be allowed there", (_, ask) => {
    expect(buttonsOf(ask)).toEqual(["Deny"]);
  });

  test("is answered by its button", () => {
    expect(pressButton(bash("npm test"), undefined, actOf(bash("npm test"), "Allow once"))).toMatchObject({
      end: { type: "submitted", answers: [{ selectedOptions: ["allow-once"] }] },
    });
    expect(pressButton(bash("npm test"), undefined, actOf(bash("npm test"), "Deny"))).toMatchObject({ to: "end" });
  });
});
