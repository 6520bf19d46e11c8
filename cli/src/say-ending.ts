import { type Ask, cleanLine, type Outcome } from "@yourcall/core";
import { viewEnding } from "@yourcall/terminal";
import { asciiGlyphs, detectUnicode, lineText, toAsciiText, unicodeGlyphs } from "./terminal-text.ts";
import { toLocalTime } from "./times.ts";

/** How an ask ended, on standard error, as the prompt says it. `elsewhere` adds who did it, where and when. */
export function sayEnding(ask: Ask, outcome: Outcome, options: { elsewhere?: boolean } = {}): void {
  const unicode = detectUnicode(process.env) || !process.stderr.isTTY;
  const lines = viewEnding(ask, outcome, {
    width: process.stderr.isTTY ? process.stderr.columns : 10_000,
    glyphs: unicode ? unicodeGlyphs : asciiGlyphs,
    clock: toLocalTime,
    ...options,
  }).map(lineText);
  if (options.elsewhere === true) lines.push(...toHow(outcome));
  for (const line of lines) process.stderr.write(`${unicode ? line : toAsciiText(line)}\n`);
}

/** What the ending leaves out: who declined, why it was withdrawn, and that a script did it. */
function toHow(outcome: Outcome): string[] {
  if (outcome.status === "cancelled")
    return outcome.reason === undefined ? [] : [`  reason: ${cleanLine(outcome.reason)}`];
  if (outcome.status === "expired") return [];
  const { act, user } = outcome.by;
  const declinedBy = outcome.status === "declined" && user !== undefined ? [`  by ${cleanLine(user)}`] : [];
  return [...declinedBy, ...(act === "script" ? ["  given by a script"] : [])];
}
