import { cleanLine, cleanText } from "@yourcall/core";
import type { AgentEvent } from "@yourcall/loop";
import type { Narrator } from "./narrator.ts";
import { type TreeMarks, treeLines } from "./tree-lines.ts";

/** How the project's own tests ended. */
export interface TestCount {
  passed: number;
  failed: number;
}

const mostFailureLines = 20;

/** Shows what the agent does, a line for each thing. Returns the count once the project's tests have run. */
export async function showEvent(
  event: AgentEvent,
  narrator: Narrator,
  callIds: { tests: string },
): Promise<TestCount | undefined> {
  if (event.type === "text") await narrator.word("agent", event.text);
  // The prompt, or the next line, begins on a line of its own.
  else narrator.endSpeech();
  if (event.type === "tool_start" && event.id === callIds.tests) narrator.line(`  $ ${commandOf(event.input)}`, "dim");
  if (event.type === "tool_result") return showResult(event, narrator, callIds);
  return undefined;
}

function showResult(
  { id, name, result }: Extract<AgentEvent, { type: "tool_result" }>,
  narrator: Narrator,
  callIds: { tests: string },
): TestCount | undefined {
  const [check, cross] = narrator.plain ? ["", ""] : [`${narrator.glyphs.check} `, `${narrator.glyphs.cross} `];
  if (name === "Write") {
    const path = /^Wrote (.*), \d+ bytes\.$/.exec(result.text)?.[1];
    narrator.line(path === undefined ? `  ${cross}${cleanLine(result.text)}` : `  + ${path}`, "dim");
  }
  if (name === "List" && !result.isError) {
    narrator.line();
    for (const line of treeLines(result.text.split("\n"), treeMarks(narrator))) narrator.line(`  ${line}`);
    narrator.line();
  }
  if (id !== callIds.tests) return undefined;
  const count = { passed: countOf("pass", result.text), failed: countOf("fail", result.text) };
  if (!result.isError) narrator.line(`  ${check}${count.passed} passed`, "success");
  else {
    const lines = cleanText(result.text).split("\n").slice(-mostFailureLines);
    for (const line of lines) narrator.line(`  ${line}`);
    narrator.line(
      `  ${cross}${count.failed === 0 ? "The tests could not be run." : `${count.failed} failed`}`,
      "danger",
    );
  }
  return result.isError ? { ...count, failed: Math.max(1, count.failed) } : count;
}

function treeMarks({ plain, glyphs }: Narrator): TreeMarks {
  if (plain) return { branch: "", last: "", rail: "  ", end: "  " };
  return glyphs.rail === "│"
    ? { branch: "├─ ", last: "└─ ", rail: "│  ", end: "   " }
    : { branch: "|- ", last: "`- ", rail: "|  ", end: "   " };
}

function commandOf(input: unknown): string {
  const { command } = input as { command?: unknown };
  return typeof command === "string" ? command : "";
}

/** From the summary of Node's test runner, which marks it as its reporter does. */
function countOf(word: "pass" | "fail", text: string): number {
  return Number(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
}
