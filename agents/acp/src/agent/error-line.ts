import { cleanText } from "@yourcall/core";

const names =
  /^\s*(?:uncaught )?(?:[\w.]*(?:error|exception)(?: \[[\w-]+\])?:|(?:error|fatal|panic)\b|thread '.*' panicked)/i;

/**
 * The error in what a program wrote to stderr before it ended, as one line. Runtimes print more after it: a stack, their version, advice.
 * The last line if none looks like an error; empty if there is nothing.
 */
export function toErrorLine(said: string): string {
  const lines = cleanText(said)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.findLast((line) => names.test(line)) ?? lines.at(-1) ?? "";
}
