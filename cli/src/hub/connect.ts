import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HubClient } from "@yourcall/client";
import { type HubStarter, type OpenHubOptions, openHub } from "@yourcall/client/internal/node";
import { stateDirectory } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { ensureHub, readLocalHub, readWantedHub } from "./hub-process.ts";

const starter: HubStarter = {
  async start(until) {
    const { problem } = await ensureHub({}, until);
    if (problem !== undefined) throw new YourcallError("store-unavailable", problem);
  },
  // A waiting client does not undo a person's `yourcall stop`, which removes hub.wanted first. After a shutdown only a
  // person's client starts the hub again.
  mayRestart: (scope) =>
    readWantedHub(stateDirectory()) !== null && (scope === "human" || readLocalHub(stateDirectory()) !== null),
  describeMissingToken({ url, socketPath }) {
    // Only the hub of the state directory has a socket here.
    if (socketPath === undefined) return `No token for the hub at ${url}. Set YOURCALL_TOKEN.`;
    const { what, todo } = describeMissingTokens(stateDirectory());
    return `${what}. ${todo}`;
  },
};

/** A client of this environment's hub. */
export function connect(scope: "agent" | "human", options: OpenHubOptions): Promise<HubClient> {
  return openHub(starter, scope, options);
}

/** Passes a client to `use` and closes it afterwards. */
export async function withHub<Result>(
  scope: "agent" | "human",
  options: OpenHubOptions,
  use: (client: HubClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(scope, options);
  try {
    return await use(client);
  } finally {
    client.close();
  }
}

/** The error if a hub is running but its tokens file is missing or incomplete. */
export function describeMissingTokens(directory: string): { what: string; todo: string } {
  const file = join(directory, "tokens.json");
  const restart =
    "Run `yourcall stop`, then `yourcall inbox` or `yourcall serve`: the new hub creates new tokens, and pending asks are kept.";
  return existsSync(file)
    ? { what: `${file} does not contain the hub's tokens`, todo: `Repair the file, or remove it. ${restart}` }
    : { what: `${file} is missing, and the hub requires a token`, todo: restart };
}
