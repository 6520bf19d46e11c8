import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { YourcallError } from "@yourcall/core";
import { storeUnavailable } from "../hub-errors.ts";
import { writePrivate } from "../state/write-private.ts";
import { createToken } from "./token.ts";

/** The two tokens of this state directory. The shared agent token prevents mix-ups; it does not separate agents. */
export interface LocalTokens {
  agent: string;
  human: string;
}

/** Reads `tokens.json`, or creates it, readable only by this user. */
export function ensureLocalTokens(directory: string): LocalTokens {
  const file = join(directory, "tokens.json");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw unreadable(file, (error as Error).message);
    return writeTokens(directory, file);
  }
  // A file copied by hand may have lost its mode, so that others could read the secrets.
  chmodSync(file, 0o600);
  const tokens = parse(text);
  if (tokens === null) throw unreadable(file, "it does not contain the two tokens");
  return tokens;
}

function parse(text: string): LocalTokens | null {
  try {
    const { agent, human } = JSON.parse(text) as Partial<LocalTokens>;
    return typeof agent === "string" && agent.length >= 20 && typeof human === "string" && human.length >= 20
      ? { agent, human }
      : null;
  } catch {
    return null;
  }
}

function writeTokens(directory: string, file: string): LocalTokens {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const tokens = { agent: createToken("agent"), human: createToken("human") };
  writePrivate(file, `${JSON.stringify(tokens, null, 2)}\n`);
  return tokens;
}

function unreadable(file: string, why: string): YourcallError {
  return storeUnavailable(`${file} cannot be used: ${why}. Repair it, or remove it to create new tokens.`);
}
