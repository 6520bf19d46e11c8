import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stateDirectoryPath } from "./state-directory.ts";

export interface LoginPage {
  /** The file, which only this user can read. */
  file: string;
  remove(): void;
}

/**
 * Writes a page that leads to the link. The browser is given this file, since every user of the machine can read the command
 * line of a process. A separate process deletes it as soon as the link is invalid.
 */
export function writeLoginPage(url: string): LoginPage {
  const directory = mkdtempSync(join(placeOfPages(), "yourcall-open-"));
  const file = join(directory, "open.html");
  const address = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const head = `<meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>yourcall</title>`;
  const redirect = `<meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">Open the inbox</a>`;
  writeFileSync(file, `<!doctype html>${head}${redirect}\n`, { mode: 0o600, flag: "wx" });
  spawn("sh", ["-c", 'sleep 60; rm -rf -- "$1"', "sh", directory], { detached: true, stdio: "ignore" })
    .once("error", () => {})
    .unref();
  return { file, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** Browsers installed as a snap read nothing in hidden directories or in /tmp, but the home directory. */
export function placeOfPages(env = process.env, hasSnaps = existsSync("/var/lib/snapd")): string {
  return hasSnaps && env.HOME ? env.HOME : stateDirectoryPath(env);
}
