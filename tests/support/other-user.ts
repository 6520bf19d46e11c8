import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";
import { startCommand, temporaryDirectory } from "./hub.ts";
import { testIf } from "./needs.ts";

/** `nobody` on most systems: an account that owns nothing here. */
export const otherUid = 65_534;

/** For `through`: the command runs as another local user, without any of our groups. */
export const asOther = ["setpriv", `--reuid=${otherUid}`, `--regid=${otherUid}`, "--clear-groups"];

/** `test`, if this process may act as another local user, which takes root. */
export const testWithOther = testIf(
  mayActAsOther(),
  "only root may act as another local user (setpriv --reuid), and Node must be readable for it",
);

/** Runs a script (CommonJS) as another local user and resolves with its output. Rejects if it fails. */
export async function runAsOther(script: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await startAsOther(script, ...args).ended;
  if (code !== 0) throw new Error(`The other user's script ended with ${code}: ${stderr}`);
  return stdout;
}

/** Starts a script (CommonJS) as another local user. Its arguments begin at `process.argv[1]`. */
export function startAsOther(script: string, ...args: string[]) {
  return startCommand(args, { through: asOther, command: [process.execPath, "-e", script, "--"] });
}

/** A directory that belongs to another local user, removed after the test. */
export function directoryOfOther(name = "other"): string {
  const directory = temporaryDirectory(name);
  chownSync(directory, otherUid, otherUid);
  return directory;
}

function mayActAsOther(): boolean {
  const [program = "", ...args] = asOther;
  return spawnSync(program, [...args, process.execPath, "--version"], { stdio: "ignore" }).status === 0;
}
