import { cleanLine } from "@yourcall/core";
import type { ToolResult } from "@yourcall/loop";
import { cutLine, type Glyphs, type Line, type Span, span } from "@yourcall/terminal";

/** Names of the most telling arguments, the best first. */
const mainNames = ["command", "path", "file_path", "pattern", "text", "query", "url", "prompt", "description"];

/** The argument that tells a person what a call is about; empty if none does. */
function toMainArgument(input: unknown): string {
  if (typeof input === "string") return cleanLine(input);
  if (typeof input !== "object" || input === null) return "";
  const fields = input as Record<string, unknown>;
  const main = [...mainNames.map((name) => fields[name]), ...Object.values(fields)].find(
    (value) => typeof value === "string" && value.trim() !== "",
  );
  return typeof main === "string" ? cleanLine(main) : "";
}

/** The result of a call, in a few words. */
export function toSummary({ text, isError, outcome }: ToolResult): string {
  if (outcome !== undefined && isError) return outcome.status === "answered" ? "denied" : outcome.status;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return "nothing";
  return isError || lines.length === 1 ? cleanLine(lines[0] ?? "") : `${lines.length} lines`;
}

/** A call as one line: while it runs, and with its result. */
export function toToolLine(
  call: { name: string; input: unknown },
  result: ToolResult | undefined,
  { width, glyphs }: { width: number; glyphs: Glyphs },
): Line {
  const mark: Span =
    result === undefined
      ? span(`${glyphs.todo} `, "muted")
      : result.isError
        ? span(`${glyphs.cross} `, "danger")
        : span(`${glyphs.check} `, "success");
  const argument = toMainArgument(call.input);
  const start = [mark, span(cleanLine(call.name), "strong"), ...(argument === "" ? [] : [span(` ${argument}`)])];
  if (result === undefined) return cutLine(start, width);
  const summary = toSummary(result);
  // A long argument must not push the result off the line.
  const room = Math.max(Math.floor(width / 2), width - 3 - summary.length);
  return cutLine([...cutLine(start, room), span(`  ${summary}`, result.isError ? "danger" : "muted")], width);
}
