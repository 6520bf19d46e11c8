import { describe, expect, test } from "vitest";
import { database, layout } from "../support/asks.ts";
import { answersOf, ask } from "../support/prompt.ts";

describe("previews", () => {
  test("are next to the options from 100 columns on", async () => {
    const terminal = await ask([layout], { columns: 100, rows: 20 });
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ Layout ─╮
      │
      │  Which layout do you prefer?
      │
      │  1 > ○ Sidebar (Recommended)       ┌ Sidebar ─────────────────────────────────────── 1-12 of 30 ┐
      │        Room for many sections      │ | nav  | main 1                                            │
      │                                    │ | nav  | main 2                                            │
      │  2   ○ Topbar                      │ | nav  | main 3                                            │
      │        More width for content      │ | nav  | main 4                                            │
      │                                    │ | nav  | main 5                                            │
      │  3   ○ Other                       │ | nav  | main 6                                            │
      │        Type something else…        │ | nav  | main 7                                            │
      │                                    │ | nav  | main 8                                            │
      │                                    │ | nav  | main 9                                            │
      │                                    │ | nav  | main 10                                           │
      │                                    │ | nav  | main 11                                           │
      │                                    │ | nav  | main 12                                           │
      │                                    └ pgdn more ─────────────────────────────────────────────────┘
      ╰──────────────────────────────────────────────────────────────────────────────────────────────────
        ↑↓ move • enter choose and send • pgup/pgdn preview • tab review • x decline • ? keys"
    `);
  });

  test("are below the options on a narrower screen", async () => {
    const terminal = await ask([layout], { columns: 80, rows: 24 });
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ Layout ─╮
      │
      │  Which layout do you prefer?
      │
      │  1 > ○ Sidebar (Recommended)
      │        Room for many sections
      │
      │  2   ○ Topbar
      │        More width for content
      │
      │  3   ○ Other
      │        Type something else…
      │
      │  ┌ Sidebar ────────────────────────────────────────────────────── 1-7 of 30 ┐
      │  │ | nav  | main 1                                                          │
      │  │ | nav  | main 2                                                          │
      │  │ | nav  | main 3                                                          │
      │  │ | nav  | main 4                                                          │
      │  │ | nav  | main 5                                                          │
      │  │ | nav  | main 6                                                          │
      │  │ | nav  | main 7                                                          │
      │  └ pgdn more ───────────────────────────────────────────────────────────────┘
      ╰──────────────────────────────────────────────────────────────────────────────
        ↑↓ move • enter choose and send • pgup/pgdn preview • tab review • ? keys"
    `);
  });

  test("PgDn and PgUp scroll, and stop at the ends", async () => {
    const terminal = await ask([layout], { columns: 100, rows: 20 });
    expect(terminal.screen()).toMatch(/ 1-\d+ of 30 /);
    terminal.press("pagedown");
    expect(await terminal.see(/ (?!1-)\d+-\d+ of 30 /)).not.toContain("main 1 ");
    terminal.press(...Array(10).fill("pagedown"));
    expect(await terminal.see("-30 of 30")).toContain("pgup back");
    terminal.press(...Array(10).fill("pageup"));
    expect(await terminal.see(" 1-")).toContain("pgdn more");
  });

  test("follow the focus and start at their first line", async () => {
    const terminal = await ask([layout], { columns: 100, rows: 20 });
    terminal.press("pagedown");
    await terminal.see(/ (?!1-)\d+-\d+ of 30 /);
    terminal.press("down");
    const topbar = await terminal.see("┌ Topbar ");
    expect(topbar).toContain("| nav           |");
    expect(topbar).not.toContain("pgup/pgdn");
    terminal.press("down");
    await terminal.see("(no preview)");
    terminal.press("home");
    await terminal.see(/┌ Sidebar .* 1-\d+ of 30 ┐/);
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["Sidebar (Recommended)"] }]);
  });

  test("cut long lines with a visible mark and keep the border straight", async () => {
    const wide = { ...layout.options[1], preview: `${"x".repeat(300)}\n数据库${"数".repeat(100)}\nend` };
    const terminal = await ask([{ ...layout, options: [wide, layout.options[0]] }], { columns: 110, rows: 24 });
    terminal.press("home");
    const screen = await terminal.see("┌ Topbar ");
    expect(screen).toMatch(/x… +│\n.*数… +│\n.* end +│\n/);
    const cells = (row: string) => row.length + (row.match(/[数据库]/g)?.length ?? 0);
    const box = screen.split("\n").filter((row) => /.[┐│┘]$/.test(row));
    expect(box.length).toBeGreaterThan(4);
    expect(new Set(box.map(cells)).size).toBe(1);
  });

  test("have no box if no option has one", async () => {
    const terminal = await ask([database], { columns: 120 });
    expect(terminal.screen()).not.toContain("┌");
  });
});
