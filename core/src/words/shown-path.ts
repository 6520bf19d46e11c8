import { cleanLine } from "../clean-text.ts";

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
