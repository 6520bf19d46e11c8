import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { findUnsafeFile } from "@yourcall/client/internal/node";
import { stateDirectory } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { isRecord } from "@yourcall/core/internal";
import type { StartOptions } from "@yourcall/hub";
import { parseDuration } from "../parse-duration.ts";

/** The settings in `config.json`. Unknown ones are left alone; a value of the wrong type is ignored. */
export interface Config {
  keys?: { letters?: boolean; mouse?: boolean };
  /** Where the hub listens. */
  port?: number;
  host?: string;
  publicUrl?: string;
  /** A file with the identity key of several hubs; `identity.pem` of the state directory by default. */
  identityFile?: string;
  /** How long ended asks are kept, as `90d`; forever by default. */
  keep?: string;
  /** The default deadline of asks, as `2h`. */
  timeout?: string;
  maxPendingPerSession?: number;
  maxPendingPerToken?: number;
  maxPendingBytesPerToken?: number;
  maxBytesPerTokenAndDay?: number;
  maxConnections?: number;
  /** Where outcomes may be posted besides this machine: `["https://hooks.example.com"]`. */
  callbacks?: string[];
  /** Agents by name, each with the command that makes it speak ACP: `{"gemini": ["gemini", "--acp"]}`. */
  agents?: Record<string, string[]>;
  /** Directories of Codex (`CODEX_HOME`) whose questions and approvals are in the hub too. `setup codex` adds them. */
  codexHomes?: Record<string, boolean>;
  /** Notifications about pending asks; `parseNotifySettings` reads it. */
  notify?: unknown;
}

/**
 * Where a person's settings are: `$XDG_CONFIG_HOME/yourcall/config.json`. With `YOURCALL_HOME` they are in that directory, which
 * is then complete by itself. Throws if somebody else can change them: they name programs to start.
 */
export function configFile(env: NodeJS.ProcessEnv = process.env): string {
  if (env.YOURCALL_HOME) return join(stateDirectory(env), "config.json");
  const file = join(configHome(env), "yourcall", "config.json");
  const found = findUnsafeFile([dirname(file), file]);
  if (found !== undefined) throw new YourcallError("store-unavailable", `${found.what}. ${found.todo}`);
  return file;
}

function configHome({ XDG_CONFIG_HOME = "", APPDATA, HOME, USERPROFILE }: NodeJS.ProcessEnv): string {
  if (isAbsolute(XDG_CONFIG_HOME)) return XDG_CONFIG_HOME;
  if (process.platform === "win32" && APPDATA) return APPDATA;
  return join(HOME || USERPROFILE || "/", ".config");
}

/** The person's settings. A missing file counts as empty; a broken one is ignored, since an ask must not fail because of it. */
export function readConfig(warn: (message: string) => void = () => {}): Config {
  const file = configFile();
  const { settings, fault } = readSettings(file);
  if (fault !== undefined) warn(fault);
  return settings;
}

/** The settings in the file, or none and why it was ignored. A missing file has none. */
export function readSettings(file = configFile()): { settings: Config; fault?: string } {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return { settings: {} };
  }
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { settings: value } : { settings: {}, fault: `${file} is not an object and was ignored.` };
  } catch (error) {
    return { settings: {}, fault: `${file} is not JSON and was ignored: ${(error as Error).message}` };
  }
}

/** How long ended asks and sessions are kept; undefined for forever. */
export function toKeepMs({ keep }: Config): number | undefined {
  return typeof keep === "string" && keep !== "forever" ? parseDuration(keep, "keep in config.json") : undefined;
}

/** The person's settings as options of a hub. Throws if a duration cannot be read. */
export function toHubSettings({
  port,
  host,
  publicUrl,
  identityFile,
  keep,
  timeout,
  ...limits
}: Config): Partial<StartOptions> {
  const { maxPendingPerSession, maxPendingPerToken, maxPendingBytesPerToken, maxBytesPerTokenAndDay, maxConnections } =
    limits;
  return {
    ...(typeof port === "number" ? { port } : {}),
    ...(typeof host === "string" ? { host } : {}),
    ...(typeof publicUrl === "string" ? { publicUrl } : {}),
    ...(typeof identityFile === "string" ? { identityFile } : {}),
    keepMs: toKeepMs({ keep }),
    ...(typeof timeout === "string" ? { defaultTimeoutMs: parseDuration(timeout, "timeout in config.json") } : {}),
    ...(isCount(maxPendingPerSession) ? { maxPendingPerSession } : {}),
    ...(isCount(maxPendingPerToken) ? { maxPendingPerToken } : {}),
    ...(isCount(maxPendingBytesPerToken) ? { maxPendingBytesPerToken } : {}),
    ...(isCount(maxBytesPerTokenAndDay) ? { maxBytesPerTokenAndDay } : {}),
    ...(isCount(maxConnections) ? { maxConnections } : {}),
  };
}

/** Where outcomes may be posted besides this machine. */
export function toCallbacks({ callbacks }: Config): string[] {
  return Array.isArray(callbacks) ? callbacks.filter((entry) => typeof entry === "string") : [];
}

/** The directories of Codex to watch. */
export function toCodexHomes({ codexHomes }: Config): string[] {
  const homes = typeof codexHomes === "object" && codexHomes !== null ? Object.entries(codexHomes) : [];
  return homes.flatMap(([home, isOn]) => (isOn === true && isAbsolute(home) ? [home] : []));
}

/** How an agent is started: a program and its arguments. */
export function isCommand(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
}

/** A usable limit: a whole number above 0. */
export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

const lookEveryMs = 2000;

/** The state of a file, different after every write. Empty if there is no file. */
export function toFileStamp(file: string): string {
  const state = statSync(file, { throwIfNoEntry: false, bigint: true });
  return state === undefined ? "" : `${state.ino} ${state.size} ${state.mtimeNs}`;
}

/**
 * Calls back when `config.json` has changed, appeared or gone since `stamp`, which has to be taken before the file is first read:
 * otherwise a change made while the hub starts would never be noticed. Returns how to stop.
 */
export function watchConfig(file: string, stamp: string, onChange: () => void): () => void {
  let last = stamp;
  const timer = setInterval(() => {
    const now = toFileStamp(file);
    if (now === last) return;
    last = now;
    onChange();
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
