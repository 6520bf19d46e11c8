import { cleanText } from "../clean-text.ts";
import type { SheetQuestion } from "./sheet-question.ts";

/**
 * The previews of each question as fenced blocks. A fence is longer than any inside it, and longer than every fence after it
 * in the sheet: where a person deletes one end of a block, no later fence can stand in for it, so the parser finds the block
 * open and takes no preview text for the person's.
 */
export function toPreviewFences(questions: SheetQuestion[]): string[][][] {
  let length = 2;
  const fences: string[][][] = questions.map(() => []);
  for (const [index, { question, options }] of [...questions.entries()].reverse()) {
    for (const [at, option] of [...options.entries()].reverse()) {
      const lines = toPreviewLines(question.options[at]?.preview ?? "");
      if (lines.length === 0) continue;
      length = Math.max(length, ...lines.map(countFence)) + 1;
      const fence = "`".repeat(length);
      fences[index]?.unshift([`${fence}text ${option.name.replaceAll("`", "'")}`, ...lines, fence]);
    }
  }
  return fences;
}

// A line that starts as a comment moves by one space: editors look for the sheet's own comment lines without minding fences.
function toPreviewLines(preview: string): string[] {
  const text = cleanText(preview);
  if (text.trim() === "") return [];
  return text.split("\n").map((line) => (line.startsWith("<!--") ? ` ${line}` : line).trimEnd());
}

function countFence(line: string): number {
  return /^\s*(`*)/.exec(line)?.[1]?.length ?? 0;
}
