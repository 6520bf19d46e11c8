import { type Ask, type Asker, type AskRequest, type Outcome, YourcallError } from "@yourcall/core";
import { AgentError, messageOf } from "./agent-error.ts";

/**
 * An asker, which may also be able to tell an ask's id before it ends. The client of a hub is one: `create` makes the ask, and
 * `ask` with the same key attaches to it.
 */
export interface LoopAsker extends Asker {
  create?(request: AskRequest): Promise<{ id: string }>;
  cancel?(id: string, reason?: string): Promise<unknown>;
}

/**
 * Puts one ask to the person and waits, without polling, until it has ended. `onAsked` is called once, when the ask is on its
 * way. Aborting withdraws it. Throws `invalid-ask` and `too-large` as they are, for the model to correct; anything else
 * that keeps the ask from a person is `ask-failed`.
 */
export async function putAsk(
  asker: LoopAsker,
  request: AskRequest & Ask & { key: string },
  signal: AbortSignal,
  onAsked: (askId?: string) => void,
): Promise<Outcome> {
  try {
    if (asker.create === undefined || asker.cancel === undefined) {
      onAsked();
      return await asker.ask(request, { signal });
    }
    const id = await createUnlessAborted(asker, request, signal);
    if (id === undefined) return { status: "cancelled", at: new Date().toISOString() };
    onAsked(id);
    return await asker.ask(request, { signal });
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
        const reason = typeof signal.reason === "string" ? signal.reason : undefined;
        asker.cancel?.(id, reason).then(
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
