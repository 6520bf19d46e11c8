import { AlreadyEndedError, type HubClient, type WireAsk } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import type { Outcome } from "@yourcall/core";
import { onTestFinished } from "vitest";
import type { TestHub } from "../support/hub.ts";

/** The result of one agent call. */
export interface Call {
  question: string;
  withdrawn: boolean;
  /** The id, once the hub has acknowledged the ask. */
  id?: string;
  outcome: Promise<Outcome>;
}

/** What all participants sent and received. */
export interface Books {
  calls: Call[];
  /** Texts that people sent, acknowledged or not, by ask id. */
  sent: Map<string, Set<string>>;
  /** The outcome that the hub acknowledged, by ask id. */
  acknowledged: Map<string, Outcome>;
  /** The outcome returned to late callers, by ask id. */
  lost: { id: string; outcome: Outcome }[];
  /** The last acknowledged draft revision, by ask id. */
  drafts: Map<string, number>;
}

/** The agent of every call here. The people answer no other. */
export const loadName = "load";

export function openBooks(): Books {
  return { calls: [], sent: new Map(), acknowledged: new Map(), lost: [], drafts: new Map() };
}

/** A client that knows only the socket, which stays the same from one hub to the next. */
export function openClient(hub: TestHub, scope: "agent" | "human"): HubClient {
  const client = createHubClient({
    socketPath: hub.socket,
    token: hub.tokens[scope],
    holdSeconds: 20,
    withdrawWithinMs: 300_000,
  });
  onTestFinished(() => client.close());
  return client;
}

/** Asks one question in one of three ways: ask, create and wait, or ask and perhaps withdraw. */
export function putCall(client: HubClient, books: Books, question: string, random: () => number): void {
  const request = {
    questions: [
      {
        kind: "choice" as const,
        question,
        header: "Load",
        options: [
          { label: "Left", description: "One way" },
          { label: "Right", description: "The other way" },
        ],
        multiSelect: false,
      },
    ],
    agent: { name: loadName, session: `session ${Math.floor(random() * 8)}` },
  };
  const way = random();
  const call: Call = { question, withdrawn: way > 0.85, outcome: Promise.resolve({ status: "expired", at: "" }) };
  books.calls.push(call);
  if (way < 0.5) call.outcome = client.ask(request);
  else if (way < 0.85) call.outcome = createAndWait(client, call, request);
  else {
    const withdrawal = new AbortController();
    setTimeout(() => withdrawal.abort(), random() * 300);
    call.outcome = client.ask(request, { signal: withdrawal.signal });
  }
  // The failure is handled later; until then it must not count as an unhandled rejection.
  call.outcome.catch(() => {});
}

async function createAndWait(client: HubClient, call: Call, request: Parameters<HubClient["create"]>[0]) {
  const { id } = await client.create(request);
  call.id = id;
  const outcome = await client.wait(id);
  if (outcome === null) throw new Error(`Waiting for ${id} ended without an outcome`);
  return outcome;
}

/** A person who answers, declines and drafts whatever appears until stopped. Several of them race for each ask. */
export async function person(
  name: string,
  client: HubClient,
  books: Books,
  random: () => number,
  stop: AbortSignal,
): Promise<void> {
  const waiting = new Map<string, WireAsk>();
  const watching = watch(client, waiting, stop);
  for (let count = 0; !stop.aborted; count++) {
    const ids = [...waiting.keys()];
    const ask = waiting.get(ids[Math.floor(random() * ids.length)] ?? "");
    if (ask !== undefined) await act(ask, `${name} ${count}`);
    await new Promise((resolve) => setTimeout(resolve, random() * 12));
  }
  await watching;

  async function act(ask: WireAsk, text: string): Promise<void> {
    try {
      if (random() < 0.3) return await draft(ask, text);
      const sent = books.sent.get(ask.id) ?? new Set();
      books.sent.set(ask.id, sent.add(text));
      const { outcome } = await (random() < 0.2
        ? client.decline(ask.id, { reason: text, surface: name })
        : client.answer(ask.id, { answers: ask.questions.map(toAnswer), surface: name }));
      if (outcome === undefined) throw new Error(`${ask.id} was answered and has no outcome`);
      books.acknowledged.set(ask.id, outcome);
      waiting.delete(ask.id);
    } catch (error) {
      if (AlreadyEndedError.isInstance(error)) {
        books.lost.push({ id: ask.id, outcome: error.outcome });
        waiting.delete(ask.id);
      } else if (!isPassing(error)) throw error;
    }

    function toAnswer({ question, header }: WireAsk["questions"][number]) {
      return { question, header, selectedOptions: [], customInput: text };
    }
  }

  async function draft(ask: WireAsk, text: string): Promise<void> {
    const entry = { selectedOptions: [], otherPicked: true, other: text, note: "", skipped: false };
    const { revision } = await client.saveDraft(ask.id, {
      draft: { entries: [entry], comment: "", reason: "" },
      baseRevision: books.drafts.get(ask.id) ?? 0,
    });
    books.drafts.set(ask.id, Math.max(revision, books.drafts.get(ask.id) ?? 0));
  }
}

// Another draft was first, or the hub was away: both are expected.
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "draft-conflict" || code === "hub-unreachable" || code === "store-unavailable";
}

async function watch(client: HubClient, waiting: Map<string, WireAsk>, stop: AbortSignal): Promise<void> {
  for await (const event of client.events({ signal: stop })) {
    if (event.type === "snapshot") {
      waiting.clear();
      for (const ask of event.asks) add(waiting, ask);
      // A snapshot is only the first page. If the hub is killed meanwhile, another one follows.
      if (event.cursor !== undefined) await readOn(client, waiting, event.cursor).catch(() => {});
    } else if (event.type === "ask-created") add(waiting, event.ask);
    else if (event.type === "ask-ended") waiting.delete(event.ask.id);
  }
}

async function readOn(client: HubClient, waiting: Map<string, WireAsk>, first: string): Promise<void> {
  for (let cursor: string | undefined = first; cursor !== undefined; ) {
    const page: Awaited<ReturnType<HubClient["list"]>> = await client.list({ status: "pending", limit: 500, cursor });
    for (const ask of page.asks) add(waiting, ask);
    cursor = page.cursor;
  }
}

function add(waiting: Map<string, WireAsk>, ask: WireAsk): void {
  if (ask.agent.name === loadName) waiting.set(ask.id, ask);
}
