import type { SheetError } from "./mark-sheet-errors.ts";
import { toHtmlComment } from "./sheet-question.ts";

// A text of the agent that a person changes in the sheet itself, line by line as it is, between two lines of the sheet's own.

/** A block that a sheet has: rendering and reading both start here, so that they agree. */
export interface Block {
  /** One word. The lines around the block are `<!-- NAME: hint -->` and `<!-- /NAME -->`. */
  name: string;
  /** What to do between the two lines. Nothing in it may end a comment. */
  hint: string;
  /** What else begins a line of the sheet's own inside the block, such as `>`. */
  reserved?: string;
}

/** A block as it was found in an edited sheet. */
export interface FoundBlock {
  /** The number of the line that begins it; the number of its first line of text is one more. */
  line: number;
  /**
   * Its lines, as the person left them; `own` is true for one that begins with what the block reserves. Other lines have lost the
   * backslash that kept them from beginning so.
   */
  lines: { text: string; own: boolean }[];
}

/** The lines of a block. No text can end it, nor pass for a line of the sheet: a backslash is before what would begin like one. */
export function renderBlock(block: Block, text: string | FoundBlock["lines"]): string[] {
  const lines = typeof text === "string" ? text.split("\n").map((line) => ({ text: line, own: false })) : text;
  return [
    `<!-- ${block.name}: ${block.hint} -->`,
    ...lines.map(({ text, own }) => (!own && isReserved(block, text) ? `\\${text}` : text)),
    toHtmlComment(`/${block.name}`),
  ];
}

/**
 * Takes the blocks out of the lines of one sheet, which are `from` to before `to`, error marks already gone: `rest` has blank lines in
 * their place. Where one cannot be told from the sheet around it there is an error, and nothing in that sheet may be read, since the
 * text in it is not the person's.
 */
export function takeBlocks(
  lines: readonly string[],
  blocks: readonly Block[],
  { from, to } = { from: 0, to: lines.length },
): { rest: string[]; found: Map<string, FoundBlock>; errors: SheetError[] } {
  const rest = [...lines];
  const found = new Map<string, FoundBlock>();
  const errors: SheetError[] = [];
  for (const block of blocks) {
    const find = (is: (line: string) => boolean) =>
      lines.flatMap((line, index) => (index >= from && index < to && is(line) ? [index] : []));
    const starts = find((line) => line.startsWith(`<!-- ${block.name}:`));
    const ends = find((line) => line.trimEnd() === toHtmlComment(`/${block.name}`));
    const [start, end] = [starts[0] ?? -1, ends[0] ?? -1];
    if (starts.length !== 1 || ends.length !== 1 || end < start) {
      errors.push({ line: Math.max(start, end, from) + 1, message: toFault(block, starts.length, ends.length) });
      continue;
    }
    found.set(block.name, { line: start + 1, lines: lines.slice(start + 1, end).map((line) => toLine(block, line)) });
    rest.fill("", start, end + 1);
  }
  return { rest, found, errors };
}

function toLine(block: Block, line: string): { text: string; own: boolean } {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  const own = isReserved(block, text);
  return own && text.startsWith("\\") ? { text: text.slice(1), own: false } : { text, own };
}

/** Whether a line begins as the sheet's own lines do, after any backslashes. */
function isReserved({ reserved = "<!--" }: Block, line: string): boolean {
  const text = line.replace(/^\\+/, "");
  return text.startsWith("<!--") || text.startsWith(reserved);
}

function toFault({ name }: Block, starts: number, ends: number): string {
  if (starts > 1 || ends > 1) return `The lines around what can be changed ("${name}") are there twice. Undo.`;
  if (starts === 0) return `The line "<!-- ${name}: … -->" is missing, above what can be changed. Undo.`;
  if (ends === 0) return `The line "<!-- /${name} -->" is missing, below what can be changed. Undo.`;
  return `The lines around what can be changed ("${name}") are the wrong way round. Undo.`;
}
