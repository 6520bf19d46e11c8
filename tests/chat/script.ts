import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Line, Script } from "../../examples/chat/server/scripted-model.ts";
import { sinceLastMessage } from "../../examples/chat/server/story.ts";

/** The script of the tests: the person's message says what the model does, and the model repeats what it was told. */
export const paceMs = 2;

const database = {
  question: "Which database should we use?",
  header: "Database",
  options: [
    { label: "PostgreSQL (Recommended)", description: "Robust, and you know it" },
    { label: "SQLite", description: "One file" },
    { label: "MongoDB", description: "Documents" },
  ],
  multiSelect: false,
};

const features = {
  question: "Which features?",
  header: "Features",
  options: [
    { label: "Tests", description: "With every change" },
    { label: "Docs", description: "For people" },
    { label: "Metrics", description: "For machines" },
  ],
  multiSelect: true,
};

/** Waits until the test has made a file of this name beside the conversations. */
async function gate(name: string): Promise<void> {
  while (!existsSync(join(process.env.CHAT_DATA ?? "", name))) await new Promise((resolve) => setTimeout(resolve, 20));
}

const ask = (input: unknown, name = "AskUserQuestion"): Line => ({ text: "One moment.", calls: [{ name, input }] });

const lines: Record<string, Line> = {
  database: ask({ questions: [database] }),
  "slow database": { calls: [{ name: "AskUserQuestion", input: { questions: [database] }, pause: () => gate("go") }] },
  features: ask({ questions: [features] }),
};

export const script: Script = (prompt) => {
  const { asked, turns, results } = sinceLastMessage(prompt);
  if (turns > 0) return { text: `The model was told: ${results.at(-1)}` };
  return lines[asked] ?? { text: `Nothing is written for "${asked}".` };
};
