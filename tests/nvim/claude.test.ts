import { expect } from "vitest";
import { labelled, setUpClaude } from "../claude/sessions.ts";
import { testWithClaude } from "../support/claude.ts";
import { testInNeovim } from "../support/nvim.ts";

testInNeovim(
  "the real Claude Code asks in a chat of Neovim and is answered by deleting lines",
  async (openNeovim) => {
    const question = {
      question: "Which fruit?",
      header: "Choice",
      options: labelled("Apples", "Pears"),
      multiSelect: false,
    };
    const { api, place } = await setUpClaude({
      chat: [["Let me ask.", { tool: "AskUserQuestion", input: { questions: [question] } }], ["Pears it is."]],
    });
    const nvim = openNeovim({ directory: place.cwd, env: { ...place.env, HOME: place.cwd } });
    nvim.command("Yourcall chat claude");
    await nvim.see("# You");
    nvim.type("i[chat] Go.");
    nvim.press("escape");
    await nvim.gone("-- INSERT --");
    nvim.press("enter");
    await nvim.see("untouched, keep one");
    await nvim.deleteLine("Apples");
    await nvim.see("1 left ✔");
    nvim.press("enter");
    await nvim.see("✔ Choice: Pears");
    await nvim.see(/Pears it is\.\s+# You/);
    expect((await api.resultOf("toolu_chat_0_1")).text).toContain('"Which fruit?"="Pears"');
  },
  testWithClaude,
);
