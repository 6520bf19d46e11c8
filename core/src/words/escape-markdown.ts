import { cleanLine, cleanText } from "../clean-text.ts";

// Characters that can begin a span, an entity, a link, an HTML tag, a table cell or a formula.
const inline = /[\\`*_[\]<>&~|$]/g;
// Starts that make a line a heading, a list, a quote, a rule, an underline or a definition. (The rest is in `inline`.)
const lineStart = /^(?:([#+\-=:])|(\d{1,9})([.)]))/;

/** A text on one line of markdown, all marks escaped. */
export function escapeLine(text: string): string {
  return escapeOwnLine(cleanLine(text));
}

/** A text of several lines as a block quote that nothing in it can end. Empty for an empty text. */
export function quoteLines(text: string): string[] {
  const lines = cleanText(text).trim().split("\n");
  if (lines.length === 1 && lines[0] === "") return [];
  return lines.map((line, index) => {
    const escaped = escapeOwnLine(line.replace(/\s+/g, " ").trim());
    if (escaped === "") return ">";
    // A backslash at the end keeps the line break; a paragraph needs none.
    const next = lines[index + 1]?.trim() ?? "";
    return `> ${escaped}${next === "" ? "" : "\\"}`;
  });
}

/** Unchanged text in a fence that it cannot close. */
export function fenceLines(text: string): string[] {
  const lines = cleanText(text).split("\n");
  const longest = Math.max(2, ...[...cleanText(text).matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}text`, ...lines, fence];
}

function escapeOwnLine(text: string): string {
  return (
    text
      .replace(inline, "\\$&")
      .replace(lineStart, (_, mark: string | undefined, number: string | undefined, end: string | undefined) =>
        mark === undefined ? `${number}\\${end}` : `\\${mark}`,
      )
      // Marks at the end of a heading would close it.
      .replace(/(?<=[\s#])#$/, "\\#")
  );
}
