import { type Clock, type CreatedAsk, cleanLine, type HubAsker, type KeyedRequest, type Outcome } from "@yourcall/core";
import { endInOwnWindow, isHubAway, type OwnEnd, pause, untilRecorded } from "@yourcall/core/internal";
import { noteLost } from "./loses-note.ts";

/** What a person decided in the hub. */
export type Decision = Extract<Outcome, { status: "answered" | "declined" }>;

/** A question or an approval that is open in the host's own window. */
export interface HostDialog {
  /** The host, for people: `Codex`. */
  host: string;
  /** The host, in reports: `codex`. */
  surface: string;
  /**
   * Its ask, with the id of the host's call as key and the host's session in `agent.session`; null if it cannot be shown, so that
   * it stays in the host's window alone.
   */
  request: KeyedRequest | Promise<KeyedRequest | null>;
  /**
   * Gives the decision to the host and closes its dialog. Resolves with `taken` if the host confirms that its model received it, or
   * `taken-without-note` if that had no place for what the person wrote with it; with `late` if the host says that it was decided
   * before; with what happened if the host did not take it for another reason; and with `sent` if the host confirms none of that here,
   * or `sent-note` if its model already has what the person wrote with it: then `end` follows. Rejects if the host did not reply.
   */
  send(decision: Decision): Promise<SendResult>;
}

export type SendResult = "taken" | "taken-without-note" | "late" | { failed: string } | "sent" | "sent-note";

/** How the dialog ended, as the host says:
 *
 *     as-sent                 the model received what `send` gave
 *     as-sent-without-note    the same, but not what the person wrote with it
 *     report                  it was decided in the host's window, as given here
 *     reason                  it ended without a decision that is known, or not by a person: "Interrupted in Codex."
 */
export type DialogEnd = "as-sent" | "as-sent-without-note" | OwnEnd;

export interface OpenDialog {
  /** Only the first call counts. Resolves once the hub has recorded it, or `keepsReporting` is not set and the hub is away for a minute. */
  end(how: DialogEnd): Promise<void>;
}

export interface DialogOptions {
  hub: Pick<HubAsker, "create" | "wait" | "cancel" | "report" | "delivery" | "endSession">;
  clock: Clock;
  /** How long to wait before asking, because the host may settle the request by itself. None by default. */
  delayMs?: number;
  /** Set if this process lives as long as the host: what became of a dialog is then reported however long the hub is away. */
  keepsReporting?: true;
}

const lookAgainMs = 1000;

/**
 * Puts a dialog of a host into the hub while it is open there. The first decision wins, and the host alone says which that was:
 *
 *     opened ──delay──▶ create ──▶ wait ──decided──▶ send ──▶ taken            delivery `taken`
 *                                    │                 ├────▶ late, failed     delivery `refused`
 *                                    │                 └────▶ sent ──▶ end     delivery `taken` or `refused`
 *                                    └─end─▶ report, or withdraw with the reason
 *
 * Until then the delivery is `waiting`: that the decision was read here does not mean that the host has it. An ask that expires or is withdrawn leaves the host's dialog open. A hub that is away changes nothing for the host.
 */
export function followDialog(
  dialog: HostDialog,
  { hub, clock, delayMs = 0, keepsReporting }: DialogOptions,
): OpenDialog {
  const { host, surface, request } = dialog;
  const attempts = keepsReporting && Number.POSITIVE_INFINITY;
  let session: string | undefined;
  const stop = new AbortController();
  const { signal } = stop;
  let creating: Promise<CreatedAsk> | undefined;
  /** Set once the decision has been given to the host; resolves with what the host said to that. */
  let sending: Promise<SendResult> | undefined;
  let isOver = false;

  async function follow(): Promise<void> {
    const [known] = await Promise.all([request, delayMs > 0 ? pause(clock, delayMs) : undefined]);
    if (signal.aborted || known === null) return;
    session = known.agent?.session;
    creating = hub.create(known, { signal });
    const ask = await creating;
    const outcome = ask.outcome ?? (await waitForOutcome(ask.id));
    if (signal.aborted || outcome === null) return;
    // The host's dialog stays open.
    if (outcome.status !== "answered" && outcome.status !== "declined") return await reportDelivery(ask.id, "taken");
    sending = dialog.send(outcome).catch((error) => ({ failed: toFailure(host, error) }));
    const state = await sending;
    if (state === "sent" || state === "sent-note") return;
    isOver = true;
    if (state === "late") await reportDelivery(ask.id, "refused", toAnsweredFirst(host));
    else if (typeof state === "object") await reportDelivery(ask.id, "refused", state.failed);
    else await reportDelivery(ask.id, "taken", state === "taken" ? undefined : noteLost);
  }

  /** For as long as the dialog is open: a client that gives up, as after a machine's sleep, must not lose the answer. */
  async function waitForOutcome(id: string): Promise<Outcome | null> {
    for (;;) {
      const outcome = await hub.wait(id, { signal, reportsDelivery: true }).catch((error) => {
        if (signal.aborted || !isHubAway(error)) throw error;
        return null;
      });
      if (outcome !== null || signal.aborted) return outcome;
      await pause(clock, lookAgainMs, signal);
    }
  }

  async function reportDelivery(id: string, state: "taken" | "refused", note?: string): Promise<void> {
    await untilRecorded(clock, () => hub.delivery(id, { state, note, session }), attempts);
  }

  async function end(how: DialogEnd): Promise<void> {
    const state = sending === undefined ? undefined : await sending;
    if (isOver) return;
    isOver = true;
    if (sending === undefined) stop.abort();
    const ask = await creating?.catch(() => undefined);
    if (ask === undefined) return;
    if (sending !== undefined && typeof how === "string")
      return reportDelivery(ask.id, "taken", how === "as-sent" ? undefined : noteLost);
    const own = typeof how === "string" ? { reason: `Answered in ${host}.` } : how;
    const why = typeof how === "string" ? toAnsweredFirst(host) : toRefusal(how, host);
    if (sending === undefined)
      return endInOwnWindow(hub, ask.id, own, {
        ...{ clock, surface, session, refusal: why, reportsDelivery: true, attempts },
      });
    await reportDelivery(ask.id, "refused", state === "sent-note" ? `${why}, but the note was passed on` : why);
  }

  follow().catch(() => {});
  return { end: (how) => end(how).catch(() => {}) };
}

function toFailure(host: string, error: unknown): string {
  return `${host} did not reply: ${cleanLine(error instanceof Error ? error.message : String(error))}`;
}

/** Why a decision did not count in the host, as the note of a delivery, which continues a sentence: "refused: interrupted in Codex". */
export function toRefusal(how: OwnEnd, host: string): string {
  if ("report" in how) return toAnsweredFirst(host);
  const words = how.reason.replace(/\.$/, "");
  return words.startsWith(host) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

function toAnsweredFirst(host: string): string {
  return `${host} was answered first`;
}
