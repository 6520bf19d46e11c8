import { NotAHubError } from "@yourcall/client";
import { canCheckProofs, expectProof, sealToken } from "@yourcall/client/internal";

/** Makes sure that this address is still the hub's before a token is sent there. */
export interface HubCheck {
  /** The identity key of the hub that has proved itself, or that has to. */
  key(): string;
  /** What to send instead of the token; undefined for the token itself. Rejects with `NotAHubError` if this is not the hub. */
  pass(token: string, signal?: AbortSignal): Promise<string | undefined>;
  /** The hub has to prove itself again, in every tab: there was a break, and another program may have the port now. */
  forget(): void;
}

/** This browser lacks what checking a proof needs. */
export class CannotCheckError extends NotAHubError {}

const channel = new BroadcastChannel("yourcall.breaks");

/**
 * The hub proves itself once, and again after a break. `pinned` is how the hub's identity key begins; from the first proof on, the
 * whole key is known.
 */
export function createHubCheck(pinned = ""): HubCheck {
  let key = pinned;
  let checked: Promise<(token: string) => Promise<string | undefined>> | undefined;

  async function check() {
    if (!(await canCheckProofs())) throw new CannotCheckError("This browser cannot check who answers.");
    const { run, key: shown } = await expectProof(key, { url: "", host: location.host });
    key = shown;
    const passes = new Map<string, Promise<string>>();
    return async (token: string) => {
      if (run === undefined) return undefined;
      const pass = passes.get(token) ?? sealToken(token, run);
      passes.set(token, pass);
      return pass;
    };
  }

  function drop(): void {
    checked = undefined;
  }

  // Only one tab reads the event stream, and so notices first that it ended.
  channel.addEventListener("message", drop);
  return {
    key: () => key,
    async pass(token, signal) {
      const current = checked ?? check();
      checked = current;
      try {
        return await (await unlessAborted(current, signal))(token);
      } catch (error) {
        if (checked === current && !signal?.aborted) drop();
        throw error;
      }
    },
    forget() {
      drop();
      channel.postMessage("break");
    },
  };
}

function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return promise;
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, aborted]);
}
