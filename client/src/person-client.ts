import type { Attachment, Outcome, PictureData } from "@yourcall/core";
import { pause } from "@yourcall/core/internal";
import type {
  AnswerBody,
  AskPage,
  AskQuery,
  DeclineBody,
  DraftBody,
  GrantOffers,
  HubEvent,
  WireAsk,
  WireDraft,
} from "@yourcall/core/internal/wire";
import type { Connection, StreamState } from "./connection.ts";
import { createCall, toAskPage, toHubEvent, toWireAsk } from "./read-reply.ts";
import { toPath } from "./transport.ts";

export interface WaitOptions {
  /** Ends the wait with the signal's reason. The ask stays. */
  signal?: AbortSignal;
  /**
   * How long to wait, in whole seconds; by default until the ask ends. If the hub is away or silent when the time is up, that is
   * an error, never "still pending".
   */
  timeoutMs?: number;
  /** Called with the ask whenever the hub says that it is still pending. */
  onPending?: (ask: WireAsk) => void;
  /** For an asker that says itself, by `delivery`, what became of the outcome: reading it does not count as taking it. */
  reportsDelivery?: boolean;
}

export interface WatchOptions {
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** Only events of this session. */
  session?: string;
  /** Called on each change, first when the first connection is open or has failed. */
  onState?: (state: StreamState) => void;
}

/** The part of the hub's client with which a person reads and answers asks. It is all that a card needs. */
export interface PersonClient {
  get(id: string): Promise<WireAsk>;
  /** How the ask ended, or null if it is still pending after `timeoutMs`. Never withdraws. */
  wait(id: string, options?: WaitOptions): Promise<Outcome | null>;
  list(query?: AskQuery): Promise<AskPage>;
  /**
   * `answers` is one `GivenAnswer` per question. Needs a person's token. Rejects with `already-ended` and the `outcome` that won,
   * or `invalid-answer` and its `issues`.
   */
  answer(id: string, body: AnswerBody): Promise<WireAsk>;
  decline(id: string, body?: DeclineBody): Promise<WireAsk>;
  /** Returns the saved draft, with the revision that the next change builds on. */
  saveDraft(id: string, body: DraftBody): Promise<WireDraft>;
  /**
   * Adds a picture (PNG, JPEG, WebP or GIF, at most 10 MB; `data` is base64) to a pending ask, so that an answer can name it in
   * `attachments`. Absent on connections that cannot add any.
   */
  addPicture?(id: string, picture: { data: string; name?: string }): Promise<Attachment>;
  removePicture?(id: string, hash: string): Promise<void>;
  /** A picture of an ask. */
  picture?(id: string, hash: string): Promise<PictureData>;
  /** What could be allowed for a while with an approval; absent on connections that may not allow anything ahead. */
  grantOffers?(id: string): Promise<GrantOffers>;
  /**
   * Tells the hub that the person is using this screen, so that their phone stays silent. Call it on every input: it sends at most
   * one request in 30 s, and failures are ignored.
   */
  beat(): void;
  /**
   * Reports to the hub that the person has left this screen, if a beat said that they are here, so that their phone gets what waits at
   * once. Failures are ignored.
   */
  leave(): Promise<void>;
  /**
   * The hub's events in order, starting with a snapshot, without gap or repeat across reconnections. A `snapshot` later on means
   * that the hub no longer has the position after the last event.
   */
  events(options?: WatchOptions): AsyncIterable<HubEvent>;
}

// A hub sends a heartbeat every 15 s.
const stallMs = 45_000;
const beatMs = 30_000;
// A program that ends does not wait longer for a hub that does not respond.
const leaveMs = 1000;
// The hub holds for whole seconds, and its response takes a moment to arrive.
const replyMs = 2000;

export function toAskPath(id: string): string {
  return `/v1/asks/${encodeURIComponent(id)}`;
}

/** As the hub takes it. */
export function toDelivery(reportsDelivery = false): "reported" | undefined {
  return reportsDelivery ? "reported" : undefined;
}

/** `holdSeconds` is how long one request for the outcome is held. */
export function createPersonClient(connection: Connection, { holdSeconds: longest = 60 } = {}): PersonClient {
  const { clock } = connection;
  const call = createCall(connection);
  const screen = crypto.randomUUID();
  let beatAt = Number.NEGATIVE_INFINITY;

  let beating = new AbortController();

  async function report(body: { screen: string; left?: true }, signal: AbortSignal): Promise<void> {
    await connection.call({ method: "POST", path: "/v1/presence", body, signal }).catch(() => {});
  }

  async function get(id: string, query: object = {}, holdSeconds?: number, signal?: AbortSignal): Promise<WireAsk> {
    const path = toPath(toAskPath(id), { wait: holdSeconds, ...query });
    return toWireAsk(await connection.call({ method: "GET", path, holdSeconds, signal }));
  }

  async function post(path: string, body: unknown): Promise<WireAsk> {
    return toWireAsk(await connection.call({ method: "POST", path, body }));
  }

  return {
    get: (id) => get(id),
    async wait(id, { signal, timeoutMs, onPending, reportsDelivery } = {}) {
      const query = { delivery: toDelivery(reportsDelivery) };
      const until = timeoutMs === undefined ? Number.POSITIVE_INFINITY : clock.now() + timeoutMs;
      const leftMs = () => Math.max(0, until - clock.now());
      let hurried = 0;
      for (;;) {
        const startedAt = clock.now();
        const limits = timeoutMs === undefined ? {} : { giveUpAfterMs: leftMs(), withinMs: leftMs() + replyMs };
        const ask = await connection.keepTrying(
          (signal) => get(id, query, Math.min(longest, Math.ceil(leftMs() / 1000)), signal),
          { signal, ...limits },
        );
        if (ask.outcome !== undefined) return ask.outcome;
        onPending?.(ask);
        if (leftMs() === 0) return null;
        // Back off if the hub replies at once.
        if (clock.now() - startedAt >= 500) hurried = 0;
        else await pause(clock, Math.min(5_000, 250 * 2 ** hurried++, leftMs()), signal);
      }
    },
    list: async (query = {}) =>
      toAskPage(await connection.call({ method: "GET", path: toPath("/v1/asks", { ...query }) })),
    answer: (id, body) => post(`${toAskPath(id)}/answer`, body),
    decline: (id, body = {}) => post(`${toAskPath(id)}/decline`, body),
    saveDraft: (id, body) => call<WireDraft>("PUT", `${toAskPath(id)}/draft`, "revision", "a draft", body),
    beat() {
      const now = clock.now();
      // A clock that was set back must not silence the beats.
      if (now >= beatAt && now - beatAt < beatMs) return;
      beatAt = now;
      beating = new AbortController();
      void report({ screen }, beating.signal);
    },
    async leave() {
      if (beatAt === Number.NEGATIVE_INFINITY) return;
      beatAt = Number.NEGATIVE_INFINITY;
      // A beat that is still under way must not arrive after this.
      beating.abort();
      await report({ screen, left: true }, AbortSignal.timeout(leaveMs));
    },
    events: ({ signal, session, onState } = {}) =>
      connection.watch({
        path: toPath("/v1/events", { session }),
        ...{ signal, stallMs, onState, toEvent: toHubEvent },
      }),
  };
}
