import { describe, expect } from "vitest";
import { database } from "../support/asks.ts";
import { testWith } from "../support/needs.ts";
import { answersOf, ask } from "../support/prompt.ts";
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

  async function nothingSent(terminal: TestTerminal): Promise<void> {
    expect(terminal.screen()).toContain("1 > ○ PostgreSQL");
    expect(terminal.screen()).not.toContain("●");
    terminal.press("ctrl+c");
    expect(await terminal.exited).toEqual({ code: 130, stdout: "" });
  }
});
