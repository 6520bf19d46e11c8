import type { WireAsk } from "@yourcall/core/internal/wire";
import type { HubClient } from "./create-hub-client.ts";
import { joinLive, type LiveOptions, withOutcome } from "./live-ask.ts";

interface DeclineOptions extends LiveOptions {
  /** Sent to every agent. */
  reason?: string;
  /** Called with each ask that has ended. */
  onEnded: (ask: WireAsk) => void;
}

/** Declines each of these asks. The text says what became of them; `done` is false if the hub did not accept all. */
export async function declineAsks(
  person: HubClient,
  asks: readonly WireAsk[],
  { reason, onEnded, ...options }: DeclineOptions,
): Promise<{ done: boolean; declined: number; text: string }> {
  let declined = 0;
  let earlier = 0;
  let refused: string | undefined;
  async function decline(ask: WireAsk): Promise<void> {
    const live = joinLive(person, ask, { ...options, isUpdatedByCaller: true });
    const refusal = await live.submit({ type: "declined", reason });
    live.close();
    if (refusal !== null) {
      refused = refusal.reason;
      return;
    }
    const { outcome, elsewhere } = await live.ended;
    if (elsewhere) earlier += 1;
    else declined += 1;
    onEnded(withOutcome(ask, outcome));
  }
  await Promise.all(asks.map(decline));
  const parts = [
    `${declined === 1 ? "1 ask" : `${declined} asks`} declined.`,
    ...(earlier === 0 ? [] : [`${earlier} had already ended.`]),
    ...(refused === undefined ? [] : [refused]),
  ];
  return { done: refused === undefined, declined, text: parts.join(" ") };
}
