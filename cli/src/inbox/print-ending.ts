import { type Ask, cleanLine, type Outcome } from "@yourcall/core";
import { detectGlyphs, lineText, toAsciiText, unicodeGlyphs, viewEnding } from "@yourcall/terminal/internal";

/** Says on standard error how an ask ended, in the prompt's words. `elsewhere` adds who ended it, where and when. */
export function printEnding(ask: Ask, outcome: Outcome, options: { elsewhere?: boolean } = {}): void {
  const { isTTY, columns } = process.stderr;
  const glyphs = isTTY ? detectGlyphs(process.env) : unicodeGlyphs;
  const width = isTTY ? columns || 80 : 10_000;
  const lines = viewEnding(ask, outcome, { width, glyphs, ...options }).map(lineText);
  if (outcome.status === "cancelled" && outcome.reason !== undefined)
    lines.push(`  reason: ${cleanLine(outcome.reason)}`);
  for (const line of lines) process.stderr.write(`${glyphs === unicodeGlyphs ? line : toAsciiText(line)}\n`);
}
