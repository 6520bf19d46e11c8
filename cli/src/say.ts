import { cleanText } from "@yourcall/core";
import { wrapWords } from "./wrap-words.ts";

/** A problem, on standard error. */
export function say(message: string): void {
  tell(`yourcall: ${message}`);
}

/** That something was done, or that there is nothing to do, on standard error. */
export function tell(message: string): void {
  const { isTTY, columns } = process.stderr;
  const width = isTTY ? columns - 1 : Number.POSITIVE_INFINITY;
  const lines = cleanText(message)
    .split("\n")
    // An indented line is an example, to be copied as it is.
    .flatMap((line) => (line.length <= width || line.startsWith(" ") ? [line] : wrapWords(line, width)));
  process.stderr.write(`${lines.join("\n")}\n`);
}
