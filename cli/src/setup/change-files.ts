import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { cleanLine, cleanText } from "@yourcall/core";
import { structuredPatch } from "diff";
import { confirmHere } from "../ask/confirm-here.ts";
import type { Values } from "../command.ts";
import type { setupAutostart } from "../commands/setup.ts";
import { info } from "../print.ts";
import { UsageError } from "../run-command.ts";
import { findTarget, readText, replaceFile, SettingsFault } from "./replace-file.ts";

/** A file and how it is to change. */
export interface FileChange {
  file: string;
  /** The directory that links must not lead out of. A file in the person's own home has none: their links are followed. */
  project?: string;
  /** The new text. `copy` is the file from before yourcall first changed it, if there was one. */
  edit(text: string, copy: string | undefined): string;
  /** Whether to delete the file, because nothing else is in it. */
  goes?(text: string, copy: string | undefined): boolean;
  /**
   * Whether the file contains nothing from yourcall, so that it is the version to keep a copy of. If omitted, the first copy
   * stays.
   */
  isClean?(text: string): boolean;
  /** Whether this undoes earlier changes, after which no copy is needed if the file is clean. */
  removes?: boolean;
  /** The text as a person is shown it. All of it by default. */
  shown?(text: string): string;
  /** For a new file. */
  mode?: number;
  /** The name of a secret that the file will contain: refused if others can read the file, and a new one is the person's alone. */
  secret?: string;
  /** Whether its directory goes with it, if that is empty then. */
  inOwnDirectory?: boolean;
}

interface PlannedChange extends Pick<FileChange, "file" | "project" | "shown" | "mode" | "inOwnDirectory"> {
  /** The real path of the file, which is what is written. */
  target: string;
  before: string | null;
  after: string;
  goes: boolean;
  /** What becomes of the copy of the old file. */
  copy: "make" | "keep" | "drop";
}

/** The flags of every command that changes files. */
export type ChangeFlags = Values<(typeof setupAutostart)["options"]>;

/** How the person is asked. */
interface Asking {
  /** Which answer is listed first, and is the default. */
  first: "yes" | "no";
  /** What to do where there is no terminal. */
  otherwise: string;
}

const plainly: Asking = { first: "yes", otherwise: "Use --yes to write the change" };

/**
 * Makes the changes once the person has agreed; `--yes` does not ask, and `--print` only shows them. If there is nothing to
 * change, says `unchanged`.
 */
export async function changeFiles(
  changes: readonly FileChange[],
  { print, yes }: ChangeFlags,
  unchanged: string,
  asking = plainly,
): Promise<"printed" | "unchanged" | "changed" | "refused"> {
  const planned = planChanges(changes);
  if (print === true) {
    planned.forEach(showChange);
    return "printed";
  }
  if (planned.some(isChange)) return (await makeChanges(planned, yes === true ? null : asking)) ? "changed" : "refused";
  info(unchanged);
  return "unchanged";
}

/** What each change would do. Throws, with the file's name, if one cannot be made. */
export function planChanges(changes: readonly FileChange[]): PlannedChange[] {
  return changes.map(({ file, project, edit, goes, isClean, removes, shown, mode, secret, inOwnDirectory }) => {
    const target = orLeave(file, () => findTarget(file, project));
    const before = orLeave(file, () => readText(target));
    const kept = readCopy(file, copyName(target));
    const after = orLeave(file, () => edit(before ?? "", kept));
    if (secret !== undefined && before !== null && after !== before) orLeave(file, () => refusePublic(target, secret));
    // A symbolic link is the person's own, so it stays.
    const isGone = before !== null && goes?.(before, kept) === true && !lstatSync(file).isSymbolicLink();
    const clean = orLeave(file, () => isClean?.((removes === true ? after : before) ?? ""));
    const made = (clean ?? kept === undefined) ? "make" : "keep";
    const removed = clean === false ? "keep" : "drop";
    const newMode = secret === undefined ? mode : 0o600;
    return {
      file,
      project,
      shown,
      mode: newMode,
      inOwnDirectory,
      target,
      before,
      after: isGone ? "" : after,
      goes: isGone,
      copy: removes === true ? removed : made,
    };
  });
}

