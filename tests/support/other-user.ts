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
