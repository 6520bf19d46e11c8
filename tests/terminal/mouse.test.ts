import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { database, features, layout } from "../support/asks.ts";
import { startHub } from "../support/hub.ts";
import { claude, openInbox } from "../support/inbox.ts";
import type { TestTerminal } from "../support/terminal.ts";

/** The place of this text on the screen, counted from 1 as terminals do. */
function placeOf(terminal: TestTerminal, text: string): string {
  const rows = terminal.screen().split("\n");
  const row = rows.findIndex((line) => line.includes(text));
  if (row === -1) throw new Error(`${text} is not on the screen`);
  return `${(rows[row] ?? "").indexOf(text) + 1};${row + 1}`;
}

// Without the guard a target may be clicked as soon as it is drawn.
function click(terminal: TestTerminal, text: string): void {
  const place = placeOf(terminal, text);
  terminal.type(`\x1b[<0;${place}M\x1b[<0;${place}m`);
}

describe("the mouse in the inbox", () => {
  test("a click chooses a row, a click on the chosen one opens it, and the same for its options; the wheel moves", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database], { agent: claude });
    await hub.ask([features], { agent: claude });
    await hub.ask([layout], { agent: claude });
    const inbox = await openInbox(hub, { columns: 130, rows: 30 });
    await inbox.see("3 waiting");
    await inbox.see(/▌Database/);
    click(inbox, "Layout");
    await inbox.see(/▌Layout/);
    inbox.type(`\x1b[<64;${placeOf(inbox, "Features")}M`.repeat(2));
    await inbox.see(/▌Database/);
    click(inbox, "Database");
    await inbox.see("╭─ Database ─╮");
    // The list stays next to the ask.
    expect(inbox.screen()).toMatch(/▌Database.*│/);
    expect(inbox.screen()).toContain("Layout");
    click(inbox, "MongoDB");
    await inbox.see("● MongoDB");
    click(inbox, "MongoDB");
    await inbox.see("✔ Sent MongoDB to claude · fix login");
    expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({
      answers: [{ selectedOptions: ["MongoDB"] }],
      by: { surface: "terminal" },
    });
    inbox.press("q");
    await inbox.exited;
    const raw = inbox.raw();
    expect(raw).toContain("\x1b[?1000h");
    expect(raw.lastIndexOf("\x1b[?1000l")).toBeGreaterThan(raw.lastIndexOf("\x1b[?1000h"));
    expect(raw.lastIndexOf("\x1b[?1006l")).toBeGreaterThan(raw.lastIndexOf("\x1b[?1006h"));
  });

  test("keys.mouse switches it off", async () => {
    const hub = await startHub();
    writeFileSync(join(hub.directory, "config.json"), '{"keys":{"mouse":false}}');
    const inbox = await openInbox(hub);
    await inbox.see("Nothing is waiting");
    inbox.press("q");
    await inbox.exited;
    expect(inbox.raw()).not.toContain("\x1b[?1000h");
  });
});
