import { type FileEdit, revealText } from "@yourcall/core";
import { diffLines, diffWordsWithSpace } from "diff";

/** A line of a change, in pieces: those that differ from the line it replaces are marked. */
export interface DiffLine {
  kind: "same" | "add" | "del";
  /** Its number in a file that is written whole. */
  number?: number;
  pieces: { text: string; changed: boolean }[];
  /** The number of blank lines that this line stands for. */
  blank?: number;
}

// A change of more lines than this takes a browser too long to compare.
const limits = { maxEditLength: 2000, timeout: 300 };
// Up to this many consecutive blank lines are shown; longer runs are counted instead.
const mostBlank = 2;

/** One edit line by line. Nothing is left out; long runs of blank lines are counted. */
export function toDiffLines({ before, after }: FileEdit): DiffLine[] {
  if (before === null) return countBlank(toLines(after).map((text, at) => plain("add", text, at + 1)));
  // With a trailing newline the last line is compared like any other.
  const [old, next] = [`${before}\n`, `${after}\n`];
  const found = diffLines(old, next, limits) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: next },
  ];
  const lines: DiffLine[] = [];
  for (let at = 0; at < found.length; at += 1) {
    const [part, instead] = [found[at], found[at + 1]];
    if (part === undefined) break;
    if (part.removed && instead?.added) {
      const pairs = toPairs(toLines(part.value), toLines(instead.value));
      lines.push(...pairs.removed, ...pairs.added);
      at += 1;
    } else
      lines.push(...toLines(part.value).map((text) => plain(part.added ? "add" : part.removed ? "del" : "same", text)));
  }
  if (lines.at(-1)?.kind === "same" && isBlank(lines.at(-1))) lines.pop();
  return countBlank(lines);
}

/** `+14 −7` of one edit or several. */
export function countChanges(edits: readonly DiffLine[][]): { added: number; removed: number } {
  const count = (kind: DiffLine["kind"]) =>
    edits.flat().reduce((sum, line) => sum + (line.kind === kind ? (line.blank ?? 1) : 0), 0);
  return { added: count("add"), removed: count("del") };
}

// Lines that were replaced one for one are compared by words.
function toPairs(removed: string[], added: string[]): { removed: DiffLine[]; added: DiffLine[] } {
  if (removed.length !== added.length)
    return { removed: removed.map((text) => plain("del", text)), added: added.map((text) => plain("add", text)) };
  const pairs = removed.map((text, at) => diffWordsWithSpace(text, added[at] ?? "", limits));
  const side = (kind: "add" | "del", texts: string[]) =>
    texts.map((text, at): DiffLine => {
      const parts = (pairs[at] ?? []).filter((part) => (kind === "add" ? !part.removed : !part.added));
      const changed = (part: { added: boolean; removed: boolean }) => part.added || part.removed;
      // If everything differs, marking words says nothing.
      if (parts.length === 0 || parts.every(changed)) return plain(kind, text);
      return {
        kind,
        pieces: joinMarks(parts.map((part) => ({ text: revealText(part.value), changed: changed(part) }))),
      };
    });
  return { removed: side("del", removed), added: side("add", added) };
}

// Merges the marks of adjacent words.
function joinMarks(pieces: DiffLine["pieces"]): DiffLine["pieces"] {
  const joined: DiffLine["pieces"] = [];
  for (const [at, piece] of pieces.entries()) {
    const last = joined.at(-1);
    const within = piece.text.trim() === "" && pieces[at + 1]?.changed === true;
    if (last?.changed === true && (piece.changed || within)) last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined;
}

function plain(kind: DiffLine["kind"], text: string, number?: number): DiffLine {
  return { kind, number, pieces: [{ text: revealText(text), changed: false }] };
}

function toLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function countBlank(lines: DiffLine[]): DiffLine[] {
  const counted: DiffLine[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (isBlank(lines[end]) && lines[end]?.kind === lines[at]?.kind) end += 1;
    const first = lines[at];
    if (first !== undefined && end - at > mostBlank) counted.push({ ...first, blank: end - at });
    else counted.push(...lines.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return counted;
}

function isBlank(line: DiffLine | undefined): boolean {
  return line?.pieces.every(({ text }) => text.trim() === "") === true;
}
