import { cleanLine, cleanText } from "@yourcall/core";
import type { AgentEvent } from "@yourcall/loop";
import type { Narrator } from "./narrator.ts";

/** The agent's calls that write the log and run the project's tests. */
export const [logId, testsId] = ["log", "tests"];

const mostFailureLines = 20;

/** Shows what the agent does, a line each. Returns the number of failed tests once the project's tests have run. */
export function createEventView(narrator: Narrator): (event: AgentEvent) => Promise<number | undefined> {
  let speech = "";
  return async (event) => {
    if (event.type === "text") {
      speech += event.text;
      return undefined;
    }
    if (speech !== "") await narrator.says(speech);
    speech = "";
    if (event.type === "tool_start" && event.id === testsId)
      narrator.line(`  $ ${(event.input as { command: string }).command}`, "dim");
    return event.type === "tool_result" ? showResult(event, narrator) : undefined;
  };
}

function showResult(
  { id, name, result: { text, isError } }: Extract<AgentEvent, { type: "tool_result" }>,
  narrator: Narrator,
): number | undefined {
  const [check, cross] = narrator.plain ? ["", ""] : [`${narrator.glyphs.check} `, `${narrator.glyphs.cross} `];
  const path = id === logId && !isError ? "DECISIONS.md" : /^Wrote (.*), \d+ bytes\.$/.exec(text)?.[1];
  if (name === "Write" || id === logId)
    narrator.line(path === undefined ? `  ${cross}${cleanLine(text)}` : `  + ${path}`, "dim");
  if (id !== testsId) return undefined;
  // From the summary of Node's test runner.
  const count = (word: string) => Number(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  const failed = isError ? Math.max(1, count("fail")) : 0;
  if (failed > 0) for (const line of cleanText(text).split("\n").slice(-mostFailureLines)) narrator.line(`  ${line}`);
  if (failed === 0) narrator.line(`  ${check}${count("pass")} passed`, "success");
  else narrator.line(`  ${cross}${count("fail") === 0 ? "The tests could not be run." : `${failed} failed`}`, "danger");
  return failed;
}
