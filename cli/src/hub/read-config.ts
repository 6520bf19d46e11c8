import { readFileSync } from "node:fs";
import type { NotifyConfig } from "../notify/notify-settings.ts";
import { stateDirectory } from "./state-directory.ts";

/** The settings in `config.json`. Unknown ones are left alone; a wrong type counts as not set. */
export interface Config {
  keys?: { letters?: boolean };
  /** Where the hub listens. */
  port?: number;
  host?: string;
  publicUrl?: string;
  /** How long ended asks are kept, as `90d`; forever by default. */
  keep?: string;
  /** The default deadline of asks, as `2h`. */
  timeout?: string;
  maxPendingPerSession?: number;
  maxPendingPerToken?: number;
  maxPendingBytesPerToken?: number;
  maxConnections?: number;
  /** Agents by name, each with the command that makes it speak ACP: `{"gemini": ["gemini", "--acp"]}`. */
  agents?: Record<string, string[]>;
  /** Notifications about pending asks. */
  notify?: NotifyConfig;
}

/** The person's settings. A missing file counts as empty; a broken one is reported and ignored, since an ask must not fail because of it. */
export function readConfig(warn: (message: string) => void): Config {
  const file = `${stateDirectory()}/config.json`;
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

/** A limit that lets something through. */
export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}
