import { cleanLine } from "../clean-text.ts";

/** A piece of an agent's text: its words, or the code of a fenced block without its fences and the name of its language. */
export interface TextPart {
  isCode: boolean;
  text: string;
}

/** Divides a text at its fenced blocks. A block that is never closed goes to the end. */
export function splitFences(text: string): TextPart[] {
  const parts: { isCode: boolean; lines: string[] }[] = [{ isCode: false, lines: [] }];
  let fence = "";
  for (const line of text.split("\n")) {
    const [, run = "", info = ""] = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(line) ?? [];
    const opens = fence === "" && run !== "";
    const closes = fence !== "" && run.startsWith(fence) && info.trim() === "";
    if (opens || closes) {
      fence = opens ? run : "";
      parts.push({ isCode: opens, lines: [] });
    } else parts.at(-1)?.lines.push(line);
  }
  return parts
    .map(({ isCode, lines }) => ({ isCode, text: lines.join("\n") }))
    .filter(({ text: part }) => part.trim() !== "");
}

const tableRow = /^ {0,3}\|(.{1,1000})\|[ \t]*$/gm;

/** The cells of a row of a table, without its lines; nothing of the row that only draws one. */
function toCells(_row: string, cells: string): string {
  return /^[\s|:-]+$/.test(cells)
    ? ""
    : cells
        .split("|")
        .map((cell) => cell.trim())
        .filter((cell) => cell !== "")
        .join(", ");
}

/**
 * A question on one line, as rows of lists show it. The code of a fenced block stays, its fences and the name of its language go: on
 * one line they would read as a command that nobody wrote. Of a table its cells stay.
 */
export function toQuestionLine(question: string): string {
  return cleanLine(
    splitFences(question)
      .map(({ isCode, text }) => (isCode ? text : text.replace(tableRow, toCells)))
      .join("\n"),
  );
}
