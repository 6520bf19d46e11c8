import { cleanLine, cleanText } from "@yourcall/core";
import type { AgentEvent } from "@yourcall/loop";
import type { Narrator } from "./narrator.ts";

const mostFailureLines = 20;

/** Shows what the agent does, a line each. Returns the number of failed tests once the project's tests have run. */
export function createEventView(
  narrator: Narrator,
  testsId: string,
): (event: AgentEvent) => Promise<number | undefined> {
  let speech = "";
  return async (event) => {
    if (event.type === "text") {
      speech += event.text;
      return undefined;
    }
    if (speech !== "") await narrator.says("agent", speech);
    speech = "";
    if (event.type === "tool_start" && event.id === testsId)
      narrator.line(`  $ ${(event.input as { command: string }).command}`, "dim");
    return event.type === "tool_result" ? showResult(event, narrator, testsId) : undefined;
  };
}

type ToolResult = Extract<AgentEvent, { type: "tool_result" }>;

function showResult({ id, name, result }: ToolResult, narrator: Narrator, testsId: string): number | undefined {
  const [check, cross] = narrator.plain ? ["", ""] : [`${narrator.glyphs.check} `, `${narrator.glyphs.cross} `];
  if (name === "Write") {
    const path = /^Wrote (.*), \d+ bytes\.$/.exec(result.text)?.[1];
    narrator.line(path === undefined ? `  ${cross}${cleanLine(result.text)}` : `  + ${path}`, "dim");
  }
  if (id !== testsId) return undefined;
  if (!result.isError) {
    narrator.line(`  ${check}${countOf("pass", result.text)} passed`, "success");
    return 0;
  }
  const failed = countOf("fail", result.text);
  for (const line of cleanText(result.text).split("\n").slice(-mostFailureLines)) narrator.line(`  ${line}`);
  narrator.line(`  ${cross}${failed === 0 ? "The tests could not be run." : `${failed} failed`}`, "danger");
  return Math.max(1, failed);
}

/** Read from the summary of Node's test runner. */
function countOf(word: "pass" | "fail", text: string): number {
  return Number(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
}
