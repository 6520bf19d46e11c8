import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type RequestOptions, request } from "node:http";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isSameDirectory } from "@yourcall/client/internal/node";
import { type HubAddress, readHubAddress, stateDirectory } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { hubFlags } from "./hub-flags.ts";
import { followStart } from "./hub-log.ts";
import { makeStateDirectory } from "./state-directory.ts";

const startMs = 15_000;
// However little time the caller has, starting a hub takes a moment.
const leastStartMs = 5000;
const stopMs = 15_000;
const pollMs = 20;
const replyMs = 2000;

/** The hub in hub.json. It may no longer be running. */
export interface LocalHub {
  pid: number;
  url: string;
  socketPath: string;
  version: string;
  store?: string;
}

export function readLocalHub(directory: string): LocalHub | null {
  const { pid, url, socketPath, version, store }: Partial<HubAddress> = readHubAddress(directory, {}) ?? {};
  if (pid === undefined || url === undefined || socketPath === undefined || version === undefined) return null;
  return { pid, url, socketPath, version, store };
}

/**
 * The state of the hub in hub.json: able to store asks, running but not able to (`why`), running but silent (paused,
 * stuck, out of connections), or gone.
 */
export type HubState =
  | { is: "well"; version: string; pid: number; warning?: string }
  | { is: "unwell"; why: string }
  | { is: "silent" }
  | { is: "gone" };

/** The hub in hub.json, if any, and its state. */
export async function probeLocalHub(directory: string): Promise<{ file: LocalHub | null; state: HubState }> {
  const file = readLocalHub(directory);
  if (file === null) return { file, state: { is: "gone" } };
  return { file, state: await probe({ socketPath: file.socketPath, headers: { host: "localhost" } }) };
}

/** Whether this hub is running although its socket was removed. */
async function lostItsSocket(file: LocalHub): Promise<boolean> {
  const state = await probeUrl(file.url);
  return state.is === "well" && state.pid === file.pid;
}

/** Asks the hub at this address for its state. */
export async function probeUrl(url: string): Promise<HubState> {
  if (!URL.canParse(url)) return { is: "unwell", why: `"${url}" is not an address.` };
  const { protocol, hostname, port, pathname } = new URL(url);
  const where = { hostname: hostname.replace(/^\[|\]$/g, ""), port, path: `${pathname.replace(/\/$/, "")}/healthz` };
  return probe(where, protocol === "https:" ? (await import("node:https")).request : request);
}

function probe(where: RequestOptions, send = request): Promise<HubState> {
  return new Promise((resolve) => {
    const call = send({ path: "/healthz", agent: false, ...where, timeout: replyMs }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("error", () => {});
      response.on("close", () => resolve(toState(response.statusCode, text)));
    });
    // The system accepts connections for a paused process and refuses them for one that is gone. Any other failure
    // means that something listens, such as a hub with too many connections.
    call.on("timeout", () => call.destroy());
    call.on("error", ({ code }: NodeJS.ErrnoException) => resolve({ is: isNobody(code) ? "gone" : "silent" }));
    call.end();
  });
}

function isNobody(code: string | undefined): boolean {
  // EINVAL: the path is too long for a socket, so none can be there.
  return code !== undefined && ["ENOENT", "ECONNREFUSED", "ENOTSOCK", "ENOTFOUND", "EINVAL"].includes(code);
}

function toState(status: number | undefined, text: string): HubState {
  try {
    const { version, pid, message, warning } = JSON.parse(text) as Record<"version" | "message" | "warning", string> & {
      pid?: number;
    };
    if (status === 200 && version !== undefined && pid !== undefined) return { is: "well", version, pid, warning };
    return { is: "unwell", why: message ?? `It responded with status ${status}.` };
  } catch {
    return { is: "unwell", why: "It does not answer like a hub." };
  }
}

/**
 * The hub of the state directory, started in the background if none is running, and replaced if it is older. A hub that is
 * running but cannot store asks is returned with its `problem`. Rejects soon after `limit` if no hub responds.
 */
export async function ensureHub(
  { store: given }: WantedHub = {},
  limit = Number.POSITIVE_INFINITY,
): Promise<LocalHub & { problem?: string }> {
  const directory = stateDirectory();
  const longestMs = Math.min(startMs, Math.max(leastStartMs, limit - Date.now()));
  const until = Date.now() + longestMs;
  let starting: Starting | null = null;
  let state: HubState = { is: "gone" };
  // Pending asks are where the previous hub kept them.
  let store = process.env.YOURCALL_STORE || given || readWantedHub(directory)?.store;
  do {
    const { file, state: now } = await probeLocalHub(directory);
    store ??= file?.store;
    state = now;
    if (state.is === "gone" && store?.includes(hiddenPassword)) throw withoutPassword();
    if (file !== null && state.is === "unwell") return { ...file, problem: state.why };
    if (file !== null && state.is === "well") {
      if (!isOlder(state.version, VERSION)) return file;
      // Nothing is lost: everything acknowledged is on disk, and waiting clients reconnect to the new hub.
      await stopHub(file);
    } else if (state.is === "gone") {
      if (starting?.failed() === true) throw new YourcallError("store-unavailable", starting.why());
      if (starting === null) {
        makeStateDirectory(directory);
        starting = startInBackground(directory, store);
      } else if (starting.hasYielded()) {
        // A hub without its socket cannot be reached and still holds the lock, so it must end first.
        if (file !== null && (await lostItsSocket(file))) await stopHub(file);
        starting = startInBackground(directory, store);
      }
    }
    await pause(pollMs);
  } while (Date.now() < until);
  throw new YourcallError(
    "hub-unreachable",
    state.is === "silent"
      ? "The hub does not answer; it may be paused or stuck. Run `yourcall doctor` to find the cause."
      : `The hub did not start within ${Math.round(longestMs / 1000)} s. See ${directory}/hub.log, or run \`yourcall doctor\`.`,
  );
}

