import {
  type Asker,
  type CreatedAsk,
  type HostReport,
  type HubAsker,
  isHubAsker,
  type ReportedOutcome,
} from "./asker.ts";
import { type Clock, pause } from "./clock.ts";
import { YourcallError } from "./errors.ts";
import { type Outcome, outcomeStatuses } from "./outcome-schemas.ts";
import type { AskRequest } from "./schemas.ts";

/** A request under the key by which every attempt finds the same ask. */
export type KeyedRequest = AskRequest & { key: string };

export interface FollowOptions {
  clock: Clock;
  /** Aborting withdraws the ask. A reason that is a string is kept with it. */
  signal?: AbortSignal;
  /** Called once the hub has the ask, ended or not, and awaited before waiting. If it throws, the ask is withdrawn. */
  onCreated?: (ask: CreatedAsk) => void | Promise<void>;
  /** How long an aborted ask tries to be withdrawn. 30 seconds. */
  withdrawWithinMs?: number;
  /**
   * Called if the ask could not be withdrawn and may still be pending; the outcome is then `cancelled`, because its asker continues
   * without it. Without this callback, the failure is thrown.
   */
  onLost?: (message: string) => void;
}

// Long enough for an immediate answer. Once the response has arrived the id is known, and a broken connection loses nothing.
const firstHoldSeconds = 1;

/**
 * One ask from its creation to its outcome:
 *
 *     create ──▶ onCreated ──▶ wait ──▶ outcome
 *       │ abort      │ abort     │ abort
 *       └────────────┴───────────┴────▶ withdraw ──▶ the outcome that won
 *
 * Every hub asker works this way. The outcome comes from the hub, except `cancelled`
 * for an ask that certainly never reached it.
 */
export async function followAsk(
  hub: Pick<HubAsker, "create" | "wait" | "cancel">,
  request: KeyedRequest,
  options: FollowOptions,
): Promise<Outcome> {
  const { clock, signal, onCreated, onLost, withdrawWithinMs = 30_000 } = options;
  if (signal?.aborted) return toCancelled(clock, signal.reason);
  const { aborted, timeUp, stop } = watchAbort(signal, clock, withdrawWithinMs);
  let id: string | undefined;

  async function follow(): Promise<Outcome> {
    const ask = await hub.create(request, { signal, holdSeconds: onCreated === undefined ? firstHoldSeconds : 0 });
    id = ask.id;
    try {
      if (!signal?.aborted) await Promise.race([onCreated?.(ask), aborted]);
    } catch (error) {
      if (ask.outcome === undefined) await withdraw(ask.id).catch(() => {});
      throw error;
    }
    // Unless the request was held for the outcome, the hub does not know yet that it is taken.
    if (ask.outcome !== undefined && onCreated === undefined) return ask.outcome;
    const outcome = signal?.aborted ? null : await wait(ask.id);
    if (outcome !== null) return outcome;
    if (signal?.aborted) return withdraw(ask.id);
    throw new YourcallError("hub-unreachable", "The hub stopped. The ask is kept and waits until a hub runs again.");
  }

  function wait(id: string): Promise<Outcome | null> {
    return hub.wait(id, { signal }).catch((error) => {
      if (signal?.aborted) return null;
      throw error;
    });
  }

  function withdraw(id: string): Promise<Outcome> {
    return withdrawAsk(hub, id, { reason: signal?.reason, withinMs: withdrawWithinMs });
  }

  const following = follow();
  // If time runs out first, `following` may still withdraw the ask later, and its failure concerns nobody.
  following.catch(() => {});
  let failure: YourcallError | undefined;
  try {
    const outcome = await Promise.race([following, timeUp]);
    if (outcome !== undefined) return outcome;
  } catch (error) {
    if (!signal?.aborted) throw error;
    if (error === signal.reason) return toCancelled(clock, signal.reason);
    if (!isHubAway(error)) throw error;
    failure = error;
  } finally {
    stop();
  }
  const message =
    id === undefined
      ? "The hub does not answer: if the ask reached it, `yourcall list` shows it."
      : `The hub does not answer, so the ask may still be pending: yourcall cancel ${id}`;
  if (onLost === undefined) throw new YourcallError("hub-unreachable", message, { cause: failure });
  onLost(message);
  return toCancelled(clock, signal?.reason);
}

/** Withdraws an ask. Resolves with the outcome that won: `cancelled`, or the answer if that was first. */
export async function withdrawAsk(
  hub: Pick<HubAsker, "cancel" | "wait">,
  id: string,
  { reason, withinMs }: { reason?: unknown; withinMs?: number } = {},
): Promise<Outcome> {
  const words = typeof reason === "string" ? reason : undefined;
  const ended = await hub.cancel(id, words, { withinMs }).catch((error) => {
    if (!YourcallError.isInstance(error) || error.code !== "already-ended") throw error;
    return error as { outcome?: Outcome };
  });
  const outcome = ended.outcome ?? (await hub.wait(id));
  if (outcome === null) throw new YourcallError("hub-unreachable", "The hub still shows the ask as pending.");
  return outcome;
}

