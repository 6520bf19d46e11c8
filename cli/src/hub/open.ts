import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stateDirectoryPath } from "@yourcall/client/internal/node";
import { open } from "../commands/open.ts";
import { findProgram } from "../find-program.ts";
import { findAsk } from "../inbox/find-ask.ts";
import { info, print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { refuseAgent } from "../who-acts.ts";
import { withHub } from "./connect.ts";

/** `yourcall open`: opens the web inbox with a link for one login. Refuses to run for an agent. */
export function run(args: string[]): Promise<number> {
  return runCommand(open, args, async ({ values, positionals: [given, ...more] }) => {
    if (more.length > 0) throw new UsageError("Name at most one ask: yourcall open ID.");
    const elsewhere = "Run this in a terminal that no agent started.";
    if (refuseAgent("Anyone with the link can answer", `No link was created.\n${elsewhere}`)) return exitCodes.failure;
    return withHub("human", { start: true }, async (client) => {
      const ask = given === undefined ? undefined : await findAsk(client, given);
      const link = new URL((await client.createLoginLink()).url);
      // The code in the link works on every path of the page.
      if (ask !== undefined) link.pathname = `${link.pathname.replace(/\/$/, "")}/a/${ask.id}`;
      const url = link.href;
      if (values.print === true) await print(`${url}\n`);
      else if (await openInBrowser(url))
        info("Opening the inbox in your browser. If nothing opens, run `yourcall open --print`.");
      else {
        await print(`${url}\n`);
        warn("Could not open a browser. Open the link above yourself; it works once, within one minute.");
      }
      return 0;
    });
  });
}

const openers: Partial<Record<NodeJS.Platform, [program: string, ...args: string[]]>> = {
  darwin: ["open"],
  // `start` is built into the shell, which would cut the address at an ampersand.
  win32: ["rundll32.exe", "url.dll,FileProtocolHandler"],
};

// A working opener hands the address over and exits, or runs as long as the browser. One that still runs after this time counts
// as working.
const settledMs = 2000;

/** Opens the link on the desktop; false if there is none or it fails. */
async function openInBrowser(url: string): Promise<boolean> {
  const { env, platform } = process;
  const [program, ...args] = openers[platform] ?? ["xdg-open"];
  const found = findProgram(program, env);
  // Without a display, xdg-open would look for a browser in the terminal.
  const hasDisplay = openers[platform] !== undefined || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  if (found === null || !hasDisplay) return false;
  // Windows shows a command line only to its own user.
  if (platform === "win32") return runOpener(found, [...args, url]);
  let page: ReturnType<typeof writeLoginPage>;
  try {
    page = writeLoginPage(url);
  } catch {
    return false;
  }
  const opened = await runOpener(found, [...args, pathToFileURL(page.file).href]);
  if (!opened) page.remove();
  return opened;
}

function runOpener(program: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: "ignore" });
    const timer = setTimeout(() => settle(true), settledMs);
    const settle = (opened: boolean) => {
      clearTimeout(timer);
      child.unref();
      resolve(opened);
    };
    child.once("error", () => settle(false));
    child.once("exit", (code) => settle(code === 0));
  });
}

/**
 * Writes a page that leads to the link and that only this user can read. The browser is given this file, since every user of the machine can read the command
 * line of a process. A separate process deletes it as soon as the link is invalid.
 */
function writeLoginPage(url: string) {
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

/** Browsers installed as snaps can read the home directory, but not /tmp or hidden directories. */
export function placeOfPages(env = process.env, hasSnaps = existsSync("/var/lib/snapd")): string {
  return hasSnaps && env.HOME ? env.HOME : stateDirectoryPath(env);
}
