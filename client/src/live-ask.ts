import {
  type AnsweringEnd,
  type Ask,
  type AskRequest,
  type Draft,
  type HubAsker,
  machineClock,
  type Outcome,
  type PersonBy,
  YourcallError,
} from "@yourcall/core";
import { followAsk, pause } from "@yourcall/core/internal";
import type { WireAsk } from "@yourcall/core/internal/wire";
import { createKey } from "./create-ask-id.ts";
import { createDraftKeeper } from "./create-draft-keeper.ts";
import type { HubClient } from "./create-hub-client.ts";
import type { HubUnreachableError } from "./errors.ts";
import { isOwnEnd, submitEnd } from "./submit-end.ts";
import { touchDeadline } from "./touch-deadline.ts";

/** How an ask ended, and whether somebody else ended it. */
export interface LiveEnd {
  outcome: Outcome;
  elsewhere: boolean;
}

/** Why the hub did not accept a decision. */
export interface Refusal {
  reason: string;
  /** False if sending it again cannot help. */
  canRetry: boolean;
}

export interface LiveOptions {
  /** Who acts on this surface. */
  by: PersonBy;
  /** Sends a decision. It may start a hub first, or try once more. */
  send?: (attempt: () => Promise<WireAsk>) => Promise<WireAsk>;
}

export interface JoinOptions extends LiveOptions {
  /** Whether the surface itself follows the hub and passes on what it hears with `hear`. Otherwise the hub is asked for the end. */
  isHeard?: boolean;
}

/** Where an ask is kept: in the hub, by a person's client. */
interface Kept {
  ask: WireAsk;
  person: HubClient;
}

/** An ask of the hub that is shown on a surface: what the person does with it there, and what becomes of it on any surface. */
export type LiveAsk = ReturnType<typeof holdAsk>;

/** The same if this process asked. */
export type OwnLiveAsk = ReturnType<typeof askLive>;

const againMs = 5000;
// With these errors there is no hub that takes asks. Any other refusal is about the ask itself.
const hubIsAway = ["hub-unreachable", "store-unavailable", "unauthorized"];

/** How an asking process reaches the hub. */
export interface AskingHub {
  /** A client of the hub, which is started if necessary. `revive` says whether to look for the hub again after a failure. */
  open(scope: "agent" | "human", revive: (error: Error) => boolean): Promise<HubClient>;
  /** A hub in this process, because there is no other. */
  openHere(reason: Error): Promise<{ agent: HubClient; person: HubClient }>;
}

interface AskLiveOptions extends LiveOptions {
  hub: AskingHub;
  /** Called if the ask could not be withdrawn and may still be pending. */
  onLost: (message: string) => void;
  /** How long withdrawing may take. */
  withdrawWithinMs: number;
}

/**
 * Puts an ask that is on the screen into the hub too, and so on every other screen; if no hub can be started, into one in this
 * process. Only the hub ends it.
 */
