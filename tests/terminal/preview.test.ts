import { describe, expect, test } from "vitest";
import { database, layout } from "../support/asks.ts";
import { answersOf, ask } from "../support/prompt.ts";

describe("previews", () => {
  test("stand beside the options from 100 columns on", async () => {
    const terminal = await ask([layout], { columns: 100, rows: 20 });
    expect(terminal.screen()).toMatchInlineSnapshot();
  });

  test("stand below them on a narrower screen", async () => {
    const terminal = await ask([layout], { columns: 80, rows: 24 });
    expect(terminal.screen()).toMatchInlineSnapshot();
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

  test("follow the focus, from their first line", async () => {
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

  test("cut what is too wide with a visible mark, and keep the border straight", async () => {
    const wide = { ...layout.options[1], preview: `${"x".repeat(300)}\n数据库${"数".repeat(100)}\nend` };
    const terminal = await ask([{ ...layout, options: [wide, layout.options[0]] }], { columns: 110, rows: 24 });
    terminal.press("up");
    const rows = terminal
      .screen()
      .split("\n")
      .filter((row) => /[xn数]… +?│$|end +│$/.test(row));
    expect(rows).toHaveLength(3);
  });

  test("of a question without any there is no box", async () => {
    const terminal = await ask([database], { columns: 120 });
    expect(terminal.screen()).not.toContain("┌");
  });
});
