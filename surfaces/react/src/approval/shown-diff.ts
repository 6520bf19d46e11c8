import { type FileEdit, revealText } from "@yourcall/core";
// Not the index, with which everything else would come along.
import { diffLines } from "diff/lib/diff/line.js";
import { diffWordsWithSpace } from "diff/lib/diff/word.js";
import { toLanguage } from "./coloured.tsx";
import { pairLines } from "./pair-lines.ts";
import { type Chunk, type Row, toChunks, toRows } from "./text-chunks.ts";

/** A part of a change that is drawn in one frame. */
export interface DiffChunk extends Chunk {
  kind: "same" | "add" | "del";
  /** Whether its edit writes a whole file. */
  whole: boolean;
  /** The file, if there are edits of several. */
  path: string | undefined;
  /** The language of the file; empty if it is not known. */
  language: string;
  /** Whether it begins the first edit, begins another one, or continues one. */
  place: "first" | "next" | "rest";
  /** Whether its edit continues in the next chunk. */
  open: boolean;
  /** The lines of its text, from number 1 on, that were compared with the lines they replace. */
  compared: readonly (Part[] | undefined)[];
}

/** A row of a change. */
export interface DiffRow extends Row {
  /** The text in pieces, if some of them differ from the line it replaces. */
  pieces?: Piece[];
}

export interface Piece {
  text: string;
  changed: boolean;
}

// What a browser does in a small part of a second: characters compared, for all edits of one approval together.
const maxWork = 3_000_000;
// More changed lines, or more changed words in a line, are not compared: marks in most of a text help nobody.
const [mostLines, mostWords] = [400, 60];
// Texts so long that only fewer changes could be found are not compared either: splitting them alone takes too long.
const fewestChanges = 40;
// The cost of comparing two texts however short, and of one piece on the screen.
const [workPerPair, workPerPiece] = [1500, 2000];

/**
 * Edits as chunks, line by line. Nothing is left out. Once too much has been compared, the rest is shown as removed and added, without
 * marks.
 */
export function toDiffChunks(edits: readonly FileEdit[], budget: Budget = { left: maxWork }): DiffChunk[] {
  const chunks: DiffChunk[] = [];
  const several = edits.some(({ path }) => path !== edits[0]?.path);
  for (const [edit, change] of edits.entries()) {
    const whole = change.before === null;
    const path = several ? change.path : undefined;
    const language = toLanguage(change.path);
    const first = chunks.length;
    const add = (chunk: Chunk, kind: DiffChunk["kind"], compared: DiffChunk["compared"]) =>
      chunks.push(
        Object.assign(chunk, {
          ...{ kind, compared, whole, path, language, open: true },
          place: toPlace(edit, chunks.length - first),
        }),
      );
    for (const { kind, text, compared = [] } of toStretches(change, budget))
      for (const chunk of toChunks(text)) add(chunk, kind, compared);
    // An edit without lines is drawn too.
    if (chunks.length === first) add({ text: "", number: 1, lines: 0, rest: false, drawnLength: 0 }, "same", []);
    const last = chunks.at(-1);
    if (last !== undefined) last.open = false;
  }
  return chunks;
}

function toPlace(edit: number, chunk: number): DiffChunk["place"] {
  return chunk > 0 ? "rest" : edit === 0 ? "first" : "next";
}

/** The work that is left. */
interface Budget {
  left: number;
}

type Part = { added: boolean; removed: boolean; value: string; count: number };

/** Consecutive lines that were removed or added, or stay. */
interface Stretch extends Pick<DiffChunk, "kind"> {
  text: string;
  compared?: DiffChunk["compared"];
}

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

