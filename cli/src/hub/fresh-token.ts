import type { Transport } from "@yourcall/client";

export interface Opened {
  token: string;
  transport: Transport;
}

/**
 * A transport that reopens with a new token if the hub rejects the old one: a person may have created new tokens, and a waiting
 * agent should not lose an answer over it.
 */
export function withFreshToken(open: () => Opened): Transport {
  let current = open();
  const old: Opened[] = [];

  /** Repeats the request with the new token, if there is one. */
  async function say<Reply extends { status: number }>(to: (transport: Transport) => Promise<Reply>): Promise<Reply> {
    const used = current;
    const reply = await to(used.transport);
    if (reply.status !== 401 || !renew(used)) return reply;
    return to(current.transport);
  }

  function renew({ token }: Opened): boolean {
    try {
      if (current.token === token) {
        const opened = open();
        if (opened.token === token) return false;
        // Other requests may still use it.
        old.push(current);
        current = opened;
      }
      return true;
    } catch {
      // The hub's reply counts.
      return false;
    }
  }

  return {
    request: (options) => say((transport) => transport.request(options)),
    stream: (options) => say((transport) => transport.stream(options)),
    close() {
      for (const { transport } of [...old, current]) transport.close?.();
    },
  };
}
