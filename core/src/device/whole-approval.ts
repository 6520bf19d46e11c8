import { approvalSubject } from "../approval-subject.ts";
import { revealText } from "../clean-text.ts";
import type { Ask } from "../schemas.ts";

const mostCharacters = 600;
const mostLines = 12;

/**
 * The text of an approval if all of it can be read in one message: a command or other input, short, with nothing in it that is
 * shown differently from what it is, and nothing beside it. Null otherwise; then it cannot be allowed there.
 */
export function wholeApproval({ approval, context, questions }: Ask, cwd?: string): string | null {
  if (approval === undefined || context !== undefined || questions.length !== 1) return null;
  const { part, rest } = approvalSubject(approval, cwd);
  if ((part.kind !== "command" && part.kind !== "input") || rest !== "") return null;
  const { text } = part;
  if (text.trim() === "" || revealText(text) !== text || text.length > mostCharacters) return null;
  return text.split("\n").length > mostLines ? null : text;
}
