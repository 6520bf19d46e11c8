import { join } from "node:path";
import { expect } from "vitest";
import { temporaryDirectory } from "../support/hub.ts";
import { testInNeovim } from "../support/nvim.ts";
import { root } from "../support/terminal.ts";

testInNeovim("an ACP agent of setup() asks for permission in its chat, with its own options", async (openNeovim) => {
  const scripted = join(root, "tests/agents/acp-scripted.mjs");
  const nvim = openNeovim(
    { directory: root, env: { YOURCALL_HOME: temporaryDirectory("home") } },
    { lua: `require("yourcall").setup({ agents = { scripted = { "${process.execPath}", "${scripted}" } } })` },
  );
  nvim.command("Yourcall chat scripted");
  await nvim.see("# You");
  nvim.type("ipermission");
  nvim.press("escape");
  await nvim.gone("-- INSERT --");
  nvim.press("enter");
  expect(await nvim.see("untouched, keep one")).toContain("npm publish");
  await nvim.deleteLine("No");
  await nvim.see("1 left ✔");
  nvim.press("enter");
  await nvim.see('"optionId":"ok"');
  await nvim.see(/"ok".*# You/s);
});
