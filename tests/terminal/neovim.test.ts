import { describe, expect } from "vitest";
import { authMethod, database, providers } from "../support/asks.ts";
import { testWith } from "../support/needs.ts";
import { answersOf, ask, outcomeOf } from "../support/prompt.ts";
import type { TestTerminal } from "../support/terminal.ts";

const test = testWith("nvim");
const env = { EDITOR: "nvim -u NONE -n" };

/** The ask as a sheet in Neovim. */
async function openSheet(...questions: unknown[]): Promise<TestTerminal> {
  const terminal = await ask(questions, { env, rows: 40 });
  terminal.press("ctrl+g");
  await terminal.see("<!-- /yourcall -->");
  return terminal;
}

/** Puts the cursor on the line with this text and deletes it. */
async function deleteLine(terminal: TestTerminal, text: string): Promise<void> {
  terminal.type(`/${text}\rdd`);
  await terminal.gone(new RegExp(`^[^/\n]*${text}`, "m"));
}

/** Types at the end of the line with this text. */
async function append(terminal: TestTerminal, text: string, typed: string): Promise<void> {
  terminal.type(`/${text}\rA${typed}`);
  await terminal.see("-- INSERT --");
  await leaveInsert(terminal);
}

async function leaveInsert(terminal: TestTerminal): Promise<void> {
  terminal.press("escape");
  await terminal.gone("-- INSERT --");
}

describe("Ctrl-G opens the sheet in Neovim", () => {
  test("dd deletes options, :wq leads to the review and Enter sends", async () => {
    const terminal = await openSheet(database);
    expect(terminal.screen()).toMatch(/^## 1 Database · keep one\n> Which database should we use for this project\?$/m);
    await deleteLine(terminal, "PostgreSQL");
    await deleteLine(terminal, "SQLite");
    terminal.type(":wq\r");
    expect(await terminal.see("> Send answer")).toContain("1   ✔ Database: MongoDB");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["MongoDB"] }]);
    expect(terminal.everything()).toBe("✔ Database: MongoDB");
  });

  test("several questions, all options kept, a note and a comment", async () => {
    const terminal = await openSheet(authMethod, providers);
    await deleteLine(terminal, "OAuth 2.0");
    await append(terminal, "JWT", "\rnote: short-lived ones");
    await deleteLine(terminal, "keep all");
    await append(terminal, "## Comment", "\rStart small.");
    terminal.type(":wq\r");
    await terminal.see("> Send answers");
    terminal.press("enter");
    expect(await outcomeOf(terminal)).toMatchObject({
      code: 0,
      answers: [
        { selectedOptions: ["JWT"], notes: "short-lived ones" },
        { selectedOptions: ["Google", "GitHub", "Microsoft"] },
      ],
      comment: "Start small.",
    });
  });

  test("a typed answer after Other", async () => {
    const terminal = await openSheet(authMethod);
    await deleteLine(terminal, "OAuth 2.0");
    await deleteLine(terminal, "JWT");
    await append(terminal, "Other:", " passkeys\r  and a backup code");
    terminal.type(":wq\r");
    expect(await terminal.see("> Send answer")).toContain('"passkeys');
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], customInput: "passkeys\nand a backup code" }]);
  });

  test("an invalid sheet opens again with each error above its line, and can be fixed", async () => {
    const terminal = await openSheet(database);
    await deleteLine(terminal, "MongoDB");
    terminal.type(":wq\r");
    const marked = await terminal.see("✖");
    expect(marked.replace(/\n(?=\S)/g, " ")).toMatch("<!-- ✖ Question 1 takes one answer and 2 are left");
    expect(marked).toMatch(/<!-- ✖ [^>]+ -->\n- SQLite/);
    await deleteLine(terminal, "- PostgreSQL");
    terminal.type(":wq\r");
    expect(await terminal.see("> Send answer")).toContain("✔ Database: SQLite");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["SQLite"] }]);
  });
});

describe("Neovim sends nothing", () => {
  test("after :cq, whatever was edited", async () => {
    const terminal = await openSheet(database);
    await deleteLine(terminal, "PostgreSQL");
    await deleteLine(terminal, "SQLite");
    terminal.type(":w\r:cq\r");
    await terminal.see("✖ The editor exited with an error; nothing was changed.");
    await nothingSent(terminal);
  });

  test("when the sheet was saved unchanged", async () => {
    const terminal = await openSheet(database);
    terminal.type(":wq\r");
    await terminal.see("✖ The sheet is unchanged.");
    await nothingSent(terminal);
  });

  test("when an invalid sheet is closed unchanged", async () => {
    const terminal = await openSheet(database);
    await deleteLine(terminal, "MongoDB");
    terminal.type(":wq\r");
    await terminal.see("<!-- ✖ Question 1");
    terminal.type(":q\r");
    await terminal.see("✖ The sheet still has errors; nothing was changed.");
    await nothingSent(terminal);
  });

  async function nothingSent(terminal: TestTerminal): Promise<void> {
    expect(terminal.screen()).toContain("1 > ○ PostgreSQL");
    expect(terminal.screen()).not.toContain("●");
    terminal.press("ctrl+c");
    expect(await terminal.exited).toEqual({ code: 130, stdout: "" });
  }
});

test("Ctrl-G in a field opens its text in Neovim, which may have several lines", async () => {
  const terminal = await ask([database], { env });
  terminal.press("o");
  terminal.type("draft");
  await terminal.see("Other: draft");
  terminal.press("ctrl+g");
  await terminal.see(/^draft\n~/);
  terminal.type("ccfirst line\rsecond line");
  await terminal.see("-- INSERT --");
  await leaveInsert(terminal);
  terminal.type(":wq\r");
  await terminal.see(/Other: first line\n│ +second line/);
  terminal.press("enter");
  expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], customInput: "first line\nsecond line" }]);
});
