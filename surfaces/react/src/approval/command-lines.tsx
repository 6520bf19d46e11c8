import { type CommandFact, findCommandFacts } from "@yourcall/core/internal";
import { createElement, memo, type ReactNode } from "react";
import { type PieceBudget, startFrame, toColoured } from "./coloured.tsx";
import { drawRow } from "./numbered-row.tsx";
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
    toRows(chunk).map((row) => drawRow(row, row.rest ? undefined : drawLine(row.text, chunk.facts, budget))),
  );
  return createElement("div", null, ...rows);
});

function drawLine(line: string, facts: readonly MarkedText[], budget: PieceBudget): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { text, words } of facts) {
    const at = line.indexOf(text, end);
    if (at === -1) continue;
    parts.push(...toColoured(line.slice(end, at), "sh", budget));
    parts.push(createElement("mark", { className: "yc-fact", title: `It ${words}` }, text));
    end = at + text.length;
  }
  return [...parts, ...toColoured(line.slice(end), "sh", budget)];
}
