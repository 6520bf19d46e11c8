import type { HubClient, HubEvent, WireAsk } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import type { InboxEvent } from "./inbox.ts";

export interface LinkOptions {
  client: HubClient;
  signal: AbortSignal;
  change: (event: InboxEvent) => void;
  /** The asks that are thought to be pending. */
  pending: () => Iterable<string>;
  /** A new ask came in while we watched. */
  onWaiting: (ask: WireAsk) => void;
}

const pageSize = 500;
const retryMs = 500;

/** Follows the hub until the signal ends it: what waits, what comes, what ends, over any number of hubs. */
export async function followHub(options: LinkOptions): Promise<void> {
  const { client, signal, change } = options;
  const events = client.events({ signal, onState: (link) => change({ type: "link", link }) });
  for await (const event of events) await take(options, event);
}

/** Asks again who waits for what: that is not an event. What is pending comes by events; a list may be older than they are. */
export async function refreshWaiting({
  client,
  change,
  pending,
}: Pick<LinkOptions, "client" | "change" | "pending">): Promise<void> {
  const asks: WireAsk[] = [];
  for await (const ask of client.listAll({ status: "pending", limit: pageSize })) asks.push(ask);
  const known = new Set(pending());
  change({ type: "asks", asks: asks.filter(({ id }) => known.has(id)) });
}

async function take(options: LinkOptions, event: HubEvent): Promise<void> {
  const { change } = options;
  switch (event.type) {
    case "snapshot":
      return takeSnapshot(options, event);
    case "ask-created":
      change({ type: "asks", asks: [event.ask] });
      return options.onWaiting(event.ask);
    case "ask-drafted": {
      const { id, draft, expiresAt } = event;
      return change({ type: "drafted", id, draft, expiresAt });
    }
    case "ask-ended":
      return change({ type: "ended", ask: event.ask });
  }
}

/** All that is pending, page by page. What we thought pending and is not there ended while nobody told us. */
async function takeSnapshot(options: LinkOptions, snapshot: { asks: WireAsk[]; cursor?: string }): Promise<void> {
  const { client, change } = options;
  const missing = new Set(options.pending());
  let page = snapshot;
  for (;;) {
    for (const { id } of page.asks) missing.delete(id);
    change({ type: "asks", asks: page.asks });
    const { cursor } = page;
    if (cursor === undefined) break;
    const next = await keepTrying(options, () => client.list({ status: "pending", limit: pageSize, cursor }));
    if (next === undefined) return;
    page = next;
  }
  for (const id of missing) {
    const ask = await keepTrying(options, () => client.get(id).catch(nullIfUnknown));
    if (ask === null) change({ type: "asks", asks: [], gone: [id] });
    else if (ask !== undefined && ask.status !== "pending") change({ type: "ended", ask });
  }
}

function nullIfUnknown(error: unknown): null {
  if (YourcallError.isInstance(error) && error.code === "not-found") return null;
  throw error;
}

async function keepTrying<Value>({ signal }: LinkOptions, act: () => Promise<Value>): Promise<Value | undefined> {
  while (!signal.aborted) {
    try {
      return await act();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
  return undefined;
}
