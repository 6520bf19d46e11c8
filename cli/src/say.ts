import { cleanText } from "@yourcall/core";

/** A problem, on standard error. */
export function say(message: string): void {
  process.stderr.write(`yourcall: ${cleanText(message)}\n`);
}

/** That something was done, or that there is nothing to do, on standard error. */
export function tell(message: string): void {
  process.stderr.write(`${cleanText(message)}\n`);
}
