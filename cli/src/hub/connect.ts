import { existsSync } from "node:fs";
import { join } from "node:path";
import { createHubClient, type HubClient, type Transport } from "@yourcall/client";
import { createNodeTransport, type HubAddress, readHubAddress, stateDirectory } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { ensureHub, lookAtLocalHub, readLocalHub, readWantedHub } from "./hub-process.ts";

export interface ConnectOptions {
  /** Start a hub if none is running; `"again"`: only if one ran and no person stopped it (a crash, a power cut, a shutdown). */
  start: boolean | "again";
  /** Whether to look for the hub again, and start it again, after this failure; by default if `start` is true. */
  revive?: (error: Error) => boolean;
  /** How long to look for a hub that does not respond; forever by default. */
  giveUpAfterMs?: number;
  /** When the caller's time is up, in milliseconds since the epoch. Requests time out soon after. */
  until?: number;
  /** Called once, with the reason, if the hub is away. */
  tell?: (message: string) => void;
}

// A restarted hub is back within this many attempts; a longer absence is reported.
const patientAttempts = 4;

// However little time is left, a running hub gets this long to respond.
const shortestReplyMs = 1000;
const longestReplyMs = 15_000;

/**
 * A client of this environment's hub: `YOURCALL_URL`, or the one in the state directory. It finds the hub again if it restarts
 * at another address.
 */
export async function connect(scope: "agent" | "human", options: ConnectOptions): Promise<HubClient> {
  const remote = Boolean(process.env.YOURCALL_URL);
  const revive = options.revive ?? (() => options.start === true);
  if (!remote && (options.start === "again" ? await hasDied() : options.start)) {
    const { problem } = await ensureHub();
    if (problem !== undefined) throw new YourcallError("store-unavailable", problem);
  }
  const openNow = () => {
    const address = readHubAddress();
    const token = address?.tokens[scope];
    if (address === null)
      throw new YourcallError(
        "hub-unreachable",
        "No hub is running. Pending asks are kept; `yourcall inbox` or `yourcall serve` starts one.",
      );
    if (token === undefined) throw new YourcallError("unauthorized", toNoToken(address));
    // Another program may take a dead hub's port, and the token must not go there; the socket's path is ours.
    const { url, socketPath } = address;
    return { token, transport: createNodeTransport({ token, url, socketPath }) };
  };
  const open = () => withFreshToken(openNow);
  let told = false;
  return createHubClient({
    transport: open(),
    giveUpAfterMs: options.giveUpAfterMs,
    ...(options.until === undefined
      ? {}
      : { requestTimeoutMs: Math.min(longestReplyMs, Math.max(0, options.until - Date.now()) + shortestReplyMs) }),
    onUnreachable: async ({ error, attempt }) => {
      if (!revive(error)) throw error;
      if (!told && (remote || attempt >= patientAttempts)) {
        told = true;
        options.tell?.(`${error.message} Trying again.`);
      }
      // A hub that replies "not now" is running.
      if (remote || !YourcallError.isInstance(error) || error.code !== "hub-unreachable") return undefined;
      // A waiting client does not undo a person's `yourcall stop`, which removes hub.wanted first. After a shutdown only a
      // person's client starts the hub again.
      if (readWantedHub(stateDirectory()) === null || (scope === "agent" && readLocalHub(stateDirectory()) === null))
        return undefined;
      try {
        await ensureHub();
        // The hub may be back on another port.
        return open();
      } catch (failure) {
        // A hub that does not respond yet may do so later. One that cannot start has said why.
        if (!YourcallError.isInstance(failure) || failure.code !== "hub-unreachable") throw failure;
        return undefined;
      }
    },
  });
}

/** Passes a client to `use` and closes it afterwards. */
export async function withHub<Result>(
  scope: "agent" | "human",
  options: ConnectOptions,
  use: (client: HubClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(scope, options);
  try {
    return await use(client);
  } finally {
    client.close();
  }
}

// Only the hub of the state directory has a socket here.
function toNoToken({ url, socketPath }: HubAddress): string {
  if (socketPath === undefined) return `No token for the hub at ${url}. Set YOURCALL_TOKEN.`;
  const { what, todo } = describeMissingTokens(stateDirectory());
  return `${what}. ${todo}`;
}

async function hasDied(): Promise<boolean> {
  if ((await lookAtLocalHub(stateDirectory())).state.is !== "gone") return false;
  // Read afterwards, since a person may have stopped the hub in the meantime.
  return readWantedHub(stateDirectory()) !== null;
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

/**
 * A transport that reopens with a new token if the hub rejects the old one: a person may have created new tokens, and a waiting
 * agent should not lose an answer over it.
 */
function withFreshToken(open: () => { token: string; transport: Transport }): Transport {
  let current = open();
  // Other requests may still use an earlier transport.
  const all = [current];

  /** Repeats the request with the new token, if there is one. */
  async function say<Reply extends { status: number }>(to: (transport: Transport) => Promise<Reply>): Promise<Reply> {
    const used = current;
    const reply = await to(used.transport);
    if (reply.status !== 401) return reply;
    try {
      const opened = current === used ? open() : current;
      if (opened.token === used.token) return reply;
      if (opened !== current) all.push(opened);
      current = opened;
    } catch {
      // No hub can be found now, so the reply stands.
      return reply;
    }
    return to(current.transport);
  }

  return {
    request: (options) => say((transport) => transport.request(options)),
    stream: (options) => say((transport) => transport.stream(options)),
    close() {
      for (const { transport } of all) transport.close?.();
    },
  };
}
