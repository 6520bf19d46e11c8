import { cleanLine } from "../clean-text.ts";

const longestTitle = 80;

/** The beginning of a prompt on one line, as the title of a session. */
export function toTitle(prompt: string): string {
  const line = cleanLine(prompt.slice(0, 10 * longestTitle));
  if (line.length <= longestTitle) return line;
  const start = line.slice(0, longestTitle - 1).toWellFormed();
  return `${start.trimEnd()}…`;
}

// A browser does not know the home of the agent's machine.
const home = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/;

/** A path as rows and heads show it: `~` for a home, long ones shortened in the middle, where they differ least. */
export function toShownPath(path: string, length = 40): string {
  return shortenMiddle(cleanLine(path).replace(home, "~"), length);
}

/** At most this many characters, its beginning and its end: `mcp__some-serv…create_issue`. */
export function shortenMiddle(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const end = Math.ceil((length - 1) * 0.6);
  return `${characters.slice(0, length - 1 - end).join("")}…${characters.slice(-end).join("")}`;
}
