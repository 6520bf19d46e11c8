import { NotAHubError } from "@yourcall/client";
import { canCheckProofs, expectProof, type HubProof, sealToken } from "@yourcall/client/internal";

/** Makes sure that this address is still the hub's before a token is sent there. */
export interface HubCheck {
  /** The identity key of the hub that has proved itself, or that has to. */
  key(): string;
  /** Resolves if the hub has proved itself since the last break, or now does. Rejects with `NotAHubError` if this is not the hub. */
  prove(): Promise<HubProof>;
  /** What to send in place of the token, once the hub has proved itself: encrypted for this run of the hub, if it can be. */
  seal(token: string): Promise<string>;
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
  let proving: Promise<HubProof> | undefined;
  let sealed = new Map<string, Promise<string>>();

  async function check(): Promise<HubProof> {
    if (!(await canCheckProofs())) throw new CannotCheckError("This browser cannot check who answers.");
    const proof = await expectProof(key, { url: "", host: location.host });
    key = proof.key;
    return proof;
  }

  function drop(): void {
    proving = undefined;
    sealed = new Map();
  }

  async function prove(): Promise<HubProof> {
    proving ??= check();
    const current = proving;
    try {
      return await current;
    } catch (error) {
      if (proving === current) drop();
      throw error;
    }
  }

  // Only one tab reads the event stream, and so notices first that it ended.
  channel.addEventListener("message", drop);
  return {
    key: () => key,
    prove,
    async seal(token) {
      const { run } = await prove();
      // Behind a proxy there is TLS, and several hubs may answer in turn.
      if (run === undefined) return token;
      const known = sealed.get(token) ?? sealToken(token, run);
      sealed.set(token, known);
      return known;
    },
    forget() {
      drop();
      channel.postMessage("break");
    },
  };
}
