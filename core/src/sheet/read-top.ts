import type { Words } from "./field-reader.ts";
import { createFieldReader } from "./field-reader.ts";
import { isProse } from "./is-prose.ts";
import type { SheetError } from "./mark-sheet-errors.ts";
import { maxErrors } from "./mark-sheet-errors.ts";
import { matchOwn } from "./match-bullet.ts";
import type { SheetQuestion } from "./sheet-question.ts";
import { keepAllText } from "./sheet-question.ts";
import type { SheetLine } from "./split-sheet.ts";
import { quote, toStrayMessage } from "./stray-message.ts";
import { isPieceOf } from "./wrapped-lines.ts";

/** What a person wrote above question 1. */
export interface Top {
  /** The reason, which may be empty, and its line. */
  declined: Words | undefined;
  prose: Words[];
  errors: SheetError[];
}

/** Reads the lines above the first heading: a refusal, sentences, or what a deleted heading has left there. */
export function readTop(lines: SheetLine[], questions: SheetQuestion[], missing: SheetQuestion[]): Top {
  const top: Top = { declined: undefined, prose: [], errors: [] };
  const fields = createFieldReader();
  for (const line of lines) {
    if (top.errors.length === maxErrors) break;
    if (fields.take(line)) continue;
    const decline = line.kind === "plain" ? /^decline\s*(?:$|:(.*)$)/i.exec(line.text) : null;
    if (decline !== null) {
      const words = fields.open(line.number, decline[1] ?? "");
      top.declined ??= words;
    } else if (line.kind === "bullet") {
      if (line.text !== "" && line.text !== keepAllText && matchOwn(line.text)?.text !== "")
        top.errors.push({ line: line.number, message: toStrayMessage(line.text, undefined, questions, missing) });
    } else if (line.kind === "plain" && isProse(line.text) && !/^note\s*:/i.test(line.text))
      top.prose.push({ line: line.number, text: line.text });
    else if (line.kind === "plain" || !isPieceOf(line.text, questions))
      top.errors.push({
        line: line.number,
        message: `${quote(line.text)} stands above question 1, where only decline counts. Move it below a heading.`,
      });
  }
  return top;
}