export interface PutOptions extends Pick<FollowOptions, "clock" | "signal"> {
  /** Called before waiting for the person, and awaited. `id` is that of the ask, if the asker has a hub. */
  onAsked?: (id?: string) => void | Promise<void>;
}

/**
 * Asks a person through any asker. Rejects if the asker resolves with something other than an outcome.
 *
 * @example
 * const controller = new AbortController();
 * const outcome = await putAsk(asker, { ...ask, key: "tool-call-1" }, { clock: machineClock, signal: controller.signal });
 * if (outcome.status === "answered") console.log(outcome.answers);
 */
export async function putAsk(asker: Asker, request: KeyedRequest, options: PutOptions): Promise<Outcome> {
  const { clock, signal, onAsked } = options;
  if (isHubAsker(asker))
    return followAsk(asker, request, { clock, signal, onCreated: onAsked && (({ id }) => onAsked(id)) });
  const { aborted, stop } = watchAbort(signal, clock);
  if (!signal?.aborted) await Promise.race([onAsked?.(), aborted]).finally(stop);
  if (signal?.aborted) return toCancelled(clock, signal.reason);
  const outcome = await asker.ask(request, { signal });
  // An asker may be foreign code, and its outcome decides whether a tool runs.
  if (!isOutcome(outcome)) throw new Error("The asker did not return a valid outcome.");
  return outcome;
}

/** Whether this is a valid outcome. `answered` needs answers and who gave them. */
export function isOutcome(value: unknown): value is Outcome {
  const { status, at, answers, by } = (value ?? {}) as Record<string, unknown>;
  if (typeof at !== "string" || !outcomeStatuses.some((known) => known === status)) return false;
  return status !== "answered" || (Array.isArray(answers) && typeof by === "object" && by !== null);
}

/** The outcome of an ask that no hub has, or that its asker abandons. */
export function toCancelled(clock: Pick<Clock, "now">, reason?: unknown): Outcome {
  return {
    status: "cancelled",
    reason: typeof reason === "string" ? reason : undefined,
    at: new Date(clock.now()).toISOString(),
  };
}

/** `timeUp` resolves, with nothing, once `ms` have passed since the abort. */
function watchAbort(signal: AbortSignal | undefined, clock: Clock, ms?: number) {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const { promise: timeUp, resolve: endTime } = Promise.withResolvers<undefined>();
  let callOff = () => {};
  const onAbort = () => {
    resolve();
    if (ms !== undefined) callOff = clock.after(ms, () => endTime(undefined));
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  const stop = () => {
    signal?.removeEventListener("abort", onAbort);
    callOff();
  };
  return { aborted, timeUp, stop };
}

/** Whether the failure only means that no hub responded. */
export function isHubAway(error: unknown): error is YourcallError {
  return YourcallError.isInstance(error) && (error.code === "hub-unreachable" || error.code === "store-unavailable");
}

/** How an ask ended in its asker's own window: as decided there, or without a decision, with the reason. */
export type OwnEnd = { report: ReportedOutcome } | { reason: string };

interface OwnEndOptions extends Pick<HostReport, "surface" | "session"> {
  clock: Clock;
  /** What became of the person's decision, if they decided in the hub first. */
  refusal: string;
  /** Whether to cancel in a way that the asker says itself whether it took the outcome. */
  reportsDelivery?: boolean;
  /** How often to try while the hub is away; for a minute by default. */
  attempts?: number | undefined;
}

/** Records how an ask ended in its asker's own window, or that a decision made in the hub before did not count there. */
export async function endInOwnWindow(
  hub: Pick<HubAsker, "report" | "cancel" | "delivery">,
  id: string,
  how: OwnEnd,
  { clock, surface, session, refusal, reportsDelivery, attempts }: OwnEndOptions,
): Promise<void> {
  const record = () =>
    "report" in how
      ? hub.report(id, { outcome: how.report, surface, session })
      : hub.cancel(id, how.reason, { reportsDelivery });
  await untilRecorded(clock, record, attempts).catch(async (error) => {
    if (!isAlreadyDecided(error)) throw error;
    await untilRecorded(clock, () => hub.delivery(id, { state: "refused", note: refusal, session }), attempts);
  });
}

const reportAttempts = 60;
const reportPauseMs = 1000;
const longPauseMs = 30_000;

/**
 * Whether a report or a withdrawal failed because a person had already decided the ask in another window, so that the outcome there
 * does not reach the agent. An ask that expired or was withdrawn holds no decision; an asker reads its own report as `cancelled`.
 */
function isAlreadyDecided(error: unknown): boolean {
  const { code, outcome } = (error ?? {}) as { code?: unknown; outcome?: Partial<Outcome> };
  return code === "already-ended" && (outcome?.status === "answered" || outcome?.status === "declined");
}

/**
 * Repeats a report to the hub while the hub is unreachable, for a minute or as often as given: a killed hub is restarted, and must still
 * get the report.
 */
export async function untilRecorded(
  clock: Clock,
  report: () => Promise<unknown>,
  attempts: number = reportAttempts,
): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return void (await report());
    } catch (error) {
      if (!isHubAway(error) || attempt === attempts) throw error;
      await pause(clock, attempt < reportAttempts ? reportPauseMs : longPauseMs);
    }
}
