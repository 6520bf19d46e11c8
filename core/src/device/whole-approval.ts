import { approvalSubject } from "../approval-subject.ts";
import { revealText } from "../clean-text.ts";
import type { Ask } from "../schemas.ts";

const mostCharacters = 600;
const mostLines = 12;
// What a notification shows without being opened.
const mostCells = 80;

/**
 * The text of an approval if all of it can be read in one message: a command or other input, short, with nothing in it that is
 * shown differently from what it is, and nothing beside it. Null otherwise; then it cannot be allowed there. `isShort`: all of it has to
 * fit on one line of a notification.
 */
export function wholeApproval({ approval, context, questions }: Ask, cwd?: string, isShort = false): string | null {
  if (approval === undefined || context !== undefined || questions.length !== 1) return null;
  const { part, rest } = approvalSubject(approval, cwd);
  if ((part.kind !== "command" && part.kind !== "input") || rest !== "") return null;
  const { text } = part;
  if (text.trim() === "" || revealText(text) !== text || text.length > mostCharacters) return null;
  if (isShort) return text.includes("\n") || countCells(text) > mostCells ? null : text;
  return text.split("\n").length > mostLines ? null : text;
}

/** At least as many cells as the text takes: anything but ASCII counts as wide. */
function countCells(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter <= "~" ? 1 : 2), 0);
}
