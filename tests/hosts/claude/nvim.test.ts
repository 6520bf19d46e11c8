import { expect } from "vitest";
import { homeOfBackgroundHub } from "../../support/background-hub.ts";
import { testWithClaude } from "../../support/claude.ts";
import { testAcrossNeovims } from "../../support/nvim.ts";
import { labelled, setUpClaude } from "./sessions.ts";

testAcrossNeovims(
  "the real Claude Code asks in a chat of Neovim, survives a kill of Neovim, and is answered by deleting lines in another",
  async (openNeovim, openOther) => {
    const question = {
      question: "Which fruit?",
      header: "Choice",
      options: labelled("Apples", "Pears", "Plums"),
      multiSelect: false,
    };
    const { api, place } = await setUpClaude({
      chat: [
        ["Let me ask.", { tool: "AskUserQuestion", input: { questions: [question] } }],
        ["Pears it is."],
        ["Yes."],
      ],
    });
    const env = { ...place.env, HOME: place.cwd, YOURCALL_HOME: homeOfBackgroundHub("home") };
    const here = { directory: place.cwd, env };
    const nvim = openNeovim(here);
    await nvim.chat("[chat] Go.", "claude");
    await nvim.see("untouched, keep one");
    await nvim.deleteLine("Apples");
    await nvim.see("2 left, keep one");
    nvim.command("w kept.md");
    await nvim.see("written");
    nvim.command("lua vim.loop.kill(vim.fn.getpid(), 9)");
    await nvim.exited;

    const again = openOther(here, { args: ["kept.md"] });
    await again.see("- Plums");
    again.goTo("Which fruit");
    again.press("enter");
    await again.see("2 left, keep one");
    await again.deleteLine("Plums");
    await again.see("1 left ✔");
    again.press("enter");
    await again.see("✔ Choice: Pears");
    await again.see(/Pears it is\.\s+# You/);
    expect((await api.resultOf("toolu_chat_0_1")).text).toContain('"Which fruit?"="Pears"');
    await again.insert("GA", "Really?");
    again.press("enter");
    await again.see(/Really\?\s+# Agent\s+Yes\.\s+# You/);
  },
  testWithClaude,
);
