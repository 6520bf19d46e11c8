import { describe, expect, onTestFinished } from "vitest";
import { askFile, database, features } from "../support/asks.ts";
import { temporaryDirectory } from "../support/hub.ts";
import { testWith } from "../support/needs.ts";
import { yourcall } from "../support/terminal.ts";
import { openTmux, type TmuxPane } from "../support/tmux.ts";

const test = testWith("tmux");

/** `yourcall ARGS` in tmux; its output stays on the screen. */
function open(args: string[], size: { columns: number; rows: number }, env: Record<string, string> = {}): TmuxPane {
  const home = temporaryDirectory("tmux-home");
  const pane = openTmux(
    ["/bin/sh", "-c", '"$@"; echo; echo "that was it"; cat', "sh", process.execPath, yourcall, ...args],
    {
      cwd: home,
      env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", YOURCALL_HOME: home, YOURCALL_KEY_GUARD_MS: "0", ...env },
      ...size,
    },
  );
  onTestFinished(pane.end);
  return pane;
}

describe("in tmux", () => {
  test("a prompt as tall as the screen leaves only its confirmation in the scrollback", async () => {
    const pane = open(["ask", askFile(database)], { columns: 60, rows: 12 });
    expect(await pane.see("enter choose and send")).toMatch(/^╭─ Database/);
    await pane.ready();
    pane.press("x");
    await pane.see("Keep answering");
    pane.press("Escape");
    await pane.see("enter choose and send");
    pane.press("1");
    await pane.see("that was it");
    expect(pane.everything()).toContain("✔ Database: PostgreSQL");
    expect(pane.everything()).not.toMatch(/[╭│╰]/);
  });

  test("a prompt that shrinks and grows in height with the cursor in a field leaves no row of an old frame", async () => {
    const pane = open(["ask", askFile(features)], { columns: 80, rows: 24 });
    await pane.ready();
    pane.press("o");
    await pane.see("type your answer");
    pane.type("a rather long text of my own that goes well beyond the width of the terminal so that it wraps");
    await pane.see("wraps");
    for (const [columns, rows] of [
      [60, 20],
      [100, 30],
      [40, 12],
      [80, 24],
    ] as const) {
      pane.resize(columns, rows);
      await pane.see(columns === 40 ? /wraps.*enter keep it/s : new RegExp(`╰─{${columns - 2}}\n`));
    }
    expect(pane.screen().match(/^╭─ Features/gm)).toHaveLength(1);
    expect(pane.screen()).toMatch(/^╭─ Features/);
  });
});
