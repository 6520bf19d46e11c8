import { appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  editText,
  emptyField,
  insertText,
  isAtEdge,
  type Key,
  type TextField,
  toField,
  toTextEdit,
} from "@yourcall/core";
import { type Cursor, type Glyphs, type Line, span, type TerminalInput, wrapField } from "@yourcall/terminal";
import { completeSlash } from "./slash-commands.ts";
import { toPointer, youMark } from "./transcript.ts";

/** What a key did to the message. */
type FieldAct = "nothing" | "changed" | "send" | "interrupt" | "end";

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

  function change(next: TextField): FieldAct {
    if (next === field) return "nothing";
    field = next;
    return "changed";
  }

  function insert(text: string): FieldAct {
    return change(insertText(field, text, { newlines: true, maxLength }).field);
  }

  function goThrough(by: 1 | -1): FieldAct {
    const from = at ?? history.entries.length;
    const to = from + by;
    if (to < 0 || to > history.entries.length) return "nothing";
    if (at === null) begun = field;
    at = to === history.entries.length ? null : to;
    return change(at === null ? begun : toField(history.entries[to] ?? ""));
  }

  function onKey(key: Key): FieldAct {
    if (key.ctrl === true && key.text === "c") return "interrupt";
    if (key.ctrl === true && key.text === "d" && field.text === "") return "end";
    if (key.name === "enter") return key.alt === true ? insert("\n") : "send";
    if (key.ctrl === true && key.text === "j") return insert("\n");
    if (key.name === "tab") return change(toField(completeSlash(field.text)));
    const edit = toTextEdit(key);
    if ((edit === "up" || edit === "down") && isAtEdge(field, edit)) return goThrough(edit === "up" ? -1 : 1);
    if (edit !== null) return change(editText(field, edit));
    return key.ctrl === true || key.alt === true || key.text === undefined ? "nothing" : insert(key.text);
  }

  function clear(): void {
    field = emptyField;
    begun = emptyField;
    at = null;
  }

  return {
    field: () => field,
    take(input: TerminalInput) {
      if (input.type === "paste") return insert(input.text);
      return input.type === "key" ? onKey(input.key) : "nothing";
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
  const rows = Math.max(1, screen.rows);
  const first = Math.max(0, Math.min(wrapped.row - rows + 1, wrapped.lines.length - rows));
  const lines = wrapped.lines.slice(first, first + rows).map((line, row): Line => {
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
