import type { Outcome } from "@yourcall/core";
import { warn } from "../print.ts";
import { exitCodes } from "../run-command.ts";
import type { Format } from "./read-ask.ts";

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
