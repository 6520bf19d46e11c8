import { type Decision, type HubClient, type JoinedAsk, joinLive, type WireAsk } from "@yourcall/client";
import { sendLive } from "@yourcall/react/internal";
import { useEffect, useRef } from "react";
import { surface } from "../waiting/ask-pane.tsx";

const by = { surface, act: "submit" } as const;

interface Sending {
  live: JoinedAsk;
  words: string;
  /** Resolves once the hub has replied to the last attempt, or could not be reached. */
  tried: Promise<void>;
}

/**
 * Sends words typed for an agent as the decision about its ask. `onEnded` is called once they have ended it, perhaps after the reply was
 * lost. The draft of the ask's card is not theirs, so they have a live ask of their own, from the moment they are first sent.
 */
export function useWordsSender(client: HubClient, onEnded: (ended: WireAsk, words: string) => void) {
  const latest = useRef(onEnded);
  latest.current = onEnded;
  const sending = useRef<Sending>(undefined);
  // Not before the reply: the words that it acknowledges must not stay in the input.
  useEffect(() => () => void sending.current?.tried.then(sending.current.live.close), []);

  function join(ask: WireAsk): Sending {
    sending.current?.live.close();
    const live = joinLive(client, ask, { by });
    const joined: Sending = { live, words: "", tried: Promise.resolve() };
    live.ended.then(
      ({ elsewhere }) => elsewhere || latest.current(live.now().ask, joined.words),
      () => {},
    );
    return joined;
  }

  return (ask: WireAsk, decision: Decision, words: string): Promise<void> => {
    if (sending.current?.live.now().ask.id !== ask.id) sending.current = join(ask);
    const reply = sendLive(sending.current.live, decision, by);
    Object.assign(sending.current, { words, tried: reply.catch(() => {}) });
    return reply;
  };
}
