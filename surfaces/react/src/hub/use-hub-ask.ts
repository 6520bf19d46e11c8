"use client";

import { AlreadyEndedError, type HubClient, type WireAsk } from "@yourcall/client";
import { createDraftKeeper, type DraftKeeper } from "@yourcall/client/internal";
import { type Draft, YourcallError } from "@yourcall/core";
import { useEffect, useRef, useState } from "react";
import type { CardProps } from "../card-props.ts";

/** One ask of a hub, for a card. */
interface HubAsk {
  /** The props of a `QuestionCard`; undefined until the hub has sent the ask. */
  card: CardProps | undefined;
  /** Why there is no ask, such as an unknown id or a token that may not read it. */
  error: Error | undefined;
}

/**
 * Follows one ask, whether it is answered here or elsewhere, and shares its draft with other screens. `surface` is the name of this screen in
 * the log, `card` by default.
 */
export function useHubAsk(client: HubClient, id: string, { surface = "card" }: { surface?: string } = {}): HubAsk {
  const [ask, setAsk] = useState<WireAsk>();
  const [error, setError] = useState<Error>();
  const [offline, setOffline] = useState(false);
  const keeper = useRef<DraftKeeper>(undefined);

  function stopDrafts(): void {
    keeper.current?.stop();
    keeper.current = undefined;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: stopDrafts uses only a ref
  useEffect(() => {
    const leaving = new AbortController();
    const change = (next: (known: WireAsk) => WireAsk) => setAsk((known) => known && next(known));

    async function follow(): Promise<void> {
      const onState = (state: "live" | "reconnecting") => setOffline(state === "reconnecting");
      for await (const event of client.events({ signal: leaving.signal, onState })) {
        // The stream starts over: the ask may have changed or ended in between.
        if (event.type === "snapshot") await load();
        else if (event.type === "ask-ended" && event.ask.id === id) {
          stopDrafts();
          setAsk(event.ask);
        } else if (event.type === "ask-drafted" && event.id === id)
          change((known) => ({ ...known, draft: event.draft, expiresAt: event.expiresAt ?? known.expiresAt }));
        else if (event.type === "ask-delivered" && event.id === id)
          change((known) => ({ ...known, delivery: event.delivery }));
      }
    }

    /** Follows the ask without the stream, which the token of a link may not read. */
    async function followAlone(): Promise<void> {
      await load();
      setOffline(false);
      const onPending = (ask: WireAsk) => change((known) => (known.outcome === undefined ? ask : known));
      const outcome = await client.wait(id, { signal: leaving.signal, onPending });
      if (outcome !== null) change((known) => ({ ...known, status: outcome.status, outcome }));
    }

    async function load(): Promise<void> {
      const found = await client.get(id);
      if (leaving.signal.aborted) return;
      if (found.outcome === undefined) keeper.current ??= createDraftKeeper(client, found, { surface });
      setAsk(found);
    }

    const orAlone = (failure: unknown) =>
      YourcallError.isInstance(failure) && failure.code === "forbidden" ? followAlone() : Promise.reject(failure);
    follow()
      .catch(orAlone)
      .catch((failure: unknown) => {
        if (!leaving.signal.aborted) setError(failure instanceof Error ? failure : new Error(String(failure)));
      });
    addEventListener("pagehide", () => keeper.current?.leave(), { signal: leaving.signal });
    return () => {
      leaving.abort();
      void keeper.current?.flush();
      keeper.current = undefined;
      setAsk(undefined);
      setError(undefined);
    };
  }, [client, id, surface]);

  /** Sends an answer or a decline. Whoever was first, the card then shows how the ask ended. The draft is kept only if the hub refused. */
  async function end(call: Promise<WireAsk>): Promise<void> {
    stopDrafts();
    try {
      setAsk(await call);
    } catch (failure) {
      if (!AlreadyEndedError.isInstance(failure)) {
        if (ask !== undefined) keeper.current ??= createDraftKeeper(client, ask, { surface });
        throw failure;
      }
      const { outcome } = failure;
      setAsk((known) => known && { ...known, status: outcome.status, outcome });
    }
  }

  if (ask === undefined || ask.id !== id) return { card: undefined, error };
  const card: CardProps = {
    ask,
    surface,
    offline,
    draft: ask.draft?.draft,
    elsewhere: ask.draft?.surface === surface ? undefined : ask.draft?.surface,
    onDraft: (draft: Draft) => keeper.current?.keep(draft),
    onSubmit: (reply) => end(client.answer(id, { ...reply, surface })),
    onDecline: (decline) => end(client.decline(id, { ...decline, surface, act: "submit" })),
  };
  // Failures after the ask has ended, such as the end of its link, are not errors.
  return { card, error: ask.outcome === undefined ? error : undefined };
}
