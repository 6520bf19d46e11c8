import {
  AgentError,
  type Ask,
  type Asker,
  type AskRequest,
  messageOf,
  type Outcome,
  YourcallError,
} from "@yourcall/core";

/**
 * An asker, which may also be able to tell an ask's id before it ends. The client of a hub is one: `create` makes the ask, and
 * `ask` with the same key attaches to it.
 */
export interface LoopAsker extends Asker {
  create?(request: AskRequest): Promise<{ id: string }>;
  cancel?(id: string, reason?: string): Promise<unknown>;
}

/**
 * Puts one ask to the person and waits, without polling, until it has ended. `onAsked` tells the host, which is heard out
 * first: a prompt on the host's own terminal must not come before the host's own words. Aborting withdraws the ask. Throws
 * `invalid-ask` and `too-large` as they are, for the model to correct; whatever else keeps the ask from a person is
 * `ask-failed`.
 */
export async function putAsk(
  asker: LoopAsker,
  request: AskRequest & Ask & { key: string },
  signal: AbortSignal,
  onAsked: (askId?: string) => Promise<void>,
): Promise<Outcome> {
  try {
    const canTellId = asker.create !== undefined && asker.cancel !== undefined;
    const id = canTellId ? await createUnlessAborted(asker, request, signal) : undefined;
    if (!signal.aborted) await Promise.race([onAsked(id), aborted(signal)]);
    if (!signal.aborted) return await asker.ask(request, { signal });
    if (id !== undefined) await asker.cancel?.(id, reasonOf(signal));
    return { status: "cancelled", at: new Date().toISOString() };
  } catch (error) {
    if (YourcallError.isInstance(error) && (error.code === "invalid-ask" || error.code === "too-large")) throw error;
    throw new AgentError(
      "ask-failed",
      `The question could not be put to a person: ${messageOf(error)} Nothing was answered; resume the run to ask again.`,
      { cause: error },
    );
  }
}

/** The ask's id, or undefined once the run is aborted; an ask that is created after all is withdrawn. */
function createUnlessAborted(asker: LoopAsker, request: AskRequest, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    const onAbort = () => resolve(undefined);
    signal.addEventListener("abort", onAbort, { once: true });
    const created = asker.create?.(request) ?? Promise.reject(new Error("The asker cannot create."));
    created.then(
      ({ id }) => {
        signal.removeEventListener("abort", onAbort);
        if (!signal.aborted) return resolve(id);
        asker.cancel?.(id, reasonOf(signal)).then(
          () => resolve(undefined),
          () => resolve(undefined),
        );
      },
      (error) => {
        signal.removeEventListener("abort", onAbort);
        reject(error);
      },
    );
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

function reasonOf(signal: AbortSignal): string | undefined {
  return typeof signal.reason === "string" ? signal.reason : undefined;
}
