import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { agentKinds } from "@yourcall/core/internal";
import { temporaryDirectory } from "../support/hub.ts";
import { testInNeovim } from "../support/nvim.ts";

const show = `lua print("chats: " .. table.concat(require("yourcall").complete("", "Yourcall chat "), " ") .. ".")`;

testInNeovim(":Yourcall chat completes the agents of the command, and those of setup()", async (openNeovim) => {
  const lua = `require("yourcall").setup({ agents = { gemini = { "gemini", "--acp" } } })`;
  const nvim = openNeovim({ directory: temporaryDirectory(), env: {} }, { lua });
  nvim.command(show);
  // An agent that speaks ACP has a name of its own there.
  const kinds = agentKinds.filter((kind) => kind !== "acp");
  await nvim.see(`chats: ${[...kinds, "gemini"].sort().join(" ")}.`);
});

testInNeovim(
  ":Yourcall chat completes an agent that a newer command knows, and survives a missing command",
  async (openNeovim) => {
    const directory = temporaryDirectory();
    const command = join(directory, "yourcall");
    writeFileSync(command, "#!/bin/sh\nprintf 'acp\\nloop\\nnewcomer\\n'\n", { mode: 0o755 });
    const nvim = openNeovim({ directory, env: {} }, { lua: `require("yourcall").setup({ command = "${command}" })` });
    nvim.command(show);
    await nvim.see("chats: loop newcomer.");
    nvim.command(`lua require("yourcall").setup({ command = "/nowhere/yourcall" })`);
    nvim.command(show);
    await nvim.see("chats: .");
  },
);
