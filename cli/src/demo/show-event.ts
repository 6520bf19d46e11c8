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
  if (name === "List" && !result.isError) narrator.line(`\n${toTree(result.text.split("\n"), narrator)}\n`);
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

/** Draws a listing, in which directories end in `/`, as a tree. */
function toTree(paths: readonly string[], { plain, glyphs }: Narrator): string {
  const marks = { branch: "├─ ", last: "└─ ", rail: "│  ", end: "   " };
  const ascii = { branch: "|- ", last: "`- ", rail: "|  ", end: "   " };
  const none = { branch: "", last: "", rail: "  ", end: "  " };
  const { branch, last, rail, end } = plain ? none : glyphs.rail === "│" ? marks : ascii;
  const draw = (below: string, indent: string): string[] => {
    const children = paths.filter((path) => path.startsWith(below) && /^[^/]+\/?$/.test(path.slice(below.length)));
    return children.flatMap((path, at) => {
      const isLast = at === children.length - 1;
      const line = `${indent}${isLast ? last : branch}${path.slice(below.length)}`;
      return path.endsWith("/") ? [line, ...draw(path, `${indent}${isLast ? end : rail}`)] : [line];
    });
  };
  return draw("", "  ").join("\n");
}

/** Read from the summary of Node's test runner. */
function countOf(word: "pass" | "fail", text: string): number {
  return Number(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
}
