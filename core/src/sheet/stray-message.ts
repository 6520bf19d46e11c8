import { cleanLine } from "../clean-text.ts";
import { matchOption } from "./match-bullet.ts";
import type { SheetQuestion } from "./sheet-question.ts";

/** The message for a bullet that is no line of the question it stands under (none: above all of them). */
export function toStrayMessage(
  text: string,
  question: SheetQuestion | undefined,
  questions: SheetQuestion[],
  missing: SheetQuestion[],
): string {
  const line = cleanLine(text);
  for (const owner of [...missing, ...questions]) {
    const bullet = matchOption(line, owner);
    if (bullet.kind !== "option") continue;
    const where = `${quote(bullet.option.name)} belongs to question ${owner.number}`;
    return missing.includes(owner)
      ? `${where}, whose heading is missing above it. Undo, or put "## ${owner.number}" back.`
      : `${where}. Move it below "## ${owner.number}", or delete the line.`;
  }
  if (question === undefined) return `${quote(line)} stands above question 1. Undo, or delete the line.`;
  if (question.ownWord === undefined)
    return `${quote(line)} is not an option of question ${question.number}. Undo, or delete the line.`;
  return `${quote(line)} is not an option of question ${question.number}. For an answer of your own write it after ${toOwnPlace(question)}.`;
}

/** A text of the sheet in an error's sentence. */
export function quote(text: string): string {
  const characters = [...cleanLine(text)];
  return `"${characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : characters.join("")}"`;
}

/** Where the person's own words to a question go. */
export function toOwnPlace(question: SheetQuestion): string {
  return question.ownWord === undefined ? '"note:"' : `"- ${question.ownWord}:"`;
}
