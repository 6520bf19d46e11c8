import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord, toNonEmpty } from "@yourcall/core/internal";
import { findUnsafeFile } from "./find-unsafe-path.ts";
import { isSameDirectory, stateDirectory } from "./state-directory.ts";

/** Where the hub of a state directory is, and its tokens. */
export interface HubAddress {
  url?: string;
  socketPath?: string;
  tokens: { agent?: string; human?: string };
  /** From hub.json; absent if `YOURCALL_URL` points elsewhere. */
  pid?: number;
  version?: string;
  /** The file in which it stores asks, if not the one in the state directory. */
  store?: string;
}

/**
 * The hub to use: the one at `YOURCALL_URL`, or that of the state directory; null if none is known.
 * `YOURCALL_TOKEN` replaces both tokens. The tokens of the state directory are never sent to another hub.
 *
 * @example
 * const address = readHubAddress();
 * if (address === null) throw new Error("No hub is running: start one with `yourcall serve`.");
 * const agent = createHubClient({ ...address, token: address.tokens.agent });
 */
export function readHubAddress(
  directory: string = stateDirectory(),
  env: Record<string, string | undefined> = process.env,
): HubAddress | null {
  const hub = readHubFile(directory);
  const { YOURCALL_URL: otherUrl, YOURCALL_TOKEN: token } = env;
  const ownUrl = toNonEmpty(hub?.url);
  const given = token ? { agent: token, human: token } : undefined;
  if (otherUrl && !isSameUrl(otherUrl, ownUrl)) return { url: otherUrl, tokens: given ?? {} };

  const socketPath = toOwnSocket(toNonEmpty(hub?.socket), directory);
  if (ownUrl === undefined && socketPath === undefined) return null;
  const kept = given ?? readRecord(join(directory, "tokens.json"));
  return {
    url: ownUrl,
    socketPath,
    tokens: { agent: toNonEmpty(kept?.agent), human: toNonEmpty(kept?.human) },
    pid: typeof hub?.pid === "number" ? hub.pid : undefined,
    version: toNonEmpty(hub?.version),
    store: toNonEmpty(hub?.store),
  };
}

/** hub.json, unless this is a copy of the directory in which the hub runs: the hub belongs to the original. */
function readHubFile(directory: string): Record<string, unknown> | null {
  const hub = readRecord(join(directory, "hub.json"));
  const at = toNonEmpty(hub?.directory);
  return at === undefined || isSameDirectory(at, directory) ? hub : null;
}

/**
 * The socket, unless its directory is somebody else's by now: in /tmp, others can take the place of one that was removed. Then the
 * hub's own socket is gone, and so is the one where it would usually be.
 */
function toOwnSocket(socket: string | undefined, directory: string): string | undefined {
  return socket === undefined || findUnsafeFile([dirname(socket)]) === undefined ? socket : join(directory, "hub.sock");
}

function isSameUrl(url: string, other: string | undefined): boolean {
  return url.replace(/\/$/, "") === other?.replace(/\/$/, "");
}

/** Null for a file that is missing, unreadable or half-written. */
function readRecord(file: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