function toStretches({ before, after }: FileEdit, budget: Budget): Stretch[] {
  if (before === null) return [{ kind: "add", text: after }];
  // With a trailing newline the last line is compared like any other.
  const [old, next] = [`${before}\n`, `${after}\n`];
  const found = compare(diffLines, [old, next], mostLines, budget) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: next },
  ];
  const stretches = found.flatMap((part, at): Stretch[] => {
    const [last, instead] = [found[at - 1], found[at + 1]];
    if (part.added && last?.removed) return [];
    if (part.removed && instead?.added) {
      const { old, next } = comparePairs(toLines(part.value), toLines(instead.value), budget);
      return [
        { kind: "del", text: part.value, compared: old },
        { kind: "add", text: instead.value, compared: next },
      ];
    }
    return [{ kind: part.added ? "add" : part.removed ? "del" : "same", text: part.value }];
  });
  const last = stretches.at(-1);
  if (last?.kind === "same") last.text = withoutBlankEnd(last.text);
  return stretches;
}

/** `+14 −7` of one edit or several. */
export function countChanges(chunks: readonly DiffChunk[]): { added: number; removed: number; lines: number } {
  const counts = { add: 0, del: 0, same: 0 };
  for (const { kind, lines } of chunks) counts[kind] += lines;
  const { add, del, same } = counts;
  return { added: add, removed: del, lines: add + del + same };
}

/** Lines that were replaced are compared by words with what they became, until the work is done. */
function comparePairs(before: readonly string[], after: readonly string[], budget: Budget) {
  const old: (Part[] | undefined)[] = [];
  const next: (Part[] | undefined)[] = [];
  // What is left may be too little for a long line and enough for the next one; below this it is too little for any.
  for (const [from, to] of pairLines(before, after)) {
    if (budget.left <= workPerPair * fewestChanges) break;
    const found = compare(diffWordsWithSpace, [before[from] ?? "", after[to] ?? ""], mostWords, budget);
    old[from] = found;
    next[to] = found;
  }
  return { old, next };
}

/** The lines of a text that ends with a newline. */
function toLines(text: string): string[] {
  return text.slice(0, -1).split(/\r?\n/);
}

function withoutBlankEnd(text: string): string {
  const start = text.slice(0, -1).lastIndexOf("\n") + 1;
  return /\S/.test(text.slice(start)) ? text : text.slice(0, start);
}

/** The rows of a chunk, with marks on the words that differ. */
export function toDiffRows(chunk: DiffChunk): DiffRow[] {
  const rows = toRows(chunk);
  return rows.map((row, at) => {
    const isCut = row.rest || rows[at + 1]?.rest === true;
    const pieces = isCut || row.text === "" ? undefined : toPieces(chunk.compared[row.number - 1], chunk.kind);
    return pieces === undefined ? row : { ...row, pieces };
  });
}

// For each file of a worktree, of which there may be many.
const workPerFile = 600_000;

/** The lines of the hunks of one file, with their signs: each in pieces if words of it differ from the line it replaces. */
export function toMarkedHunks(hunks: readonly (readonly string[])[]): (Piece[] | undefined)[][] {
  const budget = { left: workPerFile };
  return hunks.map((lines) => {
    const marked: (Piece[] | undefined)[] = [];
    for (let at = 0; at < lines.length; ) {
      const start = at;
      while (lines[at]?.startsWith("-")) at += 1;
      const middle = at;
      while (lines[at]?.startsWith("+")) at += 1;
      const plain = lines.slice(start, at).map((line) => line.slice(1));
      if (at === start) at += 1;
      const { old, next } = comparePairs(plain.slice(0, middle - start), plain.slice(middle - start), budget);
      for (const [index, parts] of old.entries()) marked[start + index] = toPieces(parts, "del");
      for (const [index, parts] of next.entries()) marked[middle + index] = toPieces(parts, "add");
    }
    return marked;
  });
}

/** A compared line in pieces. If everything differs, marking words says nothing. */
function toPieces(parts: readonly Part[] | undefined, kind: DiffChunk["kind"]): Piece[] | undefined {
  const own = parts?.filter(({ added, removed }) => (kind === "add" ? !removed : !added));
  if (own === undefined || own.every(isChange)) return undefined;
  return joinMarks(own.map((part) => ({ text: revealText(part.value), changed: isChange(part) })));
}

function isChange({ added, removed }: Part): boolean {
  return added || removed;
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
