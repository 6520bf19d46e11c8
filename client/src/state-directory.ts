import { statSync } from "node:fs";
import { resolve } from "node:path";
import { YourcallError } from "@yourcall/core";
import { findUnsafePath } from "./find-unsafe-path.ts";

/**
 * Where yourcall keeps its state. Throws if somebody else can change it: they could send questions and tokens elsewhere.
 *
 * @example
 * console.log(`The hub keeps its files in ${stateDirectory()}.`);
 */
export function stateDirectory(env: NodeJS.ProcessEnv = process.env): string {
  const directory = stateDirectoryPath(env);
  const found = findUnsafePath(directory);
  if (found !== undefined) throw new YourcallError("store-unavailable", `${found.what}. ${found.todo}`);
  return directory;
}

/** `$YOURCALL_HOME`, or else the platform's usual directory, without checking who can change it. */
export function stateDirectoryPath(env: NodeJS.ProcessEnv = process.env): string {
  if (env.YOURCALL_HOME) return resolve(env.YOURCALL_HOME);
  if (process.platform === "win32" && env.LOCALAPPDATA) return `${env.LOCALAPPDATA}/yourcall`;
  const isXdg = process.platform !== "win32" && process.platform !== "darwin";
  if (isXdg && env.XDG_STATE_HOME) return `${env.XDG_STATE_HOME}/yourcall`;
  const home = env.HOME || env.USERPROFILE;
  if (!home)
    throw new YourcallError(
      "store-unavailable",
      "HOME is not set, so there is no place for yourcall's files. Set HOME, or YOURCALL_HOME to a directory of your own.",
    );
  if (process.platform === "darwin") return `${home}/Library/Application Support/yourcall`;
  return isXdg ? `${home}/.local/state/yourcall` : `${home}/yourcall`;
}

/** Whether two paths lead to the same directory, and not one to a copy of the other. */
export function isSameDirectory(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    const [first, second] = [statSync(one), statSync(other)];
    return first.dev === second.dev && first.ino === second.ino;
  } catch {
    return false;
  }
}
