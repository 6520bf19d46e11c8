import { askToolName, cleanText } from "@yourcall/core";
import type { AgentEvent } from "@yourcall/loop";
import { type Line, type Screen, type StyleName, span, wrapLine } from "@yourcall/terminal";
import { createStreamingMarkdown, showPlans } from "@yourcall/terminal/markdown";
import { toToolLine } from "./tool-line.ts";

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
export function toPointer({ check }: { check: string }): string {
  return check === "v" ? ">" : "›";
}
