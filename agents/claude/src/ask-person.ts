import type { Ask, Asker, AskRequest, Outcome } from "@yourcall/core";

/**
 * An asker, which may also be able to tell an ask's id before it ends. The client of a hub is one: `create` makes the ask, and
 * `ask` with the same key attaches to it.
 */
export interface ClaudeAsker extends Asker {
  create?(request: AskRequest): Promise<{ id: string }>;
  cancel?(id: string, reason?: string): Promise<unknown>;
}

/** An ask that is on its way to a person. `toolUseId` is Claude's name for the call, and absent for an elicitation. */
export interface AskNotice {
  toolUseId?: string;
  /** Where the asker can tell it (a hub can). */
  askId?: string;
  /** The turn is about to end, and the ask waits without it. */
  deferred?: true;
  ask: Ask;
}

export type OnAsk = (notice: AskNotice) => void | Promise<void>;

/**
 * Puts one ask to the person and waits, without a limit of its own, until it has ended. `onAsk` is heard out first, so that a
 * prompt on the host's own terminal does not come before the host's own words. Aborting withdraws the ask, and so does an
 * `onAsk` that fails: nobody would wait for it. Rejects with that failure, and where the asker resolves with what is no outcome.
 */
export async function askPerson(
  asker: ClaudeAsker,
  request: AskRequest & Ask,
  signal: AbortSignal,
  onAsk?: (askId?: string) => void | Promise<void>,
): Promise<Outcome> {
  if (onAsk === undefined) return toOutcome(await asker.ask(request, { signal }));
  const { cancel } = asker;
  const askId = cancel === undefined || signal.aborted ? undefined : (await asker.create?.(request))?.id;
  try {
    if (!signal.aborted) await Promise.race([onAsk(askId), aborted(signal)]);
  } catch (error) {
    if (askId !== undefined) await cancel?.call(asker, askId).catch(() => {});
    throw error;
  }
  if (!signal.aborted || askId === undefined) return toOutcome(await asker.ask(request, { signal }));
  await cancel?.call(asker, askId);
  return { status: "cancelled", at: new Date().toISOString() };
}

const statuses: readonly unknown[] = ["answered", "declined", "expired", "cancelled"] satisfies Outcome["status"][];

// An asker may be anybody's, and what it says decides whether a tool runs.
function toOutcome(value: Outcome): Outcome {
  const { status, answers } = (value ?? {}) as { status?: unknown; answers?: unknown };
  if (!statuses.includes(status) || (status === "answered" && !Array.isArray(answers)))
    throw new Error("The asker came back without an outcome.");
  return value;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
