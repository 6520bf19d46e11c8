import { readFileSync } from "node:fs";
import { stateDirectory } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { parseDuration } from "../parse-duration.ts";
import { findTarget, readText, replaceFile } from "../setup/replace-file.ts";

/** The settings in `config.json`. Unknown ones are left alone; a value of the wrong type is ignored. */
export interface Config {
  keys?: { letters?: boolean };
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
  /** Agents by name, each with the command that makes it speak ACP: `{"gemini": ["gemini", "--acp"]}`. */
  agents?: Record<string, string[]>;
  /** Notifications about pending asks; `parseNotifySettings` reads it. */
  notify?: unknown;
}

export function configFile(): string {
  return `${stateDirectory()}/config.json`;
}

/** The person's settings. A missing file counts as empty; a broken one is reported and ignored, since an ask must not fail because of it. */
export function readConfig(warn: (message: string) => void = () => {}): Config {
  const file = configFile();
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Config) : {};
  } catch (error) {
    warn(`${file} is not JSON and was ignored: ${(error as Error).message}`);
    return {};
  }
}

/** How long ended asks and sessions are kept; undefined for forever. */
export function toKeepMs({ keep }: Config): number | undefined {
  return typeof keep === "string" && keep !== "forever" ? parseDuration(keep, "keep in config.json") : undefined;
}

/** How an agent is started: a program and its arguments. */
export function isCommand(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
}

/** A usable limit: a whole number above 0. */
export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

/**
 * Changes one setting in `config.json` and leaves everything else as it is, even unknown settings. A file that cannot be read
 * as settings is not touched: `store-unavailable` says what is wrong with it.
 */
export function writeConfig(directory: string, name: string, value: string): void {
  const file = `${directory}/config.json`;
  const text = orRefuse(`${file} cannot be read and was not changed`, () => readText(file));
  const settings = orRefuse(`${file} is not JSON and was not changed`, () => JSON.parse(text ?? "{}"), fix);
  if (typeof settings !== "object" || settings === null || Array.isArray(settings))
    throw new YourcallError("store-unavailable", `${file} is not an object and was not changed${fix}`);
  const indent = /^[{]\s*\n([ \t]+)/.exec(text ?? "")?.[1] ?? 2;
  const changed = `${JSON.stringify({ ...settings, [name]: value }, null, indent)}\n`;
  orRefuse(`${file} cannot be written`, () => replaceFile(findTarget(file), changed, 0o600));
}

const fix = ". Fix it, then save again.";

function orRefuse<Result>(what: string, act: () => Result, todo = ""): Result {
  try {
    return act();
  } catch (error) {
    throw new YourcallError("store-unavailable", `${what}: ${(error as Error).message}${todo}`);
  }
}
