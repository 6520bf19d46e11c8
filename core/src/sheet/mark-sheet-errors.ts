import { toHtmlComment } from "./sheet-question.ts";

/** One fault in an edited sheet. Lines are counted from 1, without error marks. */
export interface SheetError {
  line: number;
  message: string;
}

/** Reading a section stops at this many errors; further errors are shown once these are corrected. */
export const maxErrors = 100;

/** Writes each error as a comment above its line, in place of the marks of an earlier round. */
export function markSheetErrors(text: string, errors: readonly SheetError[]): string {
  const lines = toUnmarkedLines(text);
  const marks = Map.groupBy(errors, ({ line }) => Math.min(Math.max(line, 1), lines.length));
  return lines
    .flatMap((line, index) => {
      const end = line.endsWith("\r") ? "\r" : "";
      const above = (marks.get(index + 1) ?? []).map(({ message }) => message.replace(/\s+/g, " "));
      return [...above.map((message) => toHtmlComment(`✖ ${message}`) + end), line];
    })
    .join("\n");
}

/** The lines of a sheet without error marks; a line may still end in `\r`. */
export function toUnmarkedLines(text: string): string[] {
  return text.split("\n").filter((line) => !(line.startsWith("<!-- ✖ ") && line.trimEnd().endsWith("-->")));
}

/** Writes what is chosen in the prompt so far below each question's heading, replacing the lines of an earlier round. */
export function markChosen(text: string, chosen: readonly string[]): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith(chosenStart))
    .flatMap((line) => {
      const at = Number(/^##\s*(\d{1,3})(?:[\s·.:]|$)/.exec(line)?.[1] ?? 0) - 1;
      const words = chosen[at] ?? "";
      const end = line.endsWith("\r") ? "\r" : "";
      return words === "" ? [line] : [line, toHtmlComment(`chosen so far: ${words}`) + end];
    })
    .join("\n");
}

const chosenStart = "<!-- chosen so far: ";
