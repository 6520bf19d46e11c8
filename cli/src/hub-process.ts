import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { request } from "node:http";
import { type HubAddress, readHubAddress } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { stateDirectory } from "./state-directory.ts";

const startMs = 15_000;
const stopMs = 15_000;
const lookMs = 20;

/** A hub of this machine, as it wrote itself down. It may no longer run. */
export interface LocalHub {
  pid: number;
  url: string;
  socketPath: string;
  version: string;
}

export function readLocalHub(directory: string): LocalHub | null {
  const { pid, url, socketPath, version }: Partial<HubAddress> = readHubAddress(directory, {}) ?? {};
  if (pid === undefined || url === undefined || socketPath === undefined || version === undefined) return null;
  return { pid, url, socketPath, version };
}

/** What a hub says of itself, or null where none answers. */
export interface Health {
  version: string;
  pid: number;
}

/** Asks the hub of the state directory whether it is well. */
export function askHealth(file: LocalHub, timeoutMs = 2000): Promise<Health | null> {
  return new Promise((resolve) => {
    const call = request(
      { socketPath: file.socketPath, path: "/healthz", headers: { host: "localhost" }, timeout: timeoutMs },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve(response.statusCode === 200 ? (JSON.parse(text) as Health) : null));
      },
    );
    call.on("timeout", () => call.destroy());
    call.on("error", () => resolve(null));
    call.end();
  });
}

/** The hub of the state directory, started in the background where none runs, replaced where an older one does. */
export async function ensureHub(): Promise<LocalHub> {
  const directory = stateDirectory();
  const known = readLocalHub(directory);
  if (known !== null && (await askHealth(known)) !== null) {
    if (!isOlder(known.version, VERSION)) return known;
    // Nothing is lost by this: what was acknowledged is on disk, and everybody who waits comes back to the new one.
    await stopHub(known);
  }
  startInBackground(directory);
  const until = Date.now() + startMs;
  while (Date.now() < until) {
    const file = readLocalHub(directory);
    if (file !== null && (await askHealth(file)) !== null) return file;
    await pause(lookMs);
  }
  throw new YourcallError(
    "hub-unreachable",
    `No hub came up within ${startMs / 1000} s. ${directory}/hub.log says why; \`yourcall doctor\` looks further.`,
  );
}

/** Ends a hub and waits until it has gone. Returns whether it has. */
export async function stopHub(file: LocalHub): Promise<boolean> {
  if (!signal(file.pid, "SIGTERM")) return true;
  const until = Date.now() + stopMs;
  while (Date.now() < until) {
    if (!signal(file.pid, 0)) return true;
    await pause(lookMs);
  }
  return false;
}

// It outlives its starter and has nothing of it but the environment: no terminal, no directory that could go away.
function startInBackground(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { CLAUDECODE, YOURCALL_SESSION, ...env } = process.env;
  const script = process.argv[1] ?? "";
  spawn(process.execPath, [script, "serve", "--background"], {
    cwd: directory,
    detached: true,
    stdio: "ignore",
    env,
  }).unref();
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** `0.1.0` before `0.2.0` before `0.10.0`; what follows a dash is not compared. */
export function isOlder(version: string, than: string): boolean {
  const parts = (text: string) => (text.split("-")[0] ?? "").split(".").map(Number);
  const [ours, theirs] = [parts(version), parts(than)];
  for (let index = 0; index < 3; index++) {
    const difference = (ours[index] ?? 0) - (theirs[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Filled in by the build. */
declare const VERSION: string;
