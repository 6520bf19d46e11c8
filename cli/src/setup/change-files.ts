import { copyFileSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { cleanLine, cleanText, parseAsk } from "@yourcall/core";
import { structuredPatch } from "diff";
import { openTerminal, showPrompt } from "../ask/show-prompt.ts";
import { type Given, UsageError } from "../run-command.ts";
import { tell } from "../say.ts";
import { readText, replaceFile, SettingsFault } from "./replace-file.ts";

/** A file and how it is to change. */
export interface FileChange {
  file: string;
  /** The new text. `copy` is the file from before yourcall first changed it, if there was one. */
  edit(text: string, copy: string | undefined): string;
  /** Whether to delete the file, because nothing else is in it. */
  goes?(text: string, copy: string | undefined): boolean;
  /**
   * Whether the file contains nothing from yourcall, so that it is the version to keep a copy of. If omitted, the first copy
   * stays.
   */
  isClean?(text: string): boolean;
  /** Whether this undoes earlier changes, after which no copy is needed. */
  removes?: boolean;
}

interface PlannedChange {
  file: string;
  before: string | null;
  after: string;
  goes: boolean;
  /** What becomes of the copy of the old file. */
  copy: "make" | "keep" | "drop";
}

const flag = { type: "boolean" } as const;
/** The flags of every command that changes files. */
export const changeOptions = { print: flag, remove: flag, yes: { ...flag, short: "y" } } as const;
export type ChangeFlags = Given<typeof changeOptions>["values"];

/**
 * Makes the changes once the person has agreed; `--yes` does not ask, and `--print` only shows them. If there is nothing to
 * change, says `unchanged`.
 */
export async function changeFiles(
  changes: readonly FileChange[],
  { print, yes }: ChangeFlags,
  unchanged: string,
): Promise<"printed" | "unchanged" | "changed" | "refused"> {
  const planned = planChanges(changes);
  if (print === true) {
    planned.forEach(showChange);
    return "printed";
  }
  if (planned.some(isChange)) return (await makeChanges(planned, yes === true)) ? "changed" : "refused";
  tell(unchanged);
  return "unchanged";
}

/** What each change would do. Throws, with the file's name, if one cannot be made. */
export function planChanges(changes: readonly FileChange[]): PlannedChange[] {
  return changes.map(({ file, edit, goes, isClean, removes }) => {
    const before = orLeave(file, () => readText(file));
    const kept = readCopy(file);
    const after = orLeave(file, () => edit(before ?? "", kept));
    // A symbolic link is the person's own, so it stays.
    const isGone = before !== null && goes?.(before, kept) === true && !lstatSync(file).isSymbolicLink();
    const isFirst = orLeave(file, () => isClean?.(before ?? "")) ?? kept === undefined;
    const copy = removes === true ? "drop" : isFirst ? "make" : "keep";
    return { file, before, after: isGone ? "" : after, goes: isGone, copy };
  });
}

export function isChange({ before, after, goes }: PlannedChange): boolean {
  return goes || after !== (before ?? "");
}

/** Shows the changes, asks unless `yes`, and writes them, each file whole or not at all. False if the person said no. */
async function makeChanges(planned: readonly PlannedChange[], yes: boolean): Promise<boolean> {
  const changes = planned.filter(isChange);
  changes.forEach(showChange);
  if (!yes && !(await confirm())) {
    tell("Nothing was changed.");
    return false;
  }
  for (const { file, before } of changes)
    if (orLeave(file, () => readText(file)) !== before)
      throw new UsageError(`${file} has changed in the meantime, so nothing was written. Run this again.`);
  for (const { file, after, goes, copy } of changes) {
    const backup = copyName(file);
    orLeave(file, () => {
      if (copy === "drop") rmSync(backup, { force: true });
      if (copy === "make" && existsSync(file)) copyFileSync(file, backup);
      if (goes) return rmSync(file);
      mkdirSync(dirname(file), { recursive: true });
      replaceFile(file, after);
    });
    if (goes) tell(`Removed ${file}: it contained nothing else.`);
    else tell(`Wrote ${file}.${existsSync(backup) ? ` The version without yourcall is in ${backup}.` : ""}`);
  }
  return true;
}

/** The copy that was made of a file, if there is one and it can be read. */
function readCopy(file: string): string | undefined {
  try {
    return readText(copyName(file)) ?? undefined;
  } catch {
    return undefined;
  }
}

// A file that does not exist yet has no real path; a link that leads nowhere is refused later.
function copyName(file: string): string {
  return `${existsSync(file) ? realpathSync(file) : file}.before-yourcall`;
}

/** Names the file in the error and leaves it unchanged. */
function orLeave<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!(error instanceof SettingsFault) && code === "") throw error;
    const fault = code === "EISDIR" ? "it is a directory" : message;
    throw new UsageError(
      `${file} was not changed: ${cleanLine(fault)}. Fix the file, or add the output of --print by hand.`,
    );
  }
}

function showChange({ file, before, after }: PlannedChange): void {
  const lines = (text: string) => text.replaceAll("\r\n", "\n");
  const { hunks } = structuredPatch("", "", lines(before ?? ""), lines(after), "", "", { context: 3 });
  const body = hunks.flatMap((hunk, at) => [
    ...(at === 0 ? [] : ["  ..."]),
    // "\\ No newline at end of file" is not a line of the file.
    ...hunk.lines.filter((line) => !line.startsWith("\\")).map((line) => `${line[0]} ${cleanText(line.slice(1))}`),
  ]);
  if (body.length === 0) body.push("  (no changes)");
  process.stderr.write(`${cleanLine(file)}\n${body.join("\n")}\n`);
}

async function confirm(): Promise<boolean> {
  const terminal = openTerminal();
  if (terminal === null)
    throw new UsageError("No terminal to confirm on. Use --yes to write the change, or --print to only print it.");
  const yes = "Write it";
  const options = [{ label: yes }, { label: "Change nothing" }];
  terminal.output.write("\n");
  const question = { question: "Write this change?", header: "Setup", options, multiSelect: false };
  const prompt = await showPrompt({ ask: parseAsk({ kind: "question", questions: [question] }), terminal });
  const end = await prompt.ended;
  prompt.stop();
  return end.type === "submitted" && end.answers[0]?.selectedOptions[0] === yes;
}
