import { cleanLine } from "../clean-text.ts";
import type { SheetQuestion } from "./sheet-question.ts";
import { keepAllText, unescapeMarkdown } from "./sheet-question.ts";
import type { SheetLine } from "./split-sheet.ts";

/**
 * Puts bullets that a formatter wrapped back on one line if the pieces together are exactly a line of the question.
 * Without this the first piece of one label could pass for another, shorter label.
 */
export function unwrapBullets(lines: SheetLine[], question: SheetQuestion): SheetLine[] {
  const whole = new Set(
    [keepAllText, ...question.options.flatMap(({ line, name }) => [line, name])].flatMap((text) => [
      text,
      unescapeMarkdown(text),
    ]),
  );
  const unwrapped: SheetLine[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    unwrapped.push(line);
    if (line.kind !== "bullet") continue;
    let end = at + 1;
    while (lines[end]?.kind === "indented" && lines[end]?.gap === 0) end++;
    if (end === at + 1) continue;
    const pieces = lines.slice(at, end).map((piece) => piece.text);
    const text = cleanLine(pieces.join(" "));
    const bare = text.replace(/^\\?\[[xX]\\?\] /, "");
    if (!whole.has(bare) && !whole.has(unescapeMarkdown(bare))) continue;
    unwrapped[unwrapped.length - 1] = { ...line, text };
    at = end - 1;
  }
  return unwrapped;
}

/** Whether a formatter could have wrapped this piece out of a description of one of the questions. */
export function isPieceOf(text: string, questions: SheetQuestion[]): boolean {
  const piece = ` ${cleanLine(text)} `;
  return questions.some(({ options }) =>
    options.some(({ line, name }) => {
      const description = `${line.slice(name.length)} `;
      return description.includes(piece) || unescapeMarkdown(description).includes(unescapeMarkdown(piece));
    }),
  );
}
