import { join } from "node:path";
import { expect } from "vitest";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { temporaryDirectory } from "../support/hub.ts";
import { testInNeovim } from "../support/nvim.ts";
import { root } from "../support/terminal.ts";

testInNeovim(
  "an ACP agent of setup() asks for permission in its chat, with its own options; its saved chat goes on",
  async (openNeovim) => {
    const scripted = join(root, "tests/agents/acp-scripted.mjs");
    const place = { directory: temporaryDirectory("work"), env: { YOURCALL_HOME: homeOfBackgroundHub("home") } };
    const lua = `require("yourcall").setup({ agents = { scripted = { "${process.execPath}", "${scripted}" } } })`;
    const nvim = openNeovim(place, { lua });
    // A message whose agent cannot start is put back, to be sent again.
    await nvim.chat("hello", "nosuch");
    await nvim.see(/got "nosuch".*# You\n+hello/s);
    nvim.command("bwipeout!");
    await nvim.gone("hello");
    await nvim.chat("permission", "scripted");
    expect(await nvim.see("untouched, keep one")).toContain("npm publish");
    await nvim.deleteLine("No");
    await nvim.see("1 left ✔");
    nvim.press("enter");
    await nvim.see('"optionId":"ok"');
    await nvim.see(/"ok".*# You/s);
    nvim.command("w kept.md");
    await nvim.see("written");
    nvim.command("qa!");
    await nvim.exited;

    const again = openNeovim(place, { lua, args: ["kept.md"] });
    await again.see('"optionId":"ok"');
    await again.insert("GA", "hello again");
    again.press("enter");
    await again.see(/hello again\s+# Agent\s+You said: hello again\s+# You/);
    expect(again.screen()).not.toContain("history, not news");
  },
);
