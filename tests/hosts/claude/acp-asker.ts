import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startChatCompletions } from "../../support/chat-completions.ts";
import { temporaryDirectory } from "../../support/hub.ts";
import { root } from "../../support/terminal.ts";

/** An agent that speaks ACP and asks which database to use. */
export interface AcpAsker {
  command: string[];
  prompt: string;
  /** What its model was told after the first prompt. */
  told(): string;
  turns(): number;
}

const qwen = join(root, "tests/hosts/node_modules/@qwen-code/qwen-code/cli-entry.js");

const question = {
  question: "Which database?",
  header: "Database",
  multiSelect: false,
  options: [
    { label: "SQLite", description: "One file" },
    { label: "MySQL", description: "A server" },
  ],
};

/** The real Qwen Code on a scripted model. */
export async function startAcpAsker(until: (act: () => void | Promise<void>) => void): Promise<AcpAsker> {
  const model = await startChatCompletions([
    { tool: "ask_user_question", id: "q1", input: { questions: [question] } },
    "Done.",
  ]);
  until(() => model.stop());
  const home = temporaryDirectory("qwen", until);
  mkdirSync(join(home, ".qwen"));
  const settings = { security: { auth: { selectedType: "openai" } }, privacy: { usageStatisticsEnabled: false } };
  writeFileSync(join(home, ".qwen/settings.json"), JSON.stringify(settings));
  const env = { HOME: home, OPENAI_API_KEY: "none", OPENAI_BASE_URL: model.url, OPENAI_MODEL: "m" };
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return {
    command: ["/usr/bin/env", ...words, process.execPath, qwen, "--acp", "--approval-mode", "default"],
    prompt: "Set up the database.",
    told: () => model.said.join("\n"),
    turns: () => model.turns,
  };
}
