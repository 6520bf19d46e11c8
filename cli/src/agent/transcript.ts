import { askToolName, cleanLine, cleanText } from "@yourcall/core";
import { toFields } from "@yourcall/core/internal";
import type { AgentEvent, ToolResult } from "@yourcall/loop";
import {
  asciiGlyphs,
  cutLine,
  type Glyphs,
  type Line,
  type Screen,
  type Span,
  type StyleName,
  span,
  wrapLine,
} from "@yourcall/terminal/internal";
import { createStreamingMarkdown, showPlans } from "@yourcall/terminal/internal/markdown";

type Part = "you" | "text" | "calls" | "notice";

const widest = 100;
export const youMark = "you ";

/** The conversation as it stays on the screen, and the part still growing below it. */
export function createTranscript(screen: Screen) {
  const { glyphs } = screen;
  const width = () => Math.max(10, Math.min(screen.width() - 1, widest));
  const markdown = createStreamingMarkdown({ width, glyphs });
  showPlans(glyphs);
  const running = new Map<string, { name: string; input: unknown }>();
  let last: Part | undefined;
  let speaking = false;

  const gapBefore = (part: Part): Line[] => (last === undefined || (last === part && part === "calls") ? [] : [[]]);

  function put(part: Part, lines: readonly Line[]): void {
    if (lines.length === 0) return;
    screen.write([...gapBefore(part), ...lines]);
    last = part;
  }

  function putText(lines: Line[]): void {
    if (lines.length === 0) return;
    if (speaking) screen.write(lines);
    else put("text", lines);
    speaking = true;
  }

  function endText(): void {
    putText(markdown.finish());
    speaking = false;
  }

  function endCall(event: Extract<AgentEvent, { type: "tool_result" }>): void {
    const call = running.get(event.id) ?? { name: event.name, input: undefined };
    running.delete(event.id);
    // How a question ended is already shown.
    if (event.name === askToolName && event.result.outcome !== undefined) return;
    put("calls", [toToolLine(call, event.result, { width: width(), glyphs })]);
  }

  return {
    you(text: string) {
      const lines = wrapLine(cleanText(text), Math.max(1, width() - youMark.length - 2));
      put(
        "you",
        lines.map(
          (line, row): Line => [
            row === 0 ? span(`${youMark}${toPointer(glyphs)} `, "chip") : span(" ".repeat(youMark.length + 2)),
            ...line,
          ],
        ),
      );
    },
    take(event: AgentEvent) {
      if (event.type === "text") {
        markdown.add(event.text);
        putText(markdown.take());
        return;
      }
      endText();
      if (event.type === "tool_start" && event.name !== askToolName)
        running.set(event.id, { name: event.name, input: event.input });
      if (event.type === "tool_result") endCall(event);
      if (event.type === "done" || event.type === "error") running.clear();
    },
    notice(text: string, style: StyleName) {
      put("notice", wrapLine(cleanText(text), width(), style));
    },
    lines(lines: readonly Line[]) {
      put("notice", lines);
    },
    /** Lines about a question. */
    question(lines: readonly Line[]) {
      put("calls", lines);
    },
    /** A prompt comes next and leaves its own lines. */
    beforeQuestion() {
      endText();
      screen.write(gapBefore("calls"));
      last = "calls";
    },
    /** Unfinished text and calls. */
    growing() {
      const tail = markdown.tail();
      const calls = [...running.values()].map((call) => toToolLine(call, undefined, { width: width(), glyphs }));
      const text = tail.length === 0 || speaking ? tail : [...gapBefore("text"), ...tail];
      return [...text, ...(calls.length === 0 ? [] : [...gapBefore("calls"), ...calls])];
    },
  };
}

/** The mark after "you", in the terminal's character set. */
export function toPointer(glyphs: Glyphs): string {
  return glyphs === asciiGlyphs ? ">" : "›";
}

/** Names of the most telling arguments, the best first. */
const mainNames = ["command", "path", "file_path", "pattern", "text", "query", "url", "prompt", "description"];

/** The argument that tells a person what a call is about; empty if none does. */
function toMainArgument(input: unknown): string {
  if (typeof input === "string") return cleanLine(input);
  const fields = toFields(input);
  const main = [...mainNames.map((name) => fields[name]), ...Object.values(fields)].find(
    (value) => typeof value === "string" && value.trim() !== "",
  );
  return typeof main === "string" ? cleanLine(main) : "";
}

/** The result of a call, in a few words. */
function toSummary({ text, isError, outcome }: ToolResult): string {
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
