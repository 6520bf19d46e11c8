import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ModelCall, ScriptedTurn } from "@yourcall/loop/testing";
import { sinceLastMessage, toCall } from "../../examples/chat/server/story.ts";

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

/** Waits until the test has created a file of this name next to the conversations. */
async function gate(name: string): Promise<void> {
  while (!existsSync(join(process.env.CHAT_DATA ?? "", name))) await new Promise((resolve) => setTimeout(resolve, 20));
}

const ask = (input: unknown, name = "AskUserQuestion") => ({ text: "One moment.", calls: [toCall(name, input)] });

/** By the first word of the person's message; `slow NAME` waits in the middle of the arguments for the file NAME. */
const lines: Record<string, (rest: string) => ScriptedTurn> = {
  database: () => ask({ questions: [database] }),
  features: () => ask({ questions: [features] }),
  two: () => ({
    calls: [database, features].map((each) => toCall("AskUserQuestion", { questions: [each] })),
  }),
  slow: (rest) => ({
    text: "Let me think.",
    calls: [{ ...toCall("AskUserQuestion", { questions: [database] }), pause: () => gate(rest) }],
  }),
  flat: () => ask({ question: "Tabs or spaces?", options: ["Tabs", "Spaces"] }),
  malformed: () => ask({ questions: "nonsense" }),
  broken: () => ask('{"questions": [{'),
  unregistered: () => ask({ path: "x" }, "NoSuchTool"),
  save: () => ({ calls: [toCall("saveFile", { name: "notes.txt", content: "Kept.\n" })] }),
};

export function script({ prompt }: ModelCall): ScriptedTurn {
  const { asked, turns, results } = sinceLastMessage(prompt);
  if (turns > 0) return { text: `The model was told: ${results.join(" / ")}` };
  const [word = "", ...rest] = asked.split(" ");
  return lines[word]?.(rest.join(" ")) ?? { text: `Nothing is written for "${asked}".` };
}
