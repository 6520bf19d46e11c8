import {
  type AnsweringEnd,
  type Ask,
  type Attachment,
  type Draft,
  machineClock,
  type Outcome,
  type PersonBy,
  type PictureData,
  YourcallError,
} from "@yourcall/core";
import { isSameDraft, pause } from "@yourcall/core/internal";
import type { GrantOffers, WireAsk } from "@yourcall/core/internal/wire";
import { createLiveDraft, type DraftStorage, type LiveDraft, type ShownDraft, touchDeadline } from "./live-draft.ts";
import type { PersonClient } from "./person-client.ts";
import { isOwnEnd, submitEnd, type WithGrant } from "./submit-end.ts";

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
  /** What the hub or the connection reported. */
  error?: Error;
}

export interface LiveOptions {
  /** Who acts on this surface. */
  by: PersonBy;
  /** Sends a decision. It may start a hub first, or try once more. */
  send?: (attempt: () => Promise<WireAsk>) => Promise<WireAsk>;
  /** Keeps the draft until the hub has it. */
  storage?: DraftStorage;
  /** Whether input here tells the hub that the person is at this screen. For screens of the person, not for a card in another app. */
  beats?: boolean;
}

export interface JoinOptions extends LiveOptions {
  /** Whether the surface follows the hub itself and passes each change to `update`. Otherwise the hub is asked for the end. */
  isUpdatedByCaller?: boolean;
}

/** An ask as a surface shows it. */
export interface LiveState extends ShownDraft {
  /** The ask as the hub last reported it. */
  ask: WireAsk;
  /** Whether it ended by what was sent here, and nothing was typed here since. */
  sentHere: boolean;
}

/** Where an ask is kept: in the hub, by a person's client. */
export interface Kept {
  ask: WireAsk;
  person: PersonClient;
}

/** An ask of the hub that is shown on a surface: what the person does with it there, and what becomes of it on any surface. */
export type LiveAsk = ReturnType<typeof holdAsk>;

const againMs = 5000;

/** An ask that the hub already has. */
export interface JoinedAsk extends LiveAsk {
  now(): LiveState;
}

/**
 * Shows an ask of the hub on this surface too.
 *
 * @example
 * const live = joinLive(hub, await hub.get("ask_1"), { by: { surface: "my-screen", act: "click" } });
 * const refusal = await live.submit({ type: "declined", reason: "Not now." });
 */
export function joinLive(person: PersonClient, ask: WireAsk, options: JoinOptions): JoinedAsk {
  const closing = new AbortController();
  const wait = () =>
    options.isUpdatedByCaller ? new Promise<never>(() => {}) : waitOn(person, ask.id, closing.signal);
  const following = ask.outcome === undefined ? wait() : Promise.resolve(ask.outcome);
  const live = holdAsk(ask, { ask, person }, following, closing, options);
  const first: LiveState = { ask, sentHere: false };
  return { ...live, now: () => live.now() ?? first };
}