/** Stops a hub and waits until it is gone; false if it stays. */
export async function stopHub(file: LocalHub): Promise<boolean> {
  if (!signal(file.pid, "SIGTERM")) return true;
  const until = Date.now() + stopMs;
  while (Date.now() < until) {
    if (!signal(file.pid, 0) || isZombie(file.pid)) return true;
    await pause(pollMs);
  }
  return false;
}

interface Starting {
  failed(): boolean;
  /** Why it could not start, according to its log. */
  why(): string;
  /** Whether it ended because another process has the state directory. */
  hasYielded(): boolean;
}

// The hub outlives the command that starts it and shares only its environment: no terminal, no working directory that could go
// away.
function startInBackground(directory: string, store: string | undefined): Starting {
  const { CLAUDECODE, YOURCALL_SESSION, ...env } = process.env;
  const script = process.argv[1] ?? "";
  const why = followStart(directory);
  const child: ChildProcess = spawn(process.execPath, [...hubFlags, script, "serve", "--background"], {
    cwd: directory,
    detached: true,
    stdio: "ignore",
    // Relative paths refer to this command's directory; the hub runs in another.
    env: {
      ...env,
      ...(env.YOURCALL_HOME ? { YOURCALL_HOME: directory } : {}),
      ...(env.XDG_STATE_HOME ? { XDG_STATE_HOME: resolve(env.XDG_STATE_HOME) } : {}),
      ...(store === undefined ? {} : { YOURCALL_STORE: toAbsoluteStore(store) }),
    },
  });
  let broken: Error | undefined;
  child.once("error", (error) => {
    broken = error;
  });
  child.unref();
  return {
    why: () => (broken === undefined ? why() : `The hub could not be started: ${broken.message}.`),
    failed: () => broken !== undefined || (child.exitCode !== null && child.exitCode !== 0),
    hasYielded: () => child.exitCode === 0 || child.signalCode !== null,
  };
}

const hiddenPassword = ":***@";

/** The address of a database as files may have it: without its password. */
export function hidePassword(store: string): string {
  return store.replace(/^(\w+:\/\/[^:@/?]*):[^/?]*@/, `$1${hiddenPassword}`);
}

function withoutPassword(): YourcallError {
  return new YourcallError(
    "hub-unreachable",
    "No hub is running. Its store is a PostgreSQL database whose password is not kept on disk: set YOURCALL_STORE to its address, then try again or run `yourcall serve`.",
  );
}

/** A store that means the same in any working directory. */
export function toAbsoluteStore(store: string): string {
  return store.includes("://") ? store : resolve(store);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

// In a container, the first process often does not reap its children.
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** `0.1.0` before `0.2.0` before `0.10.0`; what follows a dash is not compared. */
function isOlder(version: string, than: string): boolean {
  const [ours = "", theirs = ""] = [version, than].map((text) => text.split("-")[0]);
  return ours.localeCompare(theirs, "en", { numeric: true }) < 0;
}

/** The address in `YOURCALL_URL`, if it is not the hub of the state directory. */
export function hubElsewhere(): string | undefined {
  const address = readHubAddress();
  return address !== null && address.socketPath === undefined ? address.url : undefined;
}

/** A hub that ran and that no person stopped: the next command that needs it starts it again. */
interface WantedHub {
  /** Its store, if that is not the usual file in the state directory; without its password. */
  store?: string;
}

const wantedPath = (directory: string) => join(directory, "hub.wanted");

export function readWantedHub(directory: string): WantedHub | null {
  try {
    const { store, directory: at }: Record<string, unknown> = JSON.parse(readFileSync(wantedPath(directory), "utf8"));
    // In a copy of the state directory nobody started a hub.
    if (typeof at === "string" && !isSameDirectory(at, directory)) return null;
    return typeof store === "string" ? { store } : {};
  } catch {
    return null;
  }
}

/** Records that this hub should be restarted unless a person stops it (after a crash, a power cut, a shutdown). */
export function writeWantedHub(directory: string, hub: WantedHub): void {
  try {
    writeFileSync(wantedPath(directory), `${JSON.stringify({ directory, ...hub })}\n`, { mode: 0o600 });
  } catch {
    // A full disk must not end the hub.
  }
}

/** Records that a person stopped the hub. */
export function removeWantedHub(directory: string): void {
  const file = wantedPath(directory);
  // Without a state directory there is nothing to remove.
  if (existsSync(file)) rmSync(file, { force: true });
}
