import { randomUUID } from "node:crypto";
import {
  clientClock,
  createDraftKeeper,
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
  type By,
  followAsk,
  type HubAsker,
  type Outcome,
  toDraft,
  YourcallError,
} from "@yourcall/core";
import type { Refusal } from "@yourcall/terminal";
import { byTerminal } from "../current-user.ts";
import { sendAgain, whereKept } from "../hub/bring-back.ts";
import { connect } from "../hub/connect.ts";
import { leaveMs } from "../within.ts";

/** How the ask ended, and whether that was somebody else's doing. */
export interface LiveEnd {
  outcome: Outcome;
  elsewhere: boolean;
}

/** An ask that is on this terminal and, through the hub, everywhere else. Only the hub's word ends it. */
export interface LiveAsk {
  /** The ask as the hub has it; null if no hub took it, so that the terminal is enough. Rejects if the hub refuses the ask. */
  created: Promise<WireAsk | null>;
  /** Never settles if no hub has the ask. */
  ended: Promise<LiveEnd>;
  /** Sends what the person decided here. Null once it counts, here or by another answer that was first. */
  submit(end: AnsweringEnd, by?: By): Promise<Refusal | null>;
  /** The person did something: keep the draft, put the deadline off. */
  acted(state: Answering): void;
  /** Takes the ask back, within `leaveMs`; resolves with the outcome that won, null if no hub has the ask. */
  withdraw(reason: string): Promise<Outcome | null>;
  /** Stops following the ask, which stays. */
  close(): void;
}

export interface LiveOptions {
  /** Told why no hub has the ask. */
  onWithout?: (error: YourcallError) => void;
  /** Told that the ask could not be withdrawn and may still wait. */
  onLost: (message: string) => void;
}

const againMs = 5000;
// Without a hub the terminal is enough. Any other refusal means that the ask itself is at fault.
const withoutHub = ["hub-unreachable", "store-unavailable", "unauthorized"];

/** Puts an ask that is on the screen into the hub too. */
export function goLive(ask: Ask, request: AskRequest, { onWithout, onLost }: LiveOptions): LiveAsk {
  const leaving = new AbortController();
  const closing = new AbortController();
  const created = Promise.withResolvers<WireAsk | null>();
  const ended = Promise.withResolvers<LiveEnd>();
  const clients: HubClient[] = [];
  let human: HubClient | undefined;
  let known: WireAsk | undefined;
  let keptIn: string | undefined;
  let drafts: ReturnType<typeof createDraftKeeper> | undefined;
  let sent: { end?: AnsweringEnd; by: By } = { by: byTerminal() };
  let settled = false;
  // A hub that has read the ask may have it. Then only its word counts, and it is asked again under the same key.
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
    const key = request.key ?? randomUUID();
    const { signal } = leaving;
    return followAsk(
      hub,
      { ...request, key },
      { clock: clientClock, signal, onCreated, withdrawWithinMs: leaveMs, onLost },
    );

    async function onCreated({ id }: { id: string }): Promise<void> {
      // It may have been asked before, and half filled in. Only a person gets to see that.
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
    created: created.promise,
    ended: ended.promise,
    async submit(end, by = sent.by) {
      if (end.type === "left") throw new TypeError(`"${end.type}" is nothing to send.`);
      // If the hub refuses the ask, that ends the prompt, and what the person does meanwhile comes to nothing.
      const there = await created.promise.catch(() => new Promise<never>(() => {}));
      if (there === null || human === undefined) return null;
      sent = { end, by };
      const submitted = await submitEnd(human, there.id, end, by, (attempt) => sendAgain(keptIn, attempt));
      if ("refused" in submitted) {
        // The news that it has ended may overtake the reply, and whoever hears it may close before the reply is there.
        if (settled) return null;
        const { error, refused } = submitted;
        // The one token in the environment may be an agent's, and no new attempt makes it a person's.
        return YourcallError.isInstance(error) && error.code === "forbidden"
          ? { reason: `The token in YOURCALL_TOKEN can ask but not answer. Answer at ${there.url}`, canRetry: false }
          : { reason: refused, canRetry: true };
      }
      drafts?.stop();
      settle(submitted.outcome);
      return null;
    },
    acted: (state) => drafts?.keep(toDraft(state)),
    async withdraw(reason) {
      drafts?.stop();
      leaving.abort(reason);
      return following.catch((error) => {
        if (known !== undefined) throw error;
        return null;
      });
    },
    close() {
      drafts?.stop();
      closing.abort();
      for (const client of clients) client.close();
    },
  };
}

/** Waits as long as it takes: a person may mend what no new attempt does, such as a full disk or a token that was changed. */
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
