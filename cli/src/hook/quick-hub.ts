import type { AskPage, WireAsk } from "@yourcall/client";
import { readHubAddress } from "@yourcall/client/node";
import type { AskRequest, Outcome } from "@yourcall/core";
import { stateDirectory } from "../hub/state-directory.ts";
import { type QuickHub, quickRequest } from "./quick-request.ts";

/** What became of a first attempt: how the ask ended, its id while it is pending, or that nobody knows. */
export interface FirstLook {
  outcome?: Outcome;
  id?: string;
  /** False only where the hub certainly saw nothing. */
  mayExist: boolean;
}

// For an answer that comes at once. After that, whoever waits has the ask's id and loses nothing with a connection.
const holdSeconds = 1;

/** Creates an ask and stays for a moment. Never rejects; what it does not know is left to the client. */
export async function quickAsk(request: AskRequest): Promise<FirstLook> {
  const hub = findHub();
  if (hub === null) return { mayExist: false };
  const post = { method: "POST", path: "/v1/asks", body: request, holdSeconds } as const;
  const { body, mayHaveArrived } = await quickRequest(hub, post);
  const { id, status, outcome } = (body ?? {}) as Partial<WireAsk>;
  if (typeof id !== "string") return { mayExist: mayHaveArrived };
  return { id, mayExist: true, ...(outcome !== undefined && outcome.status === status ? { outcome } : {}) };
}

/** The asks of a session, or null where the client has to look. Rejects where the hub is silent: Claude waits for this. */
export async function quickList(query: Record<string, string | number>): Promise<AskPage | null> {
  const hub = findHub();
  if (hub === null) return null;
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const { body, isSilent } = await quickRequest(hub, { method: "GET", path: `/v1/asks?${search.join("&")}` });
  if (isSilent) throw new Error("The hub does not answer.");
  return Array.isArray((body as AskPage | undefined)?.asks) ? (body as AskPage) : null;
}

/**
 * Takes an ask back, found by its key where its id is not known yet. At once: Claude Code leaves a hook that it ends little
 * time. Returns whether the hub took it; never rejects.
 */
export async function quickWithdraw(
  { key, agent }: AskRequest,
  id: string | undefined,
  reason: string,
): Promise<boolean> {
  const hub = findHub();
  if (hub === null) return false;
  const known = id ?? (await findByKey(key, agent?.session ?? "").catch(() => undefined));
  if (known === undefined) return false;
  const path = `/v1/asks/${known}/cancel`;
  return (await quickRequest(hub, { method: "POST", path, body: { reason } })).body !== undefined;
}

async function findByKey(key: string | undefined, session: string): Promise<string | undefined> {
  const page = await quickList({ status: "pending", session });
  return page?.asks.find((ask) => ask.key === key)?.id;
}

/** A hub of this machine; one that `YOURCALL_URL` points to has no socket here. */
function findHub(): QuickHub | null {
  const { socketPath, tokens } = readHubAddress(stateDirectory()) ?? {};
  return socketPath === undefined || tokens?.agent === undefined ? null : { socketPath, token: tokens.agent };
}
