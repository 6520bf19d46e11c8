import { readFileSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanLine } from "@yourcall/core";
import { describeMissingTokens, withHub } from "../hub/connect.ts";
import { toLogEntries } from "../hub/hub-log.ts";
import { failingDevices, readNotifyState, toChannelName, toFailureText } from "../notify/notify-state.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const withModes = process.platform !== "win32";

/** Checks that the state directory exists, is writable, and is private. */
export function checkDirectory(directory: string): Finding {
  const check = "directory";
  const stats = look(directory);
  if (stats === null) return ok(check, `State directory ${directory}: none yet; the first hub creates it`);
  if (!stats.isDirectory())
    return fail(check, `${directory} is not a directory`, "Move it, or set YOURCALL_HOME to another directory.");
  const problem = findWriteProblem(directory);
  if (problem !== null)
    return fail(
      check,
      `Nothing can be written to ${directory}: ${problem}`,
      "Make room, or fix its owner and mode (chown, chmod 700), or set YOURCALL_HOME.",
    );
  const mode = stats.mode & 0o777;
  if (withModes && (mode & 0o077) !== 0)
    return warn(
      check,
      `${directory} is readable by other users (mode ${mode.toString(8)})`,
      `\`chmod 700 ${directory}\``,
    );
  return ok(check, `State directory ${directory}`);
}

/** Writes a file and removes it: only that finds a full disk, a quota or a file system that is read-only. */
function findWriteProblem(directory: string): string | null {
  const file = join(directory, `.doctor-${process.pid}`);
  try {
    writeFileSync(file, "yourcall doctor\n", { flag: "wx", mode: 0o600, flush: true });
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Checks that the two tokens exist, are readable and are private. If a hub `runs`, it created them when it started. */
export function checkTokens(directory: string, runs: boolean): Finding {
  const check = "tokens";
  const file = join(directory, "tokens.json");
  const stats = look(file);
  if (stats === null && runs) {
    const { what, todo } = describeMissingTokens(directory);
    return warn(check, what, todo);
  }
  if (stats === null) return ok(check, "tokens.json: none yet; the first hub creates it");
  const mode = stats.mode & 0o777;
  if (withModes && (mode & 0o077) !== 0)
    return fail(check, `${file} is readable by other users (mode ${mode.toString(8)})`, `\`chmod 600 ${file}\``);
  const renew = "Repair it, or remove it and run `yourcall stop`: the next hub creates new ones.";
  try {
    const { agent, human } = JSON.parse(readFileSync(file, "utf8")) as { agent?: unknown; human?: unknown };
    if (typeof agent !== "string" || typeof human !== "string")
      return fail(check, `${file} does not contain the two tokens`, renew);
  } catch (error) {
    // The parser's message may quote a token.
    const why = error instanceof SyntaxError ? "it is not JSON" : (error as Error).message;
    return fail(check, `${file} cannot be used: ${why}`, renew);
  }
  return ok(check, "tokens.json");
}

const trouble = [
  // Without a leading \b, because error names are compounds: TypeError, YourcallError.
  /(error|exception)\b/i,
  /\b(fail(s|ed|ure)?|fault|crash(es|ed)?|cannot|could not|not valid|refused|corrupt|damaged|malformed|locked|full|no (room|space))\b/i,
  /\bE[A-Z]{3,}\b/,
];

/** Errors in the hub's log since a hub last started. */
export function checkLog(directory: string): Finding {
  const check = "log";
  const file = join(directory, "hub.log");
  let entries: string[];
  try {
    entries = toLogEntries(readFileSync(file, "utf8"));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT"
      ? ok(check, "hub.log: none; no hub has run in the background")
      : warn(check, `${file} cannot be read: ${(error as Error).message}`, "Make it readable.");
  }
  const bad = toTroubles(entries);
  const last = bad.at(-1);
  if (last === undefined) return ok(check, "hub.log: no errors since the last start");
  return warn(
    check,
    `hub.log has ${bad.length === 1 ? "an error" : `${bad.length} errors`}, the last: ${cleanLine(last).slice(0, 200)}`,
    `See ${file}.`,
  );
}

/** The entries that report problems, after the last start of a hub. */
export function toTroubles(entries: readonly string[]): string[] {
  const started = entries.findLastIndex((entry) => / hub \S+ listens on /.test(entry));
  return entries.slice(started + 1).filter((entry) => trouble.some((sign) => sign.test(entry)));
}

function look(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Checks that notifications work. */
export function checkNotify(directory: string): Finding[] {
  const check = "notify";
  const state = readNotifyState(directory);
  if (state === null) return [ok(check, "Notifications: no hub has run yet")];
  const names = state.channels.map(toChannelName).join(", ");
  // Devices have a check of their own.
  const failing = state.channels.filter(({ failing, name }) => failing && !name.startsWith("dev_"));
  return [
    ...(failing.length > 0
      ? []
      : [ok(check, `Notifications: ${names === "" ? "none; see `yourcall notify --help`" : names}`)]),
    ...failing.map((channel) =>
      warn(check, `Notifications fail: ${toFailureText(channel)}`, "`yourcall notify --test` tries again."),
    ),
  ];
}

/** Checks that every device of the person can be reached, before a question needs it. */
export async function checkDevices(): Promise<Finding[]> {
  // Whether the hub itself works is another check.
  const devices = await withHub("human", { start: false }, (client) => client.listDevices()).catch(() => []);
  const check = "devices";
  const failing = failingDevices(devices);
  const todo = "`yourcall notify` lists the devices; remove it and add it again if it stays so.";
  if (failing.length > 0) return failing.map((text) => fail(check, text, todo));
  return devices.length === 0 ? [] : [ok(check, `Devices: ${devices.map(({ name }) => name).join(", ")}`)];
}
