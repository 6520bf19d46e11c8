import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { asks, calls, openPlace, says } from "../support/agent-chat.ts";
import { database } from "../support/asks.ts";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { testInNeovim } from "../support/nvim.ts";

testInNeovim(
  "a command that cannot start is an error, in the inbox, in a chat and in checkhealth",
  async (openNeovim) => {
    const directory = temporaryDirectory();
    const refusing = join(directory, "refusing");
    writeFileSync(refusing, "#!/bin/sh\necho 'A newer Node is needed.' >&2\nexit 1\n", { mode: 0o755 });
    const lua = `require("yourcall").setup({ command = "/nowhere/yourcall" })
    _G.levels = {}
    local notify = vim.notify
    vim.notify = function(text, level) table.insert(levels, level) notify(text, level) end`;
    const nvim = openNeovim({ directory, env: {} }, { lua });
    nvim.command("Yourcall inbox");
    expect(await nvim.see(/Not connected\.\s+\/nowhere\/yourcall could not be started/)).not.toContain("Nothing waits");
    nvim.command("lua print('an error: ' .. tostring(levels[1] == vim.log.levels.ERROR))");
    await nvim.see("an error: true");
    nvim.command("checkhealth yourcall");
    await nvim.see(/ERROR.*\/nowhere\/yourcall was not found/);
    nvim.command(`lua require("yourcall").setup({ command = "${refusing}" })`);
    nvim.command("Yourcall inbox");
    expect(await nvim.see(/Not connected\.\s+The inbox ended \(exit 1\)\. A newer Node is needed\./)).not.toContain(
      "Nothing waits",
    );
    nvim.command("checkhealth yourcall");
    await nvim.see(/ERROR.*--version failed: A newer Node is needed\./);
    nvim.command("only | bwipeout");
    await nvim.chat("hello");
    await nvim.see(/A newer Node is needed\._\s+# You\s+hello/);
  },
);

testInNeovim("a sheet that was not edited is not kept as an edit when its ask ends elsewhere", async (openNeovim) => {
  const hub = await startHub({ directory: homeOfBackgroundHub() });
  const question = { ...database, question: "Which one,\r\nthen?" };
  const place = await openPlace(
    [calls("One.", asks("t1", question)), calls("Two.", asks("t2", question)), says("Good.")],
    {
      home: hub.directory,
    },
  );
  const answerElsewhere = async () => {
    const [ask] = (await hub.client("human").list({ status: "pending" })).asks;
    const answers = [{ question: ask?.questions[0]?.question ?? "", selectedOptions: ["SQLite"] }];
    await hub.client("human").answer(ask?.id ?? "", { answers, surface: "web", act: "click", user: "bo" });
  };
  const nvim = openNeovim(place, { rows: 60 });
  await nvim.chat("set it up");
  await nvim.see("untouched, keep one");
  await answerElsewhere();
  await nvim.see(/✔ Database: SQLite · answered in web by bo.*Two\..*untouched, keep one/s);
  expect(nvim.screen()).not.toContain("Your edit");
  // Nor if it ended while its file was closed.
  nvim.command("w kept.md | bwipeout!");
  await nvim.gone("Two.");
  await answerElsewhere();
  nvim.command("edit kept.md | Yourcall resume");
  await nvim.see(/Two\.\s+✔ Database: SQLite · answered in web by bo.*Good\.\s+# You/s);
  expect(nvim.screen()).not.toContain("Your edit");
});

testInNeovim("why no agent can start is in the chat, line by line, and nothing else is said", async (openNeovim) => {
  const directory = temporaryDirectory();
  const nvim = openNeovim({ directory, env: { YOURCALL_HOME: directory } });
  await nvim.chat("hello");
  await nvim.see(/_No model is set up\..*_\n+ {4}export ANTHROPIC_API_KEY=.*\n.*# You\s+hello/s);
  nvim.command("echo 'said:' execute('messages')");
  await nvim.see(/^said:\s*$/m);
});
