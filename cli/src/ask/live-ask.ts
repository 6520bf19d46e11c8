import { randomUUID } from "node:crypto";
import {
  createDraftKeeper,
  createKey,
  type HubClient,
  type HubUnreachableError,
  isOwnEnd,
  submitEnd,
  type WireAsk,
} from "@yourcall/client";
import {
  type Answering,
  type AnsweringEnd,
  type Ask,
  type AskRequest,
  followAsk,
  type HubAsker,
  machineClock,
  type Outcome,
  type PersonBy,
  toDraft,
  YourcallError,
} from "@yourcall/core";
import type { Refusal } from "@yourcall/terminal";
import { sendAgain, whereKept } from "../hub/bring-back.ts";
import { connect } from "../hub/connect.ts";
import { byTerminal } from "../who-acts.ts";
import { leaveMs } from "../within.ts";

/** How the ask ended, and whether somebody else ended it. */
export interface LiveEnd {
  outcome: Outcome;
  elsewhere: boolean;
}

export type LiveAsk = ReturnType<typeof goLive>;

interface LiveOptions {
  /** Called with the reason why no hub has the ask. */
  onWithout?: (error: YourcallError) => void;
  /** Called if the ask could not be withdrawn and may still be pending. */
  onLost: (message: string) => void;
}

const againMs = 5000;
// With these errors there is no hub, and the terminal is enough. Any other refusal is about the ask itself.
const withoutHub = ["hub-unreachable", "store-unavailable", "unauthorized"];

/** Puts an ask that is on the screen into the hub too, and so on every other screen. Then only the hub ends it. */
export function goLive(ask: Ask, request: AskRequest, { onWithout, onLost }: LiveOptions) {
  const leaving = new AbortController();
  const closing = new AbortController();
  const created = Promise.withResolvers<WireAsk | null>();
  const ended = Promise.withResolvers<LiveEnd>();
  const clients: HubClient[] = [];
  let human: HubClient | undefined;
  let known: WireAsk | undefined;
  let keptIn: string | undefined;
  let drafts: ReturnType<typeof createDraftKeeper> | undefined;
  let sent: { end?: AnsweringEnd; by: PersonBy } = { by: byTerminal() };
  let settled = false;
  // A hub that has read the ask may have stored it. Then only the hub decides, so the ask is sent again under the same key.
  let mayExist = false;

  async function open(scope: "agent" | "human"): Promise<HubClient> {
    const revive = (error: Error) => {
      mayExist ||= (error as Partial<HubUnreachableError>).mayHaveArrived === true;
      return known !== undefined || mayExist;
    };
    const client = await connect(scope, { start: false, revive });
    clients.push(client);
    return client;
  }

  async function follow(): Promise<Outcome> {
    const agent = await open("agent");
    const person = await open("human");
    human = person;
    const hub: HubAsker = {
      ...agent,
      async create(request, options) {
        known = await agent.create(request, options);
        return known;
      },
      wait: (id, { signal } = {}) => waitOn(agent, id, AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])),
    };
    const key = request.key ?? createKey(randomUUID());
    const { signal } = leaving;
    return followAsk(
      hub,
      { ...request, key },
      { clock: machineClock, signal, onCreated, withdrawWithinMs: leaveMs, onLost },
    );

    async function onCreated({ id }: { id: string }): Promise<void> {
      // The ask may be an earlier one, with a draft, which only a person may read.
      if (request.key !== undefined) known = await person.get(id).catch(() => known);
      if (known === undefined) return;
      keptIn = whereKept();
      drafts = createDraftKeeper(person, known, { surface: "terminal" });
      created.resolve(known);
    }
  }

  function settle(outcome: Outcome): void {
    settled = true;
    ended.resolve({ outcome, elsewhere: !isOwnEnd(sent.end, outcome, ask, sent.by) });
  }

  const following = follow();
  following.then(settle, (error) => {
    ended.promise.catch(() => {});
    if (known !== undefined) return ended.reject(error);
    if (mayExist || !YourcallError.isInstance(error) || !withoutHub.includes(error.code)) return created.reject(error);
    onWithout?.(error);
    created.resolve(null);
  });
  created.promise.catch(() => {});

  return {
    /** The ask from the hub; null if no hub accepted it, so that the terminal is enough. Rejects if the hub refuses the ask. */
    created: created.promise,
    /** Never settles if no hub has the ask. */
    ended: ended.promise,
    /** Sends the person's decision. Null once the ask has ended, with this answer or with another that came first. */
    async submit(end: AnsweringEnd, by = sent.by): Promise<Refusal | null> {
      if (end.type === "left") throw new TypeError(`"${end.type}" is nothing to send.`);
      // If the hub refuses the ask, the prompt ends and the person's decision is dropped.
      const there = await created.promise.catch(() => new Promise<never>(() => {}));
      if (there === null || human === undefined) return null;
      sent = { end, by };
      const submitted = await submitEnd(human, there.id, end, by, (attempt) => sendAgain(keptIn, attempt));
      if ("refused" in submitted) {
        // The event that ends the ask may arrive before the reply to this request, and close the connection.
        if (settled) return null;
        const { error, refused } = submitted;
        // The token in the environment may be an agent's, and retrying does not change that.
        return YourcallError.isInstance(error) && error.code === "forbidden"
          ? { reason: `The token in YOURCALL_TOKEN can ask but not answer. Answer at ${there.url}`, canRetry: false }
          : { reason: refused, canRetry: true };
      }
      drafts?.stop();
      settle(submitted.outcome);
      return null;
    },
    /** The person did something: store the draft, extend the deadline. */
    acted: (state: Answering) => drafts?.keep(toDraft(state)),
    /** Withdraws the ask within `leaveMs`; resolves with the outcome that won, null if no hub has the ask. */
    async withdraw(reason: string): Promise<Outcome | null> {
      drafts?.stop();
      leaving.abort(reason);
      return following.catch((error) => {
        if (known !== undefined) throw error;
        return null;
      });
    },
    /** Stops following the ask without withdrawing it. */
    close() {
      drafts?.stop();
      closing.abort();
      for (const client of clients) client.close();
    },
  };
}

/** Waits as long as it takes: a person may fix what retrying cannot, such as a full disk or a changed token. */
async function waitOn(hub: HubClient, id: string, signal: AbortSignal): Promise<Outcome | null> {
  for (;;) {
    try {
      return await hub.wait(id, { signal });
    } catch (error) {
      if (signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, againMs).unref());
    }
  }
}
