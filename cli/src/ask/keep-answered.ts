import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { stateDirectory } from "@yourcall/client/node";
import type { AskRequest, Outcome } from "@yourcall/core";
import { makeStateDirectory } from "../hub/state-directory.ts";

/** An ask that ended on a terminal without a hub. */
export interface AnsweredLine {
  id: string;
  askedAt: number;
  request: AskRequest;
  outcome: Outcome;
}

export const answeredFile = "answered.jsonl";

/**
 * Appends the ask to answered.jsonl, which the next hub imports. The outcome has been printed, so a failure is not reported.
 */
export function keepAnswered(line: AnsweredLine): void {
  try {
    const directory = stateDirectory();
    makeStateDirectory(directory);
    appendFileSync(join(directory, answeredFile), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch {
    // The asker has its answer; only the log lacks this ask.
  }
}