/** Holds an ask whose questions are known. The hub may get it later, and `following` says how it ends. */
export function holdAsk(
  ask: Ask,
  kept: Kept | Promise<Kept>,
  following: Promise<Outcome>,
  closing: AbortController,
  options: LiveOptions,
) {
  const ended = Promise.withResolvers<LiveEnd>();
  const there = Promise.resolve(kept);
  const listeners = new Set<() => void>();
  /** What was sent last, and what was filled in then. */
  let sent: { end?: AnsweringEnd; by: PersonBy; draft?: Draft | undefined } = { by: options.by };
  let latest: Draft | undefined;
  let drafts: LiveDraft | undefined;
  let state: LiveState | undefined;
  let settled = false;
  let here: PersonClient | undefined;

  function start({ ask, person }: Kept): void {
    here = person;
    if (settled) return;
    const { by, storage } = options;
    drafts = createLiveDraft(person, ask, { surface: by.surface, storage, onChange: () => become({}) });
    state = { ask, sentHere: false, ...drafts.now() };
    // What was typed before the hub had the ask.
    if (latest !== undefined) draft(latest);
  }

  function become(change: { ask?: WireAsk; sentHere?: boolean }): void {
    if (state === undefined) return;
    const { ask, sentHere } = { ...state, ...change };
    state = { ask, sentHere, ...drafts?.now() };
    for (const listener of listeners) listener();
  }

  function settle(outcome: Outcome, reported?: WireAsk, isAccepted = false): void {
    if (settled) return;
    settled = true;
    const isOwn = isAccepted || isOwnEnd(sent.end, outcome, ask, sent.by);
    const sentHere = isOwn && isSameDraft(latest, sent.draft);
    drafts?.end(sentHere);
    if (state !== undefined) become({ ask: reported ?? withOutcome(state.ask, outcome), sentHere });
    ended.resolve({ outcome, elsewhere: !isOwn });
  }

  function beat(): void {
    if (options.beats === true) there.then(({ person }) => person.beat()).catch(() => {});
  }

  function draft(given: Draft): void {
    beat();
    latest = given;
    drafts?.keep(given);
    // No listener is called: the card where it was typed has it. A card that is mounted again needs it.
    if (state !== undefined) state = { ...state, ...drafts?.now() };
  }

  async function watchDeadline(onChange: (expiresAt: number) => void): Promise<void> {
    const { ask, person } = await there;
    if (ask.expiresAt === undefined) return;
    onChange(Date.parse(ask.expiresAt));
    for await (const event of person.events({ session: ask.agent.session, signal: closing.signal })) {
      const isOurs = event.type === "ask-drafted" && event.id === ask.id;
      const now = event.type === "snapshot" ? await person.get(ask.id).catch(() => null) : isOurs ? event : null;
      if (now?.expiresAt !== undefined) onChange(Date.parse(now.expiresAt));
    }
  }

  if (kept instanceof Promise) kept.then(start, () => {});
  else start(kept);
  const created = there.then(({ ask }) => ask);
  created.catch(() => {});
  following.then((outcome) => settle(outcome), ended.reject);
  ended.promise.catch(() => {});

  return {
    /** The ask from the hub. Rejects if the hub refuses it. */
    created,
    ended: ended.promise,
    /** What the surface shows; undefined until the hub has the ask. */
    now: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** For a surface that follows the hub itself: the ask as the hub has it now. */
    update(now: WireAsk): void {
      // A late reply to an earlier request.
      if (state?.ask.outcome !== undefined && now.outcome === undefined) return;
      if (now.outcome !== undefined) settle(now.outcome, now);
      else if (now.draft !== undefined) drafts?.update(now.draft);
      become({ ask: now });
    },
    /** Sends the person's decision. Null once the ask has ended, by this or by another answer that was first. */
    async submit(end: AnsweringEnd & WithGrant, by = sent.by): Promise<Refusal | null> {
      if (end.type === "left") throw new TypeError(`"${end.type}" is nothing to send.`);
      // If the hub refuses the ask, the surface closes it and what the person does is dropped.
      const { ask, person } = await there.catch(() => new Promise<never>(() => {}));
      // The agent asks again, and what is filled in here belongs to that ask too.
      if (end.type === "declined" && end.asked !== undefined) await drafts?.flush();
      sent = { end, by, draft: latest };
      const submitting = submitEnd(person, ask.id, end, by, options.send);
      drafts?.pauseFor(submitting);
      const submitted = await submitting;
      if ("refused" in submitted) {
        // The event may arrive before the reply, and its listener may close before the reply is there.
        if (settled) return null;
        const { error, refused } = submitted;
        // Another token would be needed, so retrying cannot help.
        const isForbidden = YourcallError.isInstance(error) && error.code === "forbidden";
        const reason = isForbidden ? `${refused} It is still open at ${ask.url}` : refused;
        return { reason, canRetry: !isForbidden, ...(error instanceof Error && { error }) };
      }
      settle(submitted.outcome, submitted.ask, submitted.ask !== undefined);
      return null;
    },
    /** What could be allowed for a while along with an approval; undefined if nothing can be. */
    async grantOffers(): Promise<GrantOffers | undefined> {
      const { ask, person } = await there;
      return ask.kind === "approval" ? person.grantOffers?.(ask.id).catch(() => undefined) : undefined;
    },
    /** Adds a picture for the answer, as `PersonClient.addPicture` does. */
    async addPicture(picture: { data: string; name?: string }): Promise<Attachment> {
      const { ask, person } = await there;
      if (person.addPicture === undefined) throw new YourcallError("forbidden", "Pictures cannot be added here.");
      return person.addPicture(ask.id, picture);
    },
    /** Whether pictures can be added here, once the hub has the ask. */
    takesPictures: () => here?.addPicture !== undefined,
    async removePicture(hash: string): Promise<void> {
      const { ask, person } = await there;
      await person.removePicture?.(ask.id, hash);
    },
    async readPicture(hash: string): Promise<PictureData | undefined> {
      const { ask, person } = await there;
      return person.picture?.(ask.id, hash);
    },
    /** Stores what the person has filled in so far, and extends the deadline. */
    draft,
    /** The person edits the ask where no draft is stored: extends the deadline. */
    touch() {
      beat();
      there
        .then(({ ask, person }) => (ask.expiresAt === undefined ? undefined : touchDeadline(person, ask.id)))
        .catch(() => {});
    },
    /** Calls back with the hub's deadline, if there is one: now, and whenever somebody on any screen extends it. */
    deadline: (onChange: (expiresAt: number) => void) => void watchDeadline(onChange).catch(() => {}),
    /** Stores what was typed last, for another screen to go on from. */
    flush: async () => drafts?.flush(),
    /** The same for a page that is closing. */
    leave: () => drafts?.leave(),
    /** The person has left this screen, and this process is about to end. */
    // Without an ask in the hub, nobody was here: it may never get one that was withdrawn first.
    away: async () => here?.leave(),
    /** Stops following the ask, which stays. */
    close() {
      drafts?.stop();
      closing.abort();
    },
  };
}

/** Waits as long as it takes: a person may fix what retrying cannot, such as a full disk or a changed token. */
export async function waitOn(hub: Pick<PersonClient, "wait">, id: string, signal: AbortSignal): Promise<Outcome> {
  for (;;) {
    try {
      const outcome = await hub.wait(id, { signal });
      if (outcome !== null) return outcome;
      signal.throwIfAborted();
    } catch (error) {
      if (signal.aborted) throw error;
      await pause(machineClock, againMs, signal);
    }
  }
}

/** The ask, ended with this outcome. */
export function withOutcome({ draft, ...ask }: WireAsk, outcome: Outcome): WireAsk {
  return { ...ask, status: outcome.status, outcome };
}
