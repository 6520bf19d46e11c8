import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { type Host, type HostFile, type HostName, hosts, isHostName, readSeen } from "@yourcall/hosts";
import { findProgram } from "../find-program.ts";
import { ownGroups, putHooks } from "../setup/edit-hooks.ts";
import { putJson } from "../setup/edit-json.ts";
import type { Places } from "../setup/mcp-clients.ts";
import { readText } from "../setup/replace-file.ts";
import { hostFiles } from "../setup/setup-host.ts";
import { type Finding, ok, warn } from "./finding.ts";

// Some of them are slow to start on a busy machine.
const versionMs = 15_000;
const runFile = promisify(execFile);

/** For each host that is installed: its version, whether its own questions are in yourcall, and when it was last connected. */
export async function checkHosts(places: Places, state: string): Promise<Finding[]> {
  const found = await Promise.all(
    Object.keys(hosts).map((name) => (isHostName(name) ? checkHost(name, places, state) : [])),
  );
  return found.flat();
}

async function checkHost(name: HostName, places: Places, state: string): Promise<Finding[]> {
  const host: Host = hosts[name];
  const program = findProgram(host.program, places.env);
  if (program === null && !existsSync(host.directory(places))) return [];
  const version = program === null ? undefined : await readVersion(program, places.env);
  const title = version === undefined ? host.title : `${host.title} ${version}`;
  const setUpAgain = `Run \`yourcall setup ${name} --questions\` again.`;
  const files = hostFiles(name, places);
  const texts = files.map(({ file }) => readSafely(file));
  if (files.every((file, at) => isShared(file) || !isThere(file, texts[at] ?? null)))
    return [ok(name, `${title}: asks only in its own window; \`${toCommand(name, host)}\` connects it`)];
  const isCurrent = files.every((file, at) => isAsWritten(file, texts[at] ?? null));
  if (!isCurrent)
    return [warn(name, `${title}: what connects it is from another version or for another hub`, setUpAgain)];
  const error = readSeen(state, name)?.error;
  if (error !== undefined)
    return [
      warn(
        name,
        `${title}: asks only in its own window; it is set up, but could not be connected: ${error}`,
        `Update yourcall or ${host.title}, then start ${host.title} again.`,
      ),
    ];
  const tested = version === undefined ? "" : compareTested(version, host.tested);
  const limits = host.limits === undefined ? "" : `; ${host.limits}`;
  return [
    ok(name, `${title}${tested}: its own questions are in yourcall, ${toConnection(state, name, host)}${limits}`),
  ];
}

/** Whether it is connected now, and when it was last there. A host that is held by a hook is connected only while it asks. */
function toConnection(state: string, name: HostName, { isOnRequest }: Host): string {
  const seen = readSeen(state, name);
  const at = seen?.at.slice(0, 16).replace("T", " ");
  if (isOnRequest !== undefined) return seen === null ? "has not asked since" : `last asked ${at} UTC`;
  if (seen === null) return "not connected yet";
  return seen.isConnected ? `connected now, last started ${at} UTC` : `not connected now, last seen ${at} UTC`;
}

/** Empty for the version that was tested. */
function compareTested(version: string, tested: string): string {
  const order = version.localeCompare(tested, "en", { numeric: true });
  return order === 0 ? "" : ` (${order > 0 ? "newer" : "older"} than ${tested}, which was tested)`;
}

/** Without `--questions`, `setup` leaves the window of some hosts alone. */
function toCommand(name: HostName, { isOnRequest }: Host): string {
  return isOnRequest === "flag" ? `yourcall setup ${name} --questions` : `yourcall setup ${name}`;
}

/** Whether a person may have set the same for another purpose. */
function isShared(file: HostFile): boolean {
  return file.kind === "json" && file.isShared === true;
}

/** Whether the file is as `setup` would write it now. One that is written only on request may be missing. */
function isAsWritten(file: HostFile, text: string | null): boolean {
  if (file.kind === "json") return isThere(file, text);
  if (file.kind === "hooks" && file.only !== undefined && !isThere(file, text)) return true;
  if (file.kind === "hooks")
    return (
      text !== null &&
      [file.groups, file.withApprovals].some(
        (groups) => groups && putHooks(text, groups, undefined, file.comments) === text,
      )
    );
  return text === file.text || (text === null && file.only !== undefined);
}

/** Whether what connects the host is in this file, perhaps from an earlier version. */
function isThere(file: HostFile, text: string | null): boolean {
  if (text === null || file.kind === "own") return text !== null;
  try {
    if (file.kind === "hooks") return ownGroups(text, file.comments).length > 0;
    return file.entries.every((entry) => putJson(text, entry, file.comments) === text);
  } catch {
    return false;
  }
}

function readSafely(file: string): string | null {
  try {
    return readText(file);
  } catch {
    return null;
  }
}

async function readVersion(program: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    const { stdout } = await runFile(program, ["--version"], { timeout: versionMs, env });
    return /\d+\.\d+\.\d+([\w.+-]*\w)?/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}
