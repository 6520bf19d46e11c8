import { fitText, type TextRule } from "../clean-text.ts";
import { toCharacters } from "../count-characters.ts";

/** What a person has typed into one field, and where the cursor is (an index into `text`). */
export interface TextField {
  text: string;
  cursor: number;
}

const moves = ["left", "right", "up", "down", "line-start", "line-end", "word-left", "word-right"] as const;
const cuts = ["backspace", "delete", "delete-word", "delete-to-start", "delete-to-end"] as const;

/** How a key changes a field, named as readline names it. `up` and `down` go by written lines. */
export const textEdits = [...moves, ...cuts] as const;
export type TextEdit = (typeof textEdits)[number];

export const emptyField: TextField = { text: "", cursor: 0 };

/** A field with this text and the cursor at its end. */
export function toField(text: string): TextField {
  return { text, cursor: text.length };
}

/** Puts typed or pasted text at the cursor. */
export function insertText(
  { text, cursor }: TextField,
  typed: string,
  rule: TextRule,
): { field: TextField; cut: number } {
  const { text: fitting, cut } = fitText(typed, { ...rule, maxLength: Math.max(0, rule.maxLength - text.length) });
  return {
    field: { text: text.slice(0, cursor) + fitting + text.slice(cursor), cursor: cursor + fitting.length },
    cut,
  };
}

/** Applies one edit. Returns the same field if the edit changes nothing. */
export function editText(field: TextField, edit: TextEdit): TextField {
  const { text, cursor } = field;
  const to = (position: number): TextField => (position === cursor ? field : { text, cursor: position });
  const cut = (start: number, end: number): TextField =>
    start === end ? field : { text: text.slice(0, start) + text.slice(end), cursor: start };
  switch (edit) {
    case "left":
      return to(before(text, cursor));
    case "right":
      return to(after(text, cursor));
    case "up":
      return to(onOtherLine(text, cursor, -1));
    case "down":
      return to(onOtherLine(text, cursor, 1));
    case "line-start":
      return to(lineStart(text, cursor));
    case "line-end":
      return to(lineEnd(text, cursor));
    case "word-left":
      return to(wordStart(text, cursor));
    case "word-right":
      return to(wordEnd(text, cursor));
    case "backspace":
      return cut(before(text, cursor), cursor);
    case "delete":
      return cut(cursor, after(text, cursor));
    case "delete-word":
      return cut(wordStart(text, cursor), cursor);
    case "delete-to-start":
      return cut(lineStart(text, cursor), cursor);
    case "delete-to-end":
      return cut(cursor, lineEnd(text, cursor));
  }
}

/** Whether the cursor is on the first (`up`) or last (`down`) line, so that the key leaves the field. */
export function isAtEdge(field: TextField, edit: "up" | "down"): boolean {
  return edit === "up"
    ? lineStart(field.text, field.cursor) === 0
    : lineEnd(field.text, field.cursor) === field.text.length;
}

function before(text: string, cursor: number): number {
  return cursor - (toCharacters(text.slice(0, cursor)).at(-1)?.length ?? 0);
}

function after(text: string, cursor: number): number {
  return cursor + (toCharacters(text.slice(cursor))[0]?.length ?? 0);
}

function lineStart(text: string, cursor: number): number {
  return cursor === 0 ? 0 : text.lastIndexOf("\n", cursor - 1) + 1;
}

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf("\n", cursor);
  return end === -1 ? text.length : end;
}

function onOtherLine(text: string, cursor: number, by: -1 | 1): number {
  const start = lineStart(text, cursor);
  const end = lineEnd(text, cursor);
  if (by === -1 ? start === 0 : end === text.length) return cursor;
  const column = toCharacters(text.slice(start, cursor)).length;
  const target = by === -1 ? lineStart(text, start - 1) : end + 1;
  const line = toCharacters(text.slice(target, lineEnd(text, target)));
  return target + line.slice(0, column).join("").length;
}

function wordStart(text: string, cursor: number): number {
  return /\S*\s*$/.exec(text.slice(0, cursor))?.index ?? 0;
}

function wordEnd(text: string, cursor: number): number {
  return cursor + (/^\s*\S*/.exec(text.slice(cursor))?.[0].length ?? 0);
}
