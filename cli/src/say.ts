import { cleanText } from "@yourcall/core";

/** A line for the person, on standard error. */
export function say(message: string): void {
  process.stderr.write(`yourcall: ${cleanText(message)}\n`);
}
