import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { asks, calls, openPlace, says } from "../support/agent-chat.ts";
import { database } from "../support/asks.ts";
import { temporaryDirectory } from "../support/hub.ts";
import { testInNeovim } from "../support/nvim.ts";

testInNeovim(
  "a chat that was closed with :q! is in the list of chats, with its question, and leaves nothing in the project",
  async (openNeovim) => {
    const directory = join(temporaryDirectory("work"), "my shop");
    mkdirSync(directory);
    const place = await openPlace([calls("One.", asks("t1", database)), says("Good.")], { directory });
    // As on a machine on which it is a link.
    const state = join(temporaryDirectory("state"), "link");
    symlinkSync(temporaryDirectory("state"), state);
    const first = openNeovim(place, { state });
    first.command("Yourcall chats");
    await first.see("No chats yet. :Yourcall chat starts one.");
    first.type("q");
    await first.gone("No chats yet");
    await first.chat("set it up");
    await first.see("untouched, keep one");
    first.command("q!");
    first.command("qa!");
    await first.exited;
    expect(readdirSync(directory)).toEqual([]);

    const second = openNeovim(place, { state });
    second.command("Yourcall chats");
    expect(await second.see("1 kept · <CR> opens")).toMatch(
      /\d\d \w{3} \d\d:\d\d {2}\S+my shop {2}loop {2}set it up$/m,
    );
    second.press("enter");
    await second.see("- SQLite");
    second.command("Yourcall resume");
    await second.see("untouched, keep one");
    await second.deleteLine("PostgreSQL");
    await second.deleteLine("MongoDB");
    second.press("enter");
    await second.see(/✔ Database: SQLite\n+Good\.\n+# You/);
    // It is kept all the time, so that :q asks nothing.
    second.command("q");
    await second.exited;
    expect(readdirSync(directory)).toEqual([]);
  },
);

const additions = `
  vim.keymap.set("n", "gd1", function()
    vim.diagnostic.set(vim.api.nvim_create_namespace("t"), 0, {
      { lnum = 0, col = 6, message = "x is\\nnever used", severity = vim.diagnostic.severity.WARN, source = "lint" },
      { lnum = 2, col = 0, message = "bad", severity = vim.diagnostic.severity.ERROR },
    })
    vim.fn.setqflist({}, "r", { title = ":grep z", items = { { filename = "a.ts", lnum = 3, col = 7, text = " const z" } } })
  end)`;

testInNeovim(
  "a selection begins a chat; files, diagnostics, the quickfix list and more lines are added to its message",
  async (openNeovim) => {
    const place = await openPlace([says("Read.")]);
    writeFileSync(join(place.directory, "a.ts"), "const x = 1;\nconst y = `\n```\n# You\nconst z = 3;\n");
    writeFileSync(join(place.directory, "b c.md"), "# You\n");
    const nvim = openNeovim(place, { args: ["a.ts"], rows: 60, lua: additions });
    await nvim.see("const x = 1;");
    nvim.type("gd1");
    nvim.type("Vj:Yourcall chat\r");
    await nvim.see(/# You\s+From `a\.ts`, lines 1 to 2:\s+```typescript\nconst x = 1;\nconst y = `\n```\n/);
    await nvim.insert("A", "explain");
    // What follows is added from the other window.
    nvim.type("\x17p");
    nvim.command("3,4Yourcall add");
    await nvim.see(/explain\s+From `a\.ts`, lines 3 to 4:\s+ {4}```\s+# You/);
    nvim.command("Yourcall add diagnostics");
    await nvim.see(/Diagnostics of `a\.ts`:\s+- 1:7 warn: x is never used \(lint\)\s+- 3:1 error: bad/);
    nvim.command("3Yourcall add diagnostics");
    await nvim.see(/error: bad\s+Diagnostics of `a\.ts`:\s+- 3:1 error: bad/);
    nvim.command("Yourcall add quickfix");
    await nvim.see(/The quickfix list of :grep z:\s+- `a\.ts:3:7` const z/);
    // Compilers may name a line without a column.
    nvim.command("caddexpr 'a.ts|2| why' | Yourcall add quickfix");
    await nvim.see("- `a.ts:2` why");
    nvim.command("Yourcall add file b\\ c.md %");
    await nvim.see(/These files:\s+- `b c\.md`\s+- `a\.ts`/);
    nvim.command("Yourcall add file nosuch");
    await nvim.see("There is no file nosuch.");
    nvim.type("\x17p");
    nvim.press("enter");
    await nvim.see(/# Agent\n+Read\.\n+# You/);
    const sent = JSON.stringify(place.requests[0]?.body.messages);
    for (const part of ["const x = 1", "explain", "lines 3 to 4", "never used", "a.ts:3:7", "b c.md"])
      expect(sent).toContain(part);
  },
);

testInNeovim(
  ":Yourcall add asks for a file where there is none, and opens a chat if there is none",
  async (openNeovim) => {
    const place = await openPlace([]);
    writeFileSync(join(place.directory, "notes of mine.txt"), "");
    const nvim = openNeovim(place);
    nvim.command("Yourcall add");
    await nvim.see("Which file?");
    nvim.type("notes of mine.txt\r");
    await nvim.see(/# You\s+This file:\s+- `notes of mine\.txt`/);
    nvim.command("Yourcall add quickfix");
    await nvim.see("The quickfix list is empty.");
    nvim.command("Yourcall add diagnostics");
    await nvim.see("There are no diagnostics here.");
    nvim.command("Yourcall add nonsense");
    await nvim.see("Unknown: add nonsense. Known: diagnostics, file, quickfix.");
  },
);
