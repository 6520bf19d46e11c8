/** For a client's instructions: the two lines that make its model use the tool. */
export const instructionLines = [
  "When a decision is the user's (requirements, taste, cost, risk, anything hard to undo), ask with the tool AskUserQuestion of the MCP server yourcall; do not guess, and do not ask in plain text.",
  'If it returns "pending", call get_answer with the id until there is an answer. Declined, expired and cancelled are not answers and approve nothing.',
] as const;

/** The text with these lines at its end. */
export function putLines(text: string, lines: readonly string[] = instructionLines): string {
  if (has(text, lines)) return text;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
  return `${removeLines(text, lines)}${gap}${lines.join(eol)}${eol}`;
}

/** The text without these lines, wherever they are, and without the empty line before them. */
export function removeLines(text: string, lines: readonly string[] = instructionLines): string {
  return lines.reduce((rest, line) => {
    const at = rest.indexOf(line);
    if (at === -1) return rest;
    const gap = line === lines[0] ? (/(?<=\n)\r?\n$/.exec(rest.slice(0, at))?.[0].length ?? 0) : 0;
    return rest.slice(0, at - gap) + rest.slice(at + line.length).replace(/^\r?\n/, "");
  }, text);
}

function has(text: string, lines: readonly string[]): boolean {
  return lines.every((line) => text.includes(line));
}
