import type { Reviewed } from "@yourcall/core/internal";
import { toLanguage } from "../approval/coloured.tsx";

/** How a line is drawn. Every character that is drawn is one of the line, from the column `at` on. */
export interface LineShape {
  kind: "text" | "heading" | "item" | "code" | "blank" | "file" | "add" | "del" | "same";
  /** The column at which the drawn text begins; what is before it is drawn as a bullet, a sign or a size. */
  at: number;
  /** Of a heading: 1 to 3. Of an item: how deep it is, from 0 to 4. */
  level: number;
  /** What stands before an item, or the sign of a changed line. */
  bullet: string;
  /** The language of the file or the block that the line belongs to; empty if it is not known. */
  language: string;
}

/** The shapes of all lines. A plan is light markdown, line by line; a block of code in it stays as it is. */
export function toShapes({ kind, lines }: Pick<Reviewed, "kind" | "lines">): LineShape[] {
  if (kind === "diff") return diffShapes(lines);
  let fence = "";
  let language = "";
  return lines.map((line) => {
    const [, ticks = "", info = ""] = /^\s{0,12}(`{3,}|~{3,})\s{0,4}([\w+#-]{0,20})/.exec(line) ?? [];
    if (fence === "" && ticks === "") return planShape(line);
    if (fence !== "" && !ticks.startsWith(fence)) return shape("code", { language });
    fence = fence === "" ? ticks : "";
    language = info;
    return shape("code");
  });
}

function planShape(line: string): LineShape {
  if (line.trim() === "") return shape("blank");
  const [heading, marks = ""] = /^(#{1,6})\s+(?=\S)/.exec(line) ?? [];
  if (heading !== undefined) return shape("heading", { at: heading.length, level: Math.min(3, marks.length) });
  const [item, indent = "", bullet = ""] = /^(\s{0,40})([-*+]|\d{1,4}[.)])\s+(?=\S)/.exec(line) ?? [];
  if (item === undefined) return shape("text");
  const level = Math.min(4, Math.floor(indent.replaceAll("\t", "    ").length / 2));
  return shape("item", { at: item.length, level, bullet: /^\d/.test(bullet) ? bullet : "–" });
}

const signs = { "+": "add", "-": "del", " ": "same" } as const;

function diffShapes(lines: readonly string[]): LineShape[] {
  let language = "";
  return lines.map((line) => {
    const kind = signs[line.charAt(0) as keyof typeof signs];
    if (kind !== undefined) return shape(kind, { at: 2, bullet: line.charAt(0).replace("-", "−"), language });
    language = toLanguage(line.replace(/ \(whole\)$/, ""));
    return shape("file");
  });
}

function shape(kind: LineShape["kind"], more: Partial<LineShape> = {}): LineShape {
  return { kind, at: 0, level: 0, bullet: "", language: "", ...more };
}

/** The shape of a text that is not in the reviewed one, such as a replacement. */
export function shapeOf(kind: Reviewed["kind"], line: string): LineShape {
  return toShapes({ kind, lines: [line] })[0] ?? shape("text");
}

/** A part of a line that is drawn in one style. */
export interface Piece {
  text: string;
  /** The column of its first character. */
  at: number;
  tag: "span" | "code" | "strong" | "em";
}

// Code and emphasis; the latter only around whole words, so that globs and snake_case stay as they are. Bounded, so that text made of
// nothing but marks is not slow.
const inline =
  /(`+)(.{1,400}?)\1(?!`)|(?<=^|[\s("'“‘])(\*\*|[*_])(?=[\p{L}\p{N}"'“])(.{1,400}?)(?<=[^\s*_])\3(?=$|[\s.,;:!?)"'”’])/gu;
// A browser takes long to draw thousands of elements; what follows stays text.
const mostMarks = 50;
// Layout takes as long as its longest row, so a longer line is several rows.
const longestRow = 2000;

/** The drawn text of a line in pieces. Marks of markdown are left out. */
export function toPieces(line: string, { kind, at }: LineShape): Piece[] {
  const text = line.slice(at);
  if (isLong(line, at))
    return [...text.matchAll(longRow)].map(({ 0: row, index }) => ({ text: row, at: at + index, tag: "span" }));
  if (kind !== "text" && kind !== "heading" && kind !== "item") return [{ text, at, tag: "span" }];
  const pieces: Piece[] = [];
  let end = 0;
  const add = (from: number, to: number, tag: Piece["tag"]) => {
    if (to > from) pieces.push({ text: text.slice(from, to), at: at + from, tag });
  };
  for (const { 0: whole, 1: ticks, 2: code = "", 3: mark = "", 4: inner = "", index } of text.matchAll(inline)) {
    if (pieces.length > 2 * mostMarks) break;
    add(end, index, "span");
    const start = index + (ticks ?? mark).length;
    if (ticks === undefined) add(start, start + inner.length, mark.length > 1 ? "strong" : "em");
    else add(start, start + code.length, "code");
    end = index + whole.length;
  }
  add(end, text.length, "span");
  return pieces;
}
const longRow = new RegExp(`[^]{1,${longestRow}}`, "gu");

/** Whether each piece of a line is a row of its own. */
export function isLong(line: string, at: number): boolean {
  return line.length - at > longestRow;
}
