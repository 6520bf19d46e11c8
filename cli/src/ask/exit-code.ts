import { cleanLine, type Outcome } from "@yourcall/core";
import { warn } from "../print.ts";
import { exitCodes } from "../run-command.ts";
import type { Format } from "./read-ask.ts";

/** Says how an ask ended without an answer, where nothing else does. `none` prints nothing, `value` only what was chosen. */
export function warnOfNoAnswer(format: Format, outcome: Outcome): void {
  if (format !== "value" && format !== "none") return;
  const why = (text: string | undefined) => (text === undefined ? "." : `: "${cleanLine(text)}".`);
  if (outcome.status === "expired") warn("Expired: nobody answered in time.");
  if (outcome.status === "cancelled") warn(`Withdrawn${why(outcome.reason)}`);
  if (outcome.status === "declined")
    warn(outcome.asked === undefined ? `Declined${why(outcome.reason)}` : `Asked back${why(outcome.asked)}`);
}

/**
 * The exit code of `ask` and `wait` for an outcome. With `--format value` a skipped question prints nothing, which a script would
 * take for a value, so "no preference" has a code of its own.
 */
export function toExitCode(format: Format, outcome: Outcome): number {
  const isSkipped = outcome.status === "answered" && outcome.answers.some(({ skipped }) => skipped === true);
  if (format !== "value" || !isSkipped) return exitCodes[outcome.status];
  warn("No preference: a question was skipped, and has no value.");
  return exitCodes.noPreference;
}
