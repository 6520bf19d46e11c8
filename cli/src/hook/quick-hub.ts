import type { AskPage, HubClient, WireAsk } from "@yourcall/client";
import { readHubAddress } from "@yourcall/client/node";
import type { AskRequest, CreatedAsk, HubAsker, Outcome } from "@yourcall/core";
import { stateDirectory } from "../hub/state-directory.ts";
import { openSocket, type QuickHub, quickRequest } from "./quick-request.ts";

/**
 * The hub of a hook. It creates and withdraws over the socket by hand, and loads the client only if that is not plain success
 * or the answer does not come at once. `giveUpAfterMs`: how long it looks for a hub; without end by default.
 */
export function createQuickHub(giveUpAfterMs?: number): HubAsker & { connect(): void } {
  let ready: QuickHub | null = null;
  let opening: Promise<HubAsker & { create: HubClient["create"] }> | undefined;
  function client() {
    opening ??= import("./hook-hub.ts").then(({ openHub }) => openHub(giveUpAfterMs));
    return opening;
  }
  return {
    /** For the ask that comes next. */
    connect() {
      const hub = findHub();
      ready = hub && { ...hub, socket: openSocket(hub) };
    },
    ask: async (request, options) => (await client()).ask(request, options),
    async create(request, { signal, holdSeconds } = {}) {
      const hub = ready ?? findHub();
      ready = null;
      const { ask, mayExist } = await quickAsk(hub, request, holdSeconds, signal);
      if (ask !== undefined) return ask;
      if (mayExist) return (await client()).create(request, { withinMs: giveUpAfterMs });
      signal?.throwIfAborted();
      return (await client()).create(request, { signal, withinMs: giveUpAfterMs });
    },
    wait(id, { signal } = {}) {
      // Loading the client must not keep an ask from being withdrawn.
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
      );
      return Promise.race([client().then((hub) => hub.wait(id, { signal })), aborted]);
    },
    cancel: async (id, reason, options) =>
      (await quickAct(id, "cancel", { reason })) ?? (await client()).cancel(id, reason, options),
    report: async (id, report) => (await client()).report(id, report),
    delivery: async (id, delivery) => (await client()).delivery(id, delivery),
  };
}

interface FirstLook {
  /** Set if the hub says that it has the ask. */
  ask?: CreatedAsk;
  /** False only if the hub certainly saw nothing. */
  mayExist: boolean;
}

/** Creates an ask and stays for a moment. Never rejects. */
async function quickAsk(
  hub: QuickHub | null,
  request: AskRequest,
  holdSeconds: number | undefined,
  signal: AbortSignal | undefined,
): Promise<FirstLook> {
  if (hub === null) return { mayExist: false };
  async function post(to: QuickHub): Promise<FirstLook> {
    const asking = { method: "POST", path: "/v1/asks", body: request, holdSeconds } as const;
    const { body, mayHaveArrived } = await quickRequest(to, asking);
    const { id, status, outcome } = (body ?? {}) as Partial<WireAsk>;
    if (typeof id !== "string") return { mayExist: mayHaveArrived };
    return { ask: { id, outcome: outcome?.status === status ? outcome : undefined }, mayExist: true };
  }
  const posting = post(hub);
  // Claude Code leaves a hook that it ends little time: an ask whose response is still held is found by its key.
  async function find(): Promise<FirstLook> {
    await new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
    const id = await findByKey(request);
    return id === undefined ? posting : { ask: { id }, mayExist: true };
  }
  return Promise.race([posting, find()]);
}

/** The asks of a session, or null if the client has to read them. Rejects if the hub is silent, since Claude waits for this. */
export async function quickList(query: Record<string, string | number>): Promise<AskPage | null> {
  const hub = findHub();
  if (hub === null) return null;
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const { body, isSilent } = await quickRequest(hub, { method: "GET", path: `/v1/asks?${search.join("&")}` });
  if (isSilent) throw new Error("The hub does not answer.");
  return Array.isArray((body as AskPage | undefined)?.asks) ? (body as AskPage) : null;
}

/** Does something to an ask: `cancel`, `report` or `delivery`. Undefined unless the hub says that it is done. */
export async function quickAct(
  id: string,
  verb: "cancel" | "report" | "delivery",
  { session, ...body }: { session?: string; [field: string]: unknown },
): Promise<{ outcome?: Outcome } | undefined> {
  const hub = findHub();
  if (hub === null) return undefined;
  const path = `/v1/asks/${id}/${verb}${session === undefined ? "" : `?session=${encodeURIComponent(session)}`}`;
  const done = await quickRequest(hub, { method: "POST", path, body });
  return done.body as { outcome?: Outcome } | undefined;
}

async function findByKey({ key, agent }: AskRequest): Promise<string | undefined> {
  const page = await quickList({ status: "pending", session: agent?.session ?? "" }).catch(() => null);
  return page?.asks.find((ask) => ask.key === key)?.id;
}

/** A local hub; one that `YOURCALL_URL` points to has no socket here. */
function findHub(): QuickHub | null {
  const { socketPath, tokens } = readHubAddress(stateDirectory()) ?? {};
  return socketPath === undefined || tokens?.agent === undefined ? null : { socketPath, token: tokens.agent };
}
