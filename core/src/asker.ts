import type { DeliveryState, GivenAnswer, Outcome } from "./outcome-schemas.ts";
import type { PictureData } from "./picture.ts";
import type { AskRequest } from "./schemas.ts";

/** The port of every agent adapter. Resolves with how the ask ended; aborting the signal withdraws it (`cancelled`). */
export interface Asker {
  ask(request: AskRequest, options?: { signal?: AbortSignal }): Promise<Outcome>;
  /** Says that a session in which it asked has ended: what was allowed until then is taken back. */
  endSession?(session: string): Promise<unknown>;
  /** The bytes of a picture that came with an answer. Absent if its people cannot add pictures. */
  picture?(ask: string, hash: string): Promise<PictureData>;
}

/** An ask as the hub describes it to its asker. */
export interface CreatedAsk {
  id: string;
  /** Where a person can answer it. */
  url?: string;
  /** Set if it has already ended. */
  outcome?: Outcome;
}

/** What was decided in the window of the agent's own host. */
export type ReportedOutcome =
  | { status: "answered"; answers: GivenAnswer[]; comment?: string }
  | { status: "declined"; reason?: string };

/** Reports that the person answered in the own window of the asker's host. `session` is the session of the ask. */
export interface HostReport {
  outcome: ReportedOutcome;
  /** The host, as in `claude-code`. */
  surface: string;
  session?: string;
}

/** Reports whether the agent received the outcome. `session` is the session of the ask. */
export interface DeliveryReport {
  state: DeliveryState;
  /** For the person: why it was refused, as in "it went on with PostgreSQL", or what of it was not taken. */
  note?: string;
  session?: string;
  /** The follower that claimed the outcome; `taken` and `refused` end its claim. */
  holder?: string;
}

/** An asker whose asks live in a hub and outlive the asking process. `followAsk` combines the parts. */
export interface HubAsker extends Asker {
  /**
   * Creates the ask, or finds the one with its key. Aborting stops further attempts but never one under way, which could leave an
   * ask behind: it then resolves with the ask, or rejects with the signal's reason if the hub certainly has none.
   */
  create(request: AskRequest, options?: { signal?: AbortSignal; holdSeconds?: number }): Promise<CreatedAsk>;
  /**
   * How the ask ended; null if it is not known yet. Never withdraws it. The outcome counts as taken, unless `reportsDelivery` says
   * that the asker will say what became of it.
   */
  wait(id: string, options?: { signal?: AbortSignal; reportsDelivery?: boolean }): Promise<Outcome | null>;
  /**
   * Withdraws the ask, trying for up to `withinMs`. Rejects with `already-ended` and the `outcome` that won. With `afterMs` it is
   * withdrawn that much later, unless somebody waits for it again. `reportsDelivery` as in `wait`.
   */
  cancel(
    id: string,
    reason?: string,
    options?: { withinMs?: number; afterMs?: number; reportsDelivery?: boolean },
  ): Promise<{ outcome?: Outcome | null }>;
  /**
   * Ends the ask with what was decided in the host's own window. People see the decision; the asker itself only ever sees
   * `cancelled`. Rejects with `already-ended`.
   */
  report(id: string, report: HostReport): Promise<unknown>;
  /** Says what became of the outcome, for the person who gave it. */
  delivery(id: string, delivery: DeliveryReport): Promise<unknown>;
}

/**
 * Whether the asker is a hub's, which also creates, waits and reports.
 *
 * @example
 * if (isHubAsker(asker)) console.log((await asker.create({ ...ask, key: "call-1" })).id);
 */
export function isHubAsker(asker: Asker): asker is HubAsker {
  const { create, wait, cancel, report, delivery } = asker as Partial<HubAsker>;
  return [create, wait, cancel, report, delivery].every((part) => part !== undefined);
}
