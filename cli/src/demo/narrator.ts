import { cleanLine, cleanText } from "@yourcall/core";
import type { AgentEvent } from "@yourcall/loop";
import type { Terminal } from "@yourcall/terminal";
import {
  cellWidth,
  detectGlyphs,
  type Line,
  lineText,
  openScreen,
  type StyleName,
  span,
  toAsciiText,
  unicodeGlyphs,
  wrapText,
} from "@yourcall/terminal/internal";
import { logId, testsId } from "./questions.ts";

const wordMs = 45;
const mostSlowWords = 30;
const mostFailureLines = 20;

interface NarratorOptions {
  output: NodeJS.WriteStream;
  /** The terminal to draw on and to read keys from while no prompt does; null for plain lines, as for screen readers. */
  terminal: Terminal | null;
  /** Words only, no marks. */
  plain: boolean;
  onInterrupt(): void;
}

export type Narrator = ReturnType<typeof createNarrator>;

/** Tells a person what happens, line by line. */
export function createNarrator({ output, terminal, plain, onInterrupt }: NarratorOptions) {
  const glyphs = output.isTTY ? detectGlyphs(process.env) : unicodeGlyphs;
  const clean = (text: string) => (glyphs === unicodeGlyphs ? text : toAsciiText(text));
  let rush = () => {};
  /** The sentence being spoken, up to the current word. */
  let saying: Line[] = [];
  const screen =
    terminal === null
      ? null
      : openScreen({
          terminal,
          typeAhead: true,
          view: () => ({ lines: saying, cursor: null }),
          onInput: (input) =>
            input.type === "key" && input.key.ctrl && input.key.text === "c" ? onInterrupt() : rush(),
          onEnd: onInterrupt,
        });
  const write = screen?.write ?? ((lines: readonly Line[]) => lines.map((line) => output.write(`${lineText(line)}\n`)));
  const widthNow = () => (output.isTTY ? (output.columns || 80) - 1 : Number.POSITIVE_INFINITY);

  return {
    screen,
    glyphs,
    plain,
    widthNow,
    line(text: string, style: StyleName = "text"): void {
      write(toRows(clean(text), widthNow()).map((row) => [span(row, style)]));
    },
    /** `agent › words`, one word after the other on a terminal; any key shows the rest at once. */
    async says(text: string): Promise<void> {
      const [name, mark] = plain ? ["agent:", " "] : ["agent ", clean("› ")];
      const indent = " ".repeat(name.length + mark.length);
      const toLines = (said: string): Line[] =>
        toRows(said, widthNow() - indent.length).map((row, at) =>
          at > 0 ? [span(indent + row)] : [span(name, "strong"), span(mark, "dim"), span(row)],
        );
      const words = clean(text).split(/(?<= )/);
      for (let count = 1; screen !== null && count < Math.min(words.length, mostSlowWords); count++) {
        saying = toLines(words.slice(0, count).join(""));
        screen.paint();
        const isRushed = await new Promise<boolean>((resolve) => {
          rush = () => resolve(true);
          setTimeout(() => resolve(false), wordMs);
        });
        if (isRushed) break;
      }
      saying = [];
      write(toLines(words.join("")));
    },
  };
}

/** Wraps between words. If a word is too long, nothing is wrapped, so that a link or a path can be copied in one piece. */
function toRows(text: string, width: number): string[] {
  const fits = text.split(" ").every((word) => cellWidth(word) <= width);
  return fits && cellWidth(text) > width ? wrapText(text, width) : [text];
}

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
