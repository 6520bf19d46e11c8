import type { WireAsk } from "@yourcall/client";
import type { WireGrant } from "@yourcall/core/internal/wire";
import { describe, expect, test } from "vitest";
import { noon, wireAsk, withdrawn } from "../../../../core/src/testing/wire-ask.ts";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { lineText } from "../text/styled-line.ts";
import { changeInbox, type Inbox, startInbox } from "./inbox.ts";
import { viewInbox } from "./view-inbox.ts";

const approval = { tool: "Bash", input: { command: "npm test" } };
const { questions } = wireAsk("x");
const npmTest = (session: string, name = "claude", more: Partial<WireAsk> = {}) =>
  wireAsk(session, {
    ...{ kind: "approval", approval, questions, context: `Said by ${session}` },
    agent: { name, session, title: `work ${session}`, cwd: "/home/ana/shop", branch: `feat/${session}` },
    ...more,
  });
const three = [npmTest("s1"), wireAsk("Port"), npmTest("s2", "codex"), npmTest("s3")];
const listed = (...asks: WireAsk[]) => changeInbox(startInbox(), { type: "asks-listed", asks, all: true });
const press = (inbox: Inbox, ...keys: string[]) =>
  keys.reduce((before, key) => {
    const name = key.length === 1 ? "char" : key;
    const event = { key: { name, ...(key.length === 1 && { text: key }) }, room: { rows: 20, scroll: 0 } };
    return changeInbox(before, { type: "key", mine: () => "none", ...event });
  }, inbox);
const screen = (inbox: Inbox, width = 80) =>
  viewInbox(inbox, { width, height: 20, glyphs: unicodeGlyphs, now: noon, home: "/home/ana" })
    .lines.map(lineText)
    .join("\n");

describe("asks that are the same", () => {
  test("are one row of the list with their number, in the place of the oldest", () => {
    const shown = screen(listed(...three));
    expect(shown.match(/npm test/g)).toHaveLength(1);
    expect(shown).toMatch(/2 × claude, 1 × codex · ~\/shop\n.*Bash.*npm test.*3 asks, approval/);
    expect(shown).toContain("4 waiting");
  });

  test("open as a list of each, all ticked, with session, branch and what the agent said", () => {
    const shown = screen(press(listed(...three), "enter"));
    expect(shown).toMatch(/> ☑ claude · work s1 {2}feat\/s1/);
    expect(shown).toMatch(/ {3}☑ codex · work s2 {2}feat\/s2/);
    expect(shown).toContain("Said by s3");
    expect(shown).toContain("enter answer 3");
  });

  test("are answered as ticked, and a single one by itself", () => {
    const open = press(listed(...three), "enter");
    expect(press(open, "enter").page).toMatchObject({ type: "ask", id: "s1", batch: ["s1", "s2", "s3"] });
    expect(press(open, " ", "enter").page).toMatchObject({ type: "ask", id: "s2", batch: ["s2", "s3"] });
    expect(press(open, "a", "down", " ", "enter").page).toEqual({
      ...{ type: "ask", id: "s2", decline: false, from: "start" },
    });
    expect(press(open, "a", "enter")).toMatchObject({ page: { type: "batch" }, went: { done: false } });
    expect(press(open, "x").page).toMatchObject({ type: "ask", decline: true, batch: ["s1", "s2", "s3"] });
  });

  test("do not include one that arrives after the list was drawn, nor one that has ended", () => {
    const open = press(listed(...three), "enter");
    const late = changeInbox(open, { type: "ask-created", ask: npmTest("late") });
    expect(screen(late)).not.toContain("work late");
    const ended = changeInbox(late, { type: "ask-ended", ask: withdrawn(npmTest("s1")) });
    expect(screen(ended)).toMatch(/- claude · work s1 {2}feat\/s1 {2}Withdrawn/);
    expect(press(ended, "enter").page).toMatchObject({ batch: ["s2", "s3"] });
  });

  test("stay open together when one of them ends elsewhere while they are being answered", () => {
    const answering = press(listed(...three), "enter", "enter");
    const ended = changeInbox(answering, { type: "ask-ended", ask: withdrawn(npmTest("s1")) });
    expect(ended.page).toBe(answering.page);
  });

  test("are marked and put off together", () => {
    expect([...press(listed(...three), " ").list.marked]).toEqual(["s1", "s2", "s3"]);
    expect([...press(listed(...three), " ", " ").list.marked]).toEqual([]);
    expect([...press(listed(...three), "l").list.putOff]).toEqual(["s1", "s2", "s3"]);
  });
});

describe("what is allowed for a while", () => {
  const grant = (id: string, words: string[]): WireGrant => ({
    ...{ id, tool: "Bash", covers: { kind: "prefix", words }, subject: "", ask: "a", uses: 7 },
    where: { kind: "directory", cwd: "/home/ana/shop" },
    madeAt: new Date(noon).toISOString(),
    until: new Date(noon + 42 * 60_000).toISOString(),
    by: { surface: "web", act: "click" },
  });
  const allowing = (...grants: WireGrant[]) => changeInbox(listed(...three), { type: "grants", grants });

  test("is in the head with its time and uses, and one key takes it back", () => {
    const inbox = allowing(grant("g1", ["npm", "test"]));
    expect(screen(inbox)).toContain("Allowed: npm test … in ~/shop, 42 min left, 7 uses   t take it back");
    expect(press(inbox, "t").revoking).toEqual(["g1"]);
  });

  test("is listed if there are several; one key takes the chosen one back, another all", () => {
    const inbox = allowing(grant("g1", ["npm", "test"]), grant("g2", ["git", "log"]));
    expect(screen(inbox)).toContain("2 allowed for a while   t take back");
    const open = press(inbox, "t");
    expect(screen(open)).toMatch(/> npm test ….*\n +git log …/);
    expect(press(open, "down", "enter").revoking).toEqual(["g2"]);
    expect(press(open, "a").revoking).toEqual(["g1", "g2"]);
    expect(press(open, "escape")).toMatchObject({ page: null, revoking: null });
  });
});
