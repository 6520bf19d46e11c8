import { YourcallError } from "@yourcall/core";
import { createHubClient, type HubClient } from "./create-hub-client.ts";
import { createNodeTransport } from "./node-transport.ts";
import { type HubAddress, readHubAddress } from "./read-hub-address.ts";
import { stateDirectory } from "./state-directory.ts";
import type { Transport } from "./transport.ts";

/** How a hub is started on this machine. This package cannot start one, so the command passes it in. */
export interface HubStarter {
  /**
   * Resolves once this machine's hub responds, and starts it if necessary. Rejects if no hub that can store asks responds by the
   * time `until`.
   */
  start(until?: number): Promise<void>;
  /** Whether a client that has lost the hub may start it again. It may not if a person stopped the hub. */
  mayRestart(scope: "agent" | "human"): boolean;
  /** What is wrong if a hub runs whose token cannot be found. */
  describeMissingToken(address: HubAddress): string;
}

export interface OpenHubOptions {
  /** Start a hub if none is running. */
  start: boolean;
  /** Whether to look for the hub again, and start it again, after this failure; by default if `start` is true. */
  revive?: (error: Error) => boolean;
  /** How long to look for a hub that does not respond; forever by default. */
  giveUpAfterMs?: number;
  /** When the caller's time is up, in milliseconds since the epoch. The search for a hub and requests end soon after. */
  until?: number;
  /** Called once, with the reason, if the hub is away. */
  warn?: (message: string) => void;
  /** Where `YOURCALL_HOME`, `YOURCALL_URL` and `YOURCALL_TOKEN` are read from, if not from this process. */
  env?: NodeJS.ProcessEnv;
}

// A restarted hub is back within this many attempts; a longer absence is reported.
const patientAttempts = 4;

// However little time is left, a running hub gets this long to respond.
const shortestReplyMs = 1000;
const longestReplyMs = 15_000;

/**
 * A client of this environment's hub: `YOURCALL_URL`, or the one in the state directory, started if necessary. It finds the hub
 * again if it restarts at another address.
 */
export async function openHub(
  starter: HubStarter,
  scope: "agent" | "human",
  options: OpenHubOptions,
): Promise<HubClient> {
  const { env = process.env } = options;
  const remote = Boolean(env.YOURCALL_URL);
  const revive = options.revive ?? (() => options.start);
  if (!remote && options.start) await starter.start(options.until);
  const openNow = () => {
    const address = readHubAddress(stateDirectory(env), env);
    const token = address?.tokens[scope];
    if (address === null)
      throw new YourcallError(
        "hub-unreachable",
        "No hub is running. Pending asks are kept; `yourcall inbox` or `yourcall serve` starts one.",
      );
    if (token === undefined) throw new YourcallError("unauthorized", starter.describeMissingToken(address));
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
        options.warn?.(`${error.message} Trying again.`);
      }
      // A hub that replies "not now" is running.
      if (remote || !YourcallError.isInstance(error) || error.code !== "hub-unreachable") return undefined;
      if (!starter.mayRestart(scope)) return undefined;
      try {
        await starter.start();
        // The hub may be back on another port.
        return open();
      } catch (failure) {
        // A hub that does not respond yet may do so later. If it cannot start, the error says why.
        if (!YourcallError.isInstance(failure) || failure.code !== "hub-unreachable") throw failure;
        return undefined;
      }
    },
  });
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
  async function send<Reply extends { status: number }>(to: (transport: Transport) => Promise<Reply>): Promise<Reply> {
    const used = current;
    const reply = await to(used.transport);
    if (reply.status !== 401) return reply;
    try {
      const opened = current === used ? open() : current;
      if (opened.token === used.token) return reply;
      if (opened !== current) all.push(opened);
      current = opened;
    } catch {
      // No hub can be found now, so return the 401.
      return reply;
    }
    return to(current.transport);
  }

  return {
    request: (options) => send((transport) => transport.request(options)),
    stream: (options) => send((transport) => transport.stream(options)),
    close() {
      for (const { transport } of all) transport.close?.();
    },
  };
}
