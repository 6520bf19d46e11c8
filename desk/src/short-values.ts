import { cleanLine, toFields } from "@yourcall/core";

const longestInput = 200_000;
const longestResult = 60_000;
const longestLine = 200;

/** What a tool was called with, or the beginning of it as text. */
export function toShortInput(input: unknown): unknown {
  const text = JSON.stringify(input) ?? "null";
  return text.length <= longestInput ? (input ?? null) : `${text.slice(0, longestInput)}…`;
}

/** What a tool returned: its beginning and its end. */
export function toShortResult(text: string): string {
  if (text.length <= longestResult) return text;
  const half = longestResult / 2;
  return `${text.slice(0, half)}\n[${text.length - longestResult} characters left out]\n${text.slice(-half)}`.toWellFormed();
}

/** One line for a list. */
export function toShortLine(text: string): string {
  return cleanLine(text).slice(0, longestLine).toWellFormed();
}

/** The last line of a message that has something in it. */
export function toLastLine(text: string): string {
  return toShortLine(
    text
      .slice(-4 * longestLine)
      .trimEnd()
      .split("\n")
      .at(-1) ?? "",
  );
}

const subjects = ["file_path", "path", "command", "pattern", "query", "url", "title", "description"];

/** A call in one line, as `Read src/app.ts`. */
export function toCallLine(name: string, input: unknown): string {
  const fields = toFields(input);
  const subject = subjects.map((field) => fields[field]).find((value) => typeof value === "string" && value !== "");
  return toShortLine(subject === undefined ? name : `${name} ${subject}`);
}
