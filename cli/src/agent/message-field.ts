import { appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Key, TextField } from "@yourcall/core";
import { editText, emptyField, insertText, isAtEdge, toField, toTextEdit } from "@yourcall/core/internal";
import type { TerminalInput } from "@yourcall/terminal";
import { type Cursor, type Glyphs, type Line, span, wrapField } from "@yourcall/terminal/internal";
import { completeSlash } from "./slash-commands.ts";
import { toPointer, youMark } from "./transcript.ts";

/** What a key asks of the chat; most only change the message. */
type FieldAct = "send" | "interrupt" | "end" | undefined;

const maxLength = 100_000;

/**
 * The field for the person's next message. Enter sends, Ctrl-J and Alt-Enter make a new line, a paste never sends. Up on the
 * first line and Down on the last go through the history, with the unsent text at its end. Ctrl-D ends an empty field and
 * deletes in a filled one.
 */
export function createMessageField(history: History) {
  let field: TextField = emptyField;
  let at: number | null = null;
  let begun: TextField = emptyField;

  function insert(text: string): void {
    field = insertText(field, text, { newlines: true, maxLength }).field;
  }

  function goThrough(by: 1 | -1): void {
    const from = at ?? history.entries.length;
    const to = from + by;
    if (to < 0 || to > history.entries.length) return;
    if (at === null) begun = field;
    at = to === history.entries.length ? null : to;
    field = at === null ? begun : toField(history.entries[to] ?? "");
  }

  function onKey(key: Key): FieldAct {
    const control = key.ctrl === true ? key.text : undefined;
    if (control === "c") return "interrupt";
    if (control === "d" && field.text === "") return "end";
    if (key.name === "enter" && key.alt !== true) return "send";
    const edit = toTextEdit(key);
    if (key.name === "enter" || control === "j") insert("\n");
    else if (key.name === "tab") field = toField(completeSlash(field.text));
    else if ((edit === "up" || edit === "down") && isAtEdge(field, edit)) goThrough(edit === "up" ? -1 : 1);
    else if (edit !== null) field = editText(field, edit);
    else if (key.ctrl !== true && key.alt !== true && key.text !== undefined) insert(key.text);
    return undefined;
  }

  function clear(): void {
    field = emptyField;
    begun = emptyField;
    at = null;
  }

  return {
    field: () => field,
    take(input: TerminalInput): FieldAct {
      if (input.type === "paste") insert(input.text);
      return input.type === "key" ? onKey(input.key) : undefined;
    },
    /** Takes the message, adds it to the history and empties the field. */
    finish() {
      const text = field.text.trim();
      if (text !== "") history.add(text);
      clear();
      return text;
    },
    clear,
  };
}

/** The message, as many of its rows as fit, including the cursor's. */
export function toFieldLines(
  { text, cursor }: TextField,
  screen: { width: number; rows: number; glyphs: Glyphs },
  placeholder: string,
): { lines: Line[]; cursor: Cursor } {
  const indent = youMark.length + 2;
  const wrapped = wrapField(text, cursor, Math.max(1, screen.width - indent - 1));
  const first = Math.max(0, Math.min(wrapped.row - screen.rows + 1, wrapped.lines.length - screen.rows));
  const lines = wrapped.lines.slice(first, first + screen.rows).map((line, row): Line => {
    const start = row === 0 ? span(`${youMark}${toPointer(screen.glyphs)} `, "chip") : span(" ".repeat(indent));
    return text === "" ? [start, span(placeholder, "muted")] : [start, span(line)];
  });
  return { lines, cursor: { row: wrapped.row - first, column: indent + wrapped.column } };
}

/** The person's earlier messages, oldest first. */
export interface History {
  readonly entries: readonly string[];
  add(text: string): void;
}

const most = 1000;

/** Keeps the person's messages in a private file, one JSON string per line. Failures are ignored. */
export function openHistory(file: string): History {
  const entries = readEntries(file);
  if (entries.length > most) {
    entries.splice(0, entries.length - most);
    attempt(() => {
      writeFileSync(`${file}.new`, entries.map(toLine).join(""), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    });
  }
  return {
    entries,
    add(text) {
      if (entries.at(-1) === text) return;
      entries.push(text);
      attempt(() => {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        appendFileSync(file, toLine(text), { mode: 0o600 });
        chmodSync(file, 0o600);
      });
    },
  };
}

function readEntries(file: string): string[] {
  const entries: string[] = [];
  attempt(() => {
    for (const line of readFileSync(file, "utf8").split("\n"))
      attempt(() => {
        const entry: unknown = JSON.parse(line);
        if (typeof entry === "string" && entry !== "") entries.push(entry);
      });
  });
  return entries;
}

function toLine(text: string): string {
  return `${JSON.stringify(text)}\n`;
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // A full disk, an unwritable directory or a damaged file must not stop the message.
  }
}
