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
  /** Takes the line if it belongs to the open text; any other line ends it. */
  take(line: SheetLine): boolean;
}

export function createFieldReader(): FieldReader {
  let words: Words | undefined;
  return {
    open(line, text) {
      words = { line, text: text.trim() };
      return words;
    },
    take(line) {
      if (words === undefined) return false;
      if (line.kind !== "indented") {
        words = undefined;
        return false;
      }
      words.text = words.text === "" ? line.text.trimStart() : words.text + "\n".repeat(line.gap + 1) + line.text;
      return true;
    },
  };
}
