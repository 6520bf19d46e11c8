import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { stateDirectory } from "@yourcall/client/node";
import type { AskRequest, Outcome } from "@yourcall/core";
import { makeStateDirectory } from "../hub/state-directory.ts";

/** An ask that ended on a terminal without a hub. */
interface AnsweredLine {
  id: string;
  askedAt: number;
  request: AskRequest;
  outcome: Outcome;
}

export const answeredFile = "answered.jsonl";

/** The files with asks that no hub has imported yet, or not completely. */
export function listAnswered(directory: string): string[] {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter((name) => /^answered\.((.+\.)?importing\.)?jsonl$/.test(name));
}

/**
 * Appends the ask to answered.jsonl, which the next hub imports. The outcome has been printed, so a failure is not reported.
 */
export function keepAnswered(line: AnsweredLine): void {
  try {
    const directory = stateDirectory();
    makeStateDirectory(directory);
    const file = join(directory, answeredFile);
    const text = `${JSON.stringify(line)}\n`;
    // Once more if a hub has taken the file away, perhaps before the line was in it. An ask that is imported twice counts once.
    if (!appendLine(file, text)) appendLine(file, text);
  } catch {
    // The asker has its answer; only the log lacks this ask.
  }
}

/** False if the file is no longer at its place. */
function appendLine(file: string, text: string): boolean {
  const descriptor = openSync(file, "a+", 0o600);
  try {
    const { size, ino } = fstatSync(descriptor);
    const last = Buffer.alloc(1, "\n");
    if (size > 0) readSync(descriptor, last, 0, 1, size - 1);
    // A full disk may have cut the line before.
    appendFileSync(descriptor, `${last.toString() === "\n" ? "" : "\n"}${text}`);
    return statSync(file, { throwIfNoEntry: false })?.ino === ino;
  } finally {
    closeSync(descriptor);
  }
}
