import { randomUUID } from "node:crypto";
import {
  createDraftKeeper,
  createKey,
  type HubClient,
  type HubUnreachableError,
  isOwnEnd,
  submitEnd,
  touchDeadline,
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
import type { HubHere } from "../hub/hub-here.ts";
import { byTerminal } from "../who-acts.ts";
import { leaveMs } from "../within.ts";

/** How the ask ended, and whether somebody else ended it. */
export interface LiveEnd {
  outcome: Outcome;
  elsewhere: boolean;
}

/** An ask of the hub that is shown here. */
export type JoinedAsk = ReturnType<typeof joinAsk>;

/** The same if this process asked. */
export type LiveAsk = ReturnType<typeof goLive>;

interface LiveOptions {
  /** Called with what the person should know if no hub could be started: the ask is only in this process. */
  onHere: (notice: string) => void;
  /** Called if the ask could not be withdrawn and may still be pending. */
  onLost: (message: string) => void;
}

/** An ask in the hub, and the client by which a person acts on it. */
interface Kept {
  ask: WireAsk;
  person: HubClient;
}

const againMs = 5000;
// With these errors there is no hub that takes asks. Any other refusal is about the ask itself.
const hubIsAway = ["hub-unreachable", "store-unavailable", "unauthorized"];

let hubHere: HubHere | undefined;

/** Stops the hub in this process, if one had to be opened. Call this before the command ends. */
export async function stopHubHere(): Promise<void> {
  await hubHere?.stop();
}

/**
 * Puts an ask that is on the screen into the hub too, and so on every other screen; if no hub can be started, into one in this
 * process. Only the hub ends it.
 */
export function goLive(ask: Ask, request: AskRequest, { onHere, onLost }: LiveOptions) {
  const leaving = new AbortController();
  const closing = new AbortController();
  const kept = Promise.withResolvers<Kept>();
  let known: WireAsk | undefined;
  // A hub that has read the ask may have stored it. Then only the hub decides, so the ask is sent again under the same key.
  let mayExist = false;
  let attempted = false;

  async function open(scope: "agent" | "human", start: boolean): Promise<HubClient> {
    const revive = (error: Error) => {
      mayExist ||= (error as Partial<HubUnreachableError>).mayHaveArrived === true;
      return known !== undefined || mayExist;
    };
    return connect(scope, { start, revive });
  }

  async function follow(): Promise<Outcome> {
    try {
      return await followAt({ agent: await open("agent", true), person: await open("human", false) });
    } catch (error) {
      const isAway = YourcallError.isInstance(error) && hubIsAway.includes(error.code);
      if (known !== undefined || mayExist || !isAway) throw error;
      const { openHubHere } = await import("../hub/hub-here.ts");
      const here = await openHubHere(error);
      hubHere = here;
      onHere(here.notice);
      return followAt(here);
    }
  }

  async function followAt({ agent, person }: { agent: HubClient; person: HubClient }): Promise<Outcome> {
    for (const client of [agent, person]) closing.signal.addEventListener("abort", client.close);
    const hub: HubAsker = {
      ...agent,
      async create(request, options) {
        attempted = true;
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
      if (known !== undefined) kept.resolve({ ask: known, person });
    }
  }

  const following = follow();
  following.catch(kept.reject);

  return {
    ...followLive(ask, kept.promise, following, closing),
    /** Withdraws the ask within `leaveMs`; resolves with the outcome that won, null if it never reached a hub. */
    async withdraw(reason: string): Promise<Outcome | null> {
      leaving.abort(reason);
      // Still looking for a hub. Once one is found, the aborted ask is not sent.
      if (!attempted) return null;
      return following.catch((error) => {
        if (known !== undefined) throw error;
        return null;
      });
    },
  };
}

/** Shows a pending ask of the hub here too. */
export function joinAsk(person: HubClient, ask: WireAsk) {
  const closing = new AbortController();
  return followLive(ask, Promise.resolve({ ask, person }), waitOn(person, ask.id, closing.signal), closing);
}

/** What a person does here with an ask of the hub, and what becomes of it on any screen. */
function followLive(ask: Ask, kept: Promise<Kept>, following: Promise<Outcome>, closing: AbortController) {
  const ended = Promise.withResolvers<LiveEnd>();
  let sent: { end?: AnsweringEnd; by: PersonBy } = { by: byTerminal() };
  let settled = false;
  let latest: Answering | undefined;
  let drafts: ReturnType<typeof createDraftKeeper> | undefined;
  let store: string | undefined;

  function settle(outcome: Outcome): void {
    settled = true;
    drafts?.stop();
    ended.resolve({ outcome, elsewhere: !isOwnEnd(sent.end, outcome, ask, sent.by) });
  }

  function acted(state: Answering): void {
    latest = state;
    drafts?.keep(toDraft(state));
  }

  function touch(): void {
    kept
      .then(({ ask, person }) => (ask.expiresAt === undefined ? undefined : touchDeadline(person, ask.id)))
      .catch(() => {});
  }

  async function watchDeadline(tell: (expiresAt: number) => void): Promise<void> {
    const { ask, person } = await kept;
    if (ask.expiresAt === undefined) return;
    tell(Date.parse(ask.expiresAt));
    for await (const event of person.events({ session: ask.agent.session, signal: closing.signal })) {
      const isOurs = event.type === "ask-drafted" && event.id === ask.id;
      const now = event.type === "snapshot" ? await person.get(ask.id).catch(() => null) : isOurs ? event : null;
      if (now?.expiresAt !== undefined) tell(Date.parse(now.expiresAt));
    }
  }

  const created = kept.then((there) => {
    store = whereKept();
    if (!settled) drafts = createDraftKeeper(there.person, there.ask, { surface: "terminal" });
    // What was typed before the hub had the ask.
    if (latest !== undefined) acted(latest);
    return there.ask;
  });
  created.catch(() => {});
  following.then(settle, ended.reject);
  ended.promise.catch(() => {});

  return {
    /** The ask from the hub. Rejects if the hub refuses it. */
    created,
    ended: ended.promise,
    /** Sends the person's decision. Null once the ask has ended, by this or by another answer that was first. */
    async submit(end: AnsweringEnd, by = sent.by): Promise<Refusal | null> {
      if (end.type === "left") throw new TypeError(`"${end.type}" is nothing to send.`);
      // If the hub refuses the ask, the prompt ends and what the person does is dropped.
      const there = await kept.catch(() => new Promise<never>(() => {}));
      sent = { end, by };
      const through = (attempt: () => Promise<WireAsk>) => sendAgain(store, attempt);
      const submitted = await submitEnd(there.person, there.ask.id, end, by, through);
      if ("refused" in submitted) {
        // The event may arrive before the reply, and its listener may close before the reply is there.
        if (settled) return null;
        const { error, refused } = submitted;
        // Another token would be needed, so retrying cannot help.
        const isForbidden = YourcallError.isInstance(error) && error.code === "forbidden";
        const reason = isForbidden ? `${refused} It is still open at ${there.ask.url}` : refused;
        return { reason, canRetry: !isForbidden };
      }
      settle(submitted.outcome);
      return null;
    },
    /** The person did something: store the draft, extend the deadline. */
    acted,
    /** The person edits it where no draft is stored: extend the deadline. */
    touch,
    /** Calls back with the hub's deadline, if there is one: now, and whenever somebody on any screen extends it. */
    followDeadline: (tell: (expiresAt: number) => void) => void watchDeadline(tell).catch(() => {}),
    /** Stores what was typed last, for another screen to go on from. */
    flush: async () => drafts?.flush(),
    /** Stops following the ask, which stays. */
    close() {
      drafts?.stop();
      closing.abort();
    },
  };
}

/** Waits as long as it takes: a person may fix what retrying cannot, such as a full disk or a changed token. */
async function waitOn(hub: HubClient, id: string, signal: AbortSignal): Promise<Outcome> {
  for (;;) {
    try {
      const outcome = await hub.wait(id, { signal });
      if (outcome !== null) return outcome;
    } catch (error) {
      if (signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, againMs).unref());
    }
  }
}
