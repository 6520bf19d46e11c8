import { type CommandFact, findCommandFacts } from "@yourcall/core/internal";
import { createElement, memo, type ReactNode } from "react";
import { type PieceBudget, startFrame, toColouredParts } from "./coloured.tsx";
import { drawRow } from "./drawn-frames.tsx";
import { type Chunk, toRows } from "./text-chunks.ts";

/** A part of a command, with what stands out in the command. */
export interface CommandChunk extends Chunk {
  facts: readonly MarkedText[];
}

interface MarkedText extends Pick<CommandFact, "words"> {
  text: string;
}

/** What stands out in a command, line by line, and in words, each once. */
export function readCommand(command: string, cwd: string | undefined): { marks: MarkedText[]; words: string[] } {
  const facts = findCommandFacts(command, cwd);
  const marks = facts.flatMap(({ from, to, words }) =>
    command
      .slice(from, to)
      .split(/\\?\n/)
      .map((text) => ({ text: text.trim(), words }))
      .filter(({ text }) => text !== ""),
  );
  return { marks, words: [...new Set(facts.map(({ words }) => words))] };
}

/** Lines of a shell command, in colour. */
export const CommandFrame = memo(function CommandFrame({ chunks }: { chunks: CommandChunk[] }): ReactNode {
  const budget = startFrame();
  const rows = chunks.flatMap((chunk) =>
    toRows(chunk).map((row) => drawRow(row, row.rest ? undefined : drawCommand(row.text, chunk.facts, budget))),
  );
  return createElement("div", null, ...rows);
});

/** A line of a command in colour, with what stands out in it marked. */
export function drawCommand(line: string, facts: readonly MarkedText[], budget: PieceBudget): ReactNode[] {
  const shown: ReactNode[] = [];
  const parts = toColouredParts(line, "sh", budget);
  let end = 0;
  // Coloured as a whole, because what a word is depends on what is before it.
  const draw = (to: number) => {
    let at = 0;
    for (const { text, kind } of parts) {
      const piece = text.slice(Math.max(0, end - at), Math.max(0, to - at));
      if (piece !== "") shown.push(kind === undefined ? piece : createElement("span", { "data-code": kind }, piece));
      at += text.length;
    }
  };
  for (const { text, words } of facts) {
    const at = line.indexOf(text, end);
    if (at === -1) continue;
    draw(at);
    shown.push(createElement("mark", { className: "yc-fact", title: `It ${words}` }, text));
    end = at + text.length;
  }
  draw(line.length);
  return shown;
}

/** Whether code in this language is a command. */
export function isShell(language: string): boolean {
  return /^(?:ba|z)?sh$|^shell$|^console$/i.test(language);
}
