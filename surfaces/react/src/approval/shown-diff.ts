import { type FileEdit, revealText } from "@yourcall/core";
import { diffLines, diffWordsWithSpace } from "diff";
import { toPieces } from "./drawn-rows.tsx";

/** A line of a change. */
export interface DiffLine {
  kind: "same" | "add" | "del";
  text: string;
  /** Its number in a file that is written whole. */
  number?: number;
  /** The text in pieces, if some of them differ from the line it replaces. */
  pieces?: Piece[];
  /** The number of blank lines that this line stands for. */
  blank?: number;
  /** Whether this continues a line that is too long for one row. */
  rest?: boolean;
}

interface Piece {
  text: string;
  changed: boolean;
}

// What a browser does in a small part of a second: characters compared, for all edits of one approval together.
const maxWork = 10_000_000;
// More changed lines, or more changed words in a line, are not compared: marks in most of a text help nobody.
const [mostLines, mostWords] = [400, 60];
// Texts so long that only fewer changes could be found are not compared either: splitting them alone takes too long.
const fewestChanges = 40;
// The cost of comparing two texts however short, and of one piece on the screen.
const [workPerPair, workPerPiece] = [1500, 2000];
// Up to this many consecutive blank lines are shown; longer runs are counted instead.
const mostBlank = 2;

/**
 * Edits line by line. Nothing is left out; long runs of blank lines are counted. Once too much has been compared, the rest is shown as
 * removed and added, without marks.
 */
export function toDiffs(edits: readonly FileEdit[], budget: Budget = { left: maxWork }): DiffLine[][] {
  return edits.map((edit) => toDiffLines(edit, budget));
}

/** The work that is left. */
interface Budget {
  left: number;
}

type Part = { added: boolean; removed: boolean; value: string; count: number };

/** Compares two texts; undefined if that is too much work. */
function compare(
  diff: (before: string, after: string, limits: { maxEditLength: number }) => Part[] | undefined,
  [before, after]: readonly [string, string],
  most: number,
  budget: Budget,
): Part[] | undefined {
  const length = before.length + after.length + workPerPair;
  const maxEditLength = Math.min(most, Math.floor(budget.left / length) - 1);
  if (maxEditLength < fewestChanges) return undefined;
  const found = diff(before, after, { maxEditLength });
  const changes = found?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0);
  budget.left -= length * (1 + (changes ?? maxEditLength)) + workPerPiece * (found?.length ?? 0);
  return found;
}

function toDiffLines({ before, after }: FileEdit, budget: Budget): DiffLine[] {
  if (before === null) return countBlank(toLines(after).map((text, at) => plain("add", text, at + 1)));
  // With a trailing newline the last line is compared like any other.
  const [old, next] = [`${before}\n`, `${after}\n`];
  const found = compare(diffLines, [old, next], mostLines, budget) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: next },
  ];
  const lines = found.flatMap((part, at): DiffLine[] => {
    const [last, instead] = [found[at - 1], found[at + 1]];
    if (part.added && last?.removed) return [];
    if (part.removed && instead?.added) return toPairs(toLines(part.value), toLines(instead.value), budget);
    return toLines(part.value).map((text) => plain(part.added ? "add" : part.removed ? "del" : "same", text));
  });
  if (lines.at(-1)?.kind === "same" && isBlank(lines.at(-1))) lines.pop();
  return countBlank(lines);
}

/** `+14 −7` of one edit or several. */
export function countChanges(edits: readonly DiffLine[][]): { added: number; removed: number; lines: number } {
  const counts = { add: 0, del: 0, same: 0 };
  for (const lines of edits) for (const { kind, blank = 1, rest } of lines) if (rest !== true) counts[kind] += blank;
  const { add, del, same } = counts;
  return { added: add, removed: del, lines: add + del + same };
}

// The lines of both sides, one side after the other. Lines that were replaced one for one are compared by words.
function toPairs(removed: string[], added: string[], budget: Budget): DiffLine[] {
  const pairs =
    removed.length === added.length
      ? removed.map((text, at) => compare(diffWordsWithSpace, [text, added[at] ?? ""], mostWords, budget))
      : [];
  const side = (kind: "add" | "del") => (text: string, at: number) => {
    const parts = pairs[at]?.filter((part) => (kind === "add" ? !part.removed : !part.added)) ?? [];
    const changed = (part: Part) => part.added || part.removed;
    const line = plain(kind, text);
    // If everything differs, marking words says nothing.
    if (!parts.every(changed))
      line.pieces = joinMarks(parts.map((part) => ({ text: revealText(part.value), changed: changed(part) })));
    return line;
  };
  return removed.map(side("del")).concat(added.map(side("add")));
}

// Merges the marks of adjacent words.
function joinMarks(pieces: Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const [at, piece] of pieces.entries()) {
    const last = joined.at(-1);
    const within = piece.text.trim() === "" && pieces[at + 1]?.changed === true;
    if (last?.changed === true && (piece.changed || within)) last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined;
}

function plain(kind: DiffLine["kind"], text: string, number?: number): DiffLine {
  return { kind, text: revealText(text), number };
}

function toLines(text: string): string[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function countBlank(lines: DiffLine[]): DiffLine[] {
  const counted: DiffLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = lines[at];
    let end = at;
    while (isBlank(lines[end]) && lines[end]?.kind === first?.kind) end += 1;
    if (first !== undefined && end - at > mostBlank) {
      counted.push({ ...first, blank: end - at });
      at = end;
    } else if (first !== undefined) {
      const pieces = toPieces(first.text);
      if (pieces === undefined) counted.push(first);
      else counted.push(...pieces.map((text, at) => ({ ...first, text, pieces: undefined, rest: at > 0 })));
      at += 1;
    }
  }
  return counted;
}

function isBlank(line: DiffLine | undefined): boolean {
  return line !== undefined && !/\S/.test(line.text);
}
