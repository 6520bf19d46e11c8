"use client";

import type { DraftStorage, JoinedAsk, PersonClient } from "@yourcall/client";
import { joinLive, type WireAsk } from "@yourcall/client";
import { watchAsk } from "@yourcall/client/internal";
import { useEffect, useRef, useState } from "react";
import { type LiveCard, useLiveCard } from "./use-live-card.ts";

/** One ask of a hub, for a card. */
interface HubAsk {
  /** The props of a `QuestionCard`; undefined until the hub has sent the ask. */
  card: LiveCard | undefined;
  /** Why there is no ask, such as an unknown id or a token that may not read it. */
  error: Error | undefined;
}

interface HubAskOptions {
  /** The name of this screen in the log, `card` by default. */
  surface?: string;
  /** False for a token that may not read the event stream, such as that of a link. True by default, at the cost of a refused request. */
  events?: boolean;
  /** Keeps what was typed until the hub has it. */
  storage?: DraftStorage;
}

/**
 * Follows one ask, whether it is answered here or elsewhere, and shares its draft with other screens.
 *
 * @example
 * import type { HubClient } from "@yourcall/client";
 * import { QuestionCard } from "@yourcall/react";
 * function LiveCard({ client, id }: { client: HubClient; id: string }) {
 *   const { card, error } = useHubAsk(client, id);
 *   return card === undefined ? <p>{error?.message ?? "Loading…"}</p> : <QuestionCard {...card} />;
 * }
 */
export function useHubAsk(
  client: PersonClient,
  id: string,
  { surface = "card", events = true, storage }: HubAskOptions = {},
): HubAsk {
  const [live, setLive] = useState<JoinedAsk>();
  const [error, setError] = useState<Error>();
  const [offline, setOffline] = useState(false);
  // Another object must not start over.
  const latest = useRef(storage);
  latest.current = storage;

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let joined: JoinedAsk | undefined;

    function onAsk(ask: WireAsk): void {
      joined?.update(ask);
      if (joined !== undefined) return;
      joined = joinLive(client, ask, {
        by: { surface, act: "submit" },
        isUpdatedByCaller: true,
        storage: latest.current,
      });
      setLive(joined);
    }

    const onState = (state: "live" | "reconnecting") => setOffline(state === "reconnecting");
    watchAsk(client, id, { signal, onAsk, onState, events }).catch((failure: unknown) => {
      if (!signal.aborted) setError(failure instanceof Error ? failure : new Error(String(failure)));
    });
    addEventListener("pagehide", () => joined?.leave(), { signal });
    return () => {
      leaving.abort();
      void joined?.flush().finally(joined.close);
      setLive(undefined);
      setError(undefined);
    };
  }, [client, id, surface, events]);

  const card = useLiveCard(live, surface);
  if (card?.ask.id !== id) return { card: undefined, error };
  // Failures after the ask has ended, such as the end of its link, are not errors.
  return { card: { ...card, offline }, error: card.ask.outcome === undefined ? error : undefined };
}
