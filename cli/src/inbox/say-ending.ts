import { type Ask, cleanLine, type Outcome } from "@yourcall/core";
import { asciiGlyphs, detectUnicode, lineText, toAsciiText, unicodeGlyphs, viewEnding } from "@yourcall/terminal";

/** Says on standard error how an ask ended, in the prompt's words. `elsewhere` adds who ended it, where and when. */
export function sayEnding(ask: Ask, outcome: Outcome, options: { elsewhere?: boolean } = {}): void {
  const unicode = detectUnicode(process.env) || !process.stderr.isTTY;
  const lines = viewEnding(ask, outcome, {
    width: process.stderr.isTTY ? process.stderr.columns || 80 : 10_000,
    glyphs: unicode ? unicodeGlyphs : asciiGlyphs,
    ...options,
  }).map(lineText);
  if (outcome.status === "cancelled" && outcome.reason !== undefined)
    lines.push(`  reason: ${cleanLine(outcome.reason)}`);
  for (const line of lines) process.stderr.write(`${unicode ? line : toAsciiText(line)}\n`);
}
