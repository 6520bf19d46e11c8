import type { ReviewMark } from "@yourcall/core";

/** What a person's marks do to one line. */
export interface MarkedLine {
  /** Whether it is commented on, or something of it is struck out or replaced. */
  as: "comment" | "cut";
  ranges: MarkedRange[];
  /** What stands below the line in place of it and of those before it. */
  put: PutText[][];
  /** The comments below it. */
  notes: ReviewMark[];
}

/** Columns of a line. */
export interface MarkedRange {
  from: number;
  to: number;
  /** `cut` is struck out; `words` stand out because the mark is only about them. */
  as: "cut" | "words" | "cut-words";
}

export interface PutText {
  text: string;
  /** Whether the person wrote it, in a line that otherwise stays. */
  isNew: boolean;
}

/** The marked lines by their number, counted from 1. Replacements of one line do not overlap. */
export function toMarkedLines(marks: readonly ReviewMark[], lines: readonly string[]): Map<number, MarkedLine> {
  const marked = new Map<number, MarkedLine>();
  const at = (number: number): MarkedLine => {
    const known = marked.get(number);
    if (known !== undefined) return known;
    const line: MarkedLine = { as: "comment", ranges: [], put: [], notes: [] };
    marked.set(number, line);
    return line;
  };
  for (const mark of marks) {
    const { comment = "", replacement } = mark;
    for (const [number, from, to] of spansOf(mark, lines)) {
      const line = at(number);
      const isWhole = from === 0 && to === lines[number - 1]?.length;
      if (replacement === undefined) {
        if (!isWhole) line.ranges.push({ from, to, as: "words" });
        continue;
      }
      line.as = "cut";
      line.ranges.push({ from, to, as: isWhole ? "cut" : "cut-words" });
      // The rest of the line is in the text shown below it.
      if (replacement !== "" && !isWhole) line.ranges.push({ from: 0, to: lines[number - 1]?.length ?? 0, as: "cut" });
    }
    const last = at(mark.to);
    if (comment !== "") last.notes.push(mark);
    if (replacement) last.put = toPut(marks, mark, lines);
  }
  return marked;
}

/** Columns of one line, which is counted from 1. */
export type LineSpan = readonly [line: number, from: number, to: number];

/** The columns of each line that a mark or a selection is about. */
export function spansOf(
  { from, to, quote }: Pick<ReviewMark, "from" | "to" | "quote">,
  lines: readonly string[],
): LineSpan[] {
  const quoted = lines.slice(from - 1, to);
  const text = quoted.join("\n");
  const start = Math.max(0, text.indexOf(quote));
  let offset = 0;
  return quoted.map((line, index) => {
    const [first, last] = [start - offset, start + quote.length - offset];
    offset += line.length + 1;
    return [from + index, Math.max(0, first), Math.max(0, Math.min(line.length, last))];
  });
}

/** What is shown in place of the lines of this mark, with all other replacements of the same line. */
function toPut(marks: readonly ReviewMark[], { from, to }: ReviewMark, lines: readonly string[]): PutText[][] {
  const text = lines.slice(from - 1, to).join("\n");
  const places = marks
    .filter((mark) => mark.replacement !== undefined && mark.from === from && mark.to === to)
    .map((mark) => ({ start: Math.max(0, text.indexOf(mark.quote)), mark }))
    .sort((one, other) => one.start - other.start);
  const parts: PutText[] = [];
  let end = 0;
  for (const { start, mark } of places) {
    parts.push({ text: text.slice(end, start), isNew: false });
    parts.push({ text: mark.replacement ?? "", isNew: mark.quote !== text });
    end = start + mark.quote.length;
  }
  parts.push({ text: text.slice(end), isNew: false });
  const put: PutText[][] = [[]];
  for (const { text, isNew } of parts)
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) put.push([]);
      if (piece !== "") put.at(-1)?.push({ text: piece, isNew });
    }
  return put;
}

/** `3 comments` and `1 struck out, 1 replaced`, each empty if there are none. A strike or replacement with a remark is one comment. */
export function toMarksWords(marks: readonly ReviewMark[]): { count: string; acts: string } {
  const struck = marks.filter(({ replacement }) => replacement === "").length;
  const replaced = marks.filter(({ replacement }) => replacement).length;
  return {
    count: marks.length === 0 ? "" : marks.length === 1 ? "1 comment" : `${marks.length} comments`,
    acts: [struck > 0 && `${struck} struck out`, replaced > 0 && `${replaced} replaced`].filter(Boolean).join(", "),
  };
}

/** `line 6`, `lines 6 to 8`, or the words that are meant: `“Friday evening” in line 11`. */
export function toPlaceWords(
  { from, to, quote }: Pick<ReviewMark, "from" | "to" | "quote">,
  lines: readonly string[],
): string {
  const place = from === to ? `line ${from}` : `lines ${from} to ${to}`;
  if (quote === lines.slice(from - 1, to).join("\n")) return place;
  const words = quote.replaceAll("\n", " ");
  return `“${words.length > 60 ? `${words.slice(0, 59)}…` : words}” in ${place}`;
}