export function askLive(ask: Ask, request: AskRequest, options: AskLiveOptions) {
  const { hub, onLost, withdrawWithinMs } = options;
  const key = request.key ?? createKey(crypto.randomUUID());
  const leaving = new AbortController();
  const closing = new AbortController();
  const kept = Promise.withResolvers<Kept>();
  let known: WireAsk | undefined;
  // A hub that has read the ask may have stored it. Then only the hub decides, so the ask is sent again under the same key.
  let mayExist = false;
  let attempted = false;

  function revive(error: Error): boolean {
    mayExist ||= (error as Partial<HubUnreachableError>).mayHaveArrived === true;
    return known !== undefined || mayExist;
  }

  async function follow(): Promise<Outcome> {
    try {
      return await followAt({ agent: await hub.open("agent", revive), person: await hub.open("human", revive) });
    } catch (error) {
      const isAway = YourcallError.isInstance(error) && hubIsAway.includes(error.code);
      if (known !== undefined || mayExist || !isAway) throw error;
      return followAt(await hub.openHere(error));
    }
  }

  async function followAt({ agent, person }: { agent: HubClient; person: HubClient }): Promise<Outcome> {
    for (const client of [agent, person]) closing.signal.addEventListener("abort", client.close);
    const asker: HubAsker = {
      ...agent,
      async create(request, options) {
        attempted = true;
        known = await agent.create(request, options);
        return known;
      },
      wait: (id, { signal } = {}) => waitOn(agent, id, AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])),
    };
    const { signal } = leaving;
    const keyed = { ...request, key };
    return followAsk(asker, keyed, { clock: machineClock, signal, onCreated, withdrawWithinMs, onLost });

    async function onCreated({ id }: { id: string }): Promise<void> {
      // The ask may be an earlier one, with a draft, which only a person may read.
      if (request.key !== undefined) known = await person.get(id).catch(() => known);
      if (known !== undefined) kept.resolve({ ask: known, person });
    }
  }

  const following = follow();
  following.catch(kept.reject);

  return {
    ...holdAsk(ask, kept.promise, following, closing, options),
    /** Withdraws the ask; resolves with the outcome that won, null if it never reached a hub. */
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

/** Shows a pending ask of the hub on this surface too. */
export function joinLive(person: HubClient, ask: WireAsk, options: JoinOptions): LiveAsk {
  const closing = new AbortController();
  const following = options.isHeard ? new Promise<never>(() => {}) : waitOn(person, ask.id, closing.signal);
  return holdAsk(ask, Promise.resolve({ ask, person }), following, closing, options);
}

function holdAsk(
  ask: Ask,
  kept: Promise<Kept>,
  following: Promise<Outcome>,
  closing: AbortController,
  options: LiveOptions,
) {
  const ended = Promise.withResolvers<LiveEnd>();
  let sent: { end?: AnsweringEnd; by: PersonBy } = { by: options.by };
  let settled = false;
  let sentHere = false;
  let latest: Draft | undefined;
  let drafts: ReturnType<typeof createDraftKeeper> | undefined;

  function settle(outcome: Outcome): void {
    if (settled) return;
    settled = true;
    drafts?.stop();
    sentHere = isOwnEnd(sent.end, outcome, ask, sent.by);
    ended.resolve({ outcome, elsewhere: !sentHere });
  }

  function draft(given: Draft): void {
    latest = given;
    drafts?.keep(given);
  }

  async function watchDeadline(onChange: (expiresAt: number) => void): Promise<void> {
    const { ask, person } = await kept;
    if (ask.expiresAt === undefined) return;
    onChange(Date.parse(ask.expiresAt));
    for await (const event of person.events({ session: ask.agent.session, signal: closing.signal })) {
      const isOurs = event.type === "ask-drafted" && event.id === ask.id;
      const now = event.type === "snapshot" ? await person.get(ask.id).catch(() => null) : isOurs ? event : null;
      if (now?.expiresAt !== undefined) onChange(Date.parse(now.expiresAt));
    }
  }

  const created = kept.then((there) => {
    if (!settled) drafts = createDraftKeeper(there.person, there.ask, { surface: options.by.surface });
    // What was typed before the hub had the ask.
    if (latest !== undefined) draft(latest);
    return there.ask;
  });
  created.catch(() => {});
  following.then(settle, ended.reject);
  ended.promise.catch(() => {});

  return {
    /** The ask from the hub. Rejects if the hub refuses it. */
    created,
    ended: ended.promise,
    /** Whether it ended by what was sent here. */
    now: () => ({ sentHere }),
    /** For a surface that follows the hub itself: the ask as the hub has it now. */
    hear(now: WireAsk): void {
      if (now.outcome !== undefined) settle(now.outcome);
    },
    /** Sends the person's decision. Null once the ask has ended, by this or by another answer that was first. */
    async submit(end: AnsweringEnd, by = sent.by): Promise<Refusal | null> {
      if (end.type === "left") throw new TypeError(`"${end.type}" is nothing to send.`);
      // If the hub refuses the ask, the surface closes it and what the person does is dropped.
      const { ask: there, person } = await kept.catch(() => new Promise<never>(() => {}));
      sent = { end, by };
      const submitted = await submitEnd(person, there.id, end, by, options.send);
      if ("refused" in submitted) {
        // The event may arrive before the reply, and its listener may close before the reply is there.
        if (settled) return null;
        const { error, refused } = submitted;
        // Another token would be needed, so retrying cannot help.
        const isForbidden = YourcallError.isInstance(error) && error.code === "forbidden";
        const reason = isForbidden ? `${refused} It is still open at ${there.url}` : refused;
        return { reason, canRetry: !isForbidden };
      }
      settle(submitted.outcome);
      return null;
    },
    /** Stores what the person has filled in so far, and extends the deadline. */
    draft,
    /** The person edits the ask where no draft is stored: extends the deadline. */
    touch() {
      kept
        .then(({ ask, person }) => (ask.expiresAt === undefined ? undefined : touchDeadline(person, ask.id)))
        .catch(() => {});
    },
    /** Calls back with the hub's deadline, if there is one: now, and whenever somebody on any screen extends it. */
    deadline: (onChange: (expiresAt: number) => void) => void watchDeadline(onChange).catch(() => {}),
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
      await pause(machineClock, againMs, signal);
    }
  }
}