function refusePublic(target: string, secret: string): void {
  if (process.platform !== "win32" && (statSync(target).mode & 0o044) !== 0)
    throw new SettingsFault(`it would contain ${secret}, and other users can read it. Run: chmod 600 ${target}`);
}

export function isChange({ before, after, goes }: PlannedChange): boolean {
  return goes || after !== (before ?? "");
}

/** Shows the changes, asks if told how, and writes them, each file whole or not at all. False if the person said no. */
async function makeChanges(planned: readonly PlannedChange[], asking: Asking | null): Promise<boolean> {
  const changes = planned.filter(isChange);
  changes.forEach(showChange);
  if (asking !== null && !(await confirm(asking))) {
    info("Nothing was changed.");
    return false;
  }
  for (const { file, project, target, before } of changes)
    if (orLeave(file, () => findTarget(file, project) !== target || readText(target) !== before))
      throw new UsageError(`${file} has changed in the meantime, so nothing was written. Run this again.`);
  for (const { file, target, before, after, goes, copy, mode, inOwnDirectory } of changes) {
    const backup = copyName(target);
    orLeave(file, () => {
      if (copy !== "keep") rmSync(backup, { force: true });
      if (copy === "make" && before !== null) replaceFile(backup, before, statSync(target).mode & 0o777);
      if (goes) {
        rmSync(target);
        if (inOwnDirectory === true && readdirSync(dirname(target)).length === 0) rmdirSync(dirname(target));
        return;
      }
      mkdirSync(dirname(target), { recursive: true });
      replaceFile(target, after, mode);
    });
    if (goes) info(`Removed ${target}: it contained nothing else.`);
    else info(`Wrote ${target}.${existsSync(backup) ? ` The version without yourcall is in ${backup}.` : ""}`);
  }
  return true;
}

function copyName(target: string): string {
  return `${target}.before-yourcall`;
}

/** The copy that was made of a file, if there is one and it can be read. Throws if it is a link: we never make one. */
function readCopy(file: string, copy: string): string | undefined {
  if (lstatSync(copy, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new UsageError(`${file} was not changed: ${copy} is a link, and the copy goes there. Remove the link.`);
  try {
    return readText(copy) ?? undefined;
  } catch {
    return undefined;
  }
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

function showChange(planned: PlannedChange): void {
  const { file, target, before, after, shown = (text) => text } = planned;
  const lines = (text: string) => shown(text).replaceAll("\r\n", "\n");
  const { hunks } = structuredPatch("", "", lines(before ?? ""), lines(after), "", "", { context: 3 });
  const body = hunks.flatMap((hunk, at) => [
    ...(at === 0 ? [] : ["  ..."]),
    // "\\ No newline at end of file" is not a line of the file.
    ...hunk.lines.filter((line) => !line.startsWith("\\")).map((line) => `${line[0]} ${cleanText(line.slice(1))}`),
  ]);
  if (body.length === 0) body.push("  (no changes)");
  const heading = target === file ? file : `${file}, which is ${target}`;
  process.stderr.write(`${[cleanLine(heading), ...body, ...copyLines(planned)].join("\n")}\n`);
}

/** What becomes of the copy, so that no file changes which was not named. */
function copyLines(planned: PlannedChange): string[] {
  const copy = copyName(planned.target);
  if (!isChange(planned)) return [];
  if (planned.copy === "make" && planned.before !== null)
    return [cleanLine(`The file as it is now will be kept in ${copy}.`)];
  return planned.copy === "drop" && existsSync(copy) ? [cleanLine(`${copy} will be removed.`)] : [];
}

function confirm({ first, otherwise }: Asking): Promise<boolean> {
  const elsewhere = `${otherwise}, or --print to only print it.`;
  return confirmHere("Setup", "Write this change?", ["Write it", "Change nothing"], elsewhere, first);
}
