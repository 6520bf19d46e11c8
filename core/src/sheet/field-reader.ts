import type { SheetLine } from "./split-sheet.ts";

/** Words of the person and the line they start on. */
export interface Words {
  line: number;
  text: string;
}

/** Collects a text that starts after a colon and goes on in indented lines, blank lines between them included. */
export interface FieldReader {
  /** Starts a text. The object is filled as further lines are taken. */
  open(line: number, text: string): Words;
  /** Takes the line if it belongs to the open text; any other line that is not blank ends it. */
  take(line: SheetLine): boolean;
}

export function createFieldReader(): FieldReader {
  let words: Words | undefined;
  let blanks = 0;
  return {
    open(line, text) {
      words = { line, text: text.trim() };
      blanks = 0;
      return words;
    },
    take(line) {
      if (words === undefined) return false;
      if (line.kind === "blank") {
        blanks++;
        return true;
      }
      if (line.kind !== "indented") {
        words = undefined;
        return false;
      }
      words.text = words.text === "" ? line.text.trimStart() : words.text + "\n".repeat(blanks + 1) + line.text;
      blanks = 0;
      return true;
    },
  };
}
