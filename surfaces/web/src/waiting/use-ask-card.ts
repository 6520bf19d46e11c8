import { AlreadyEndedError, type HubClient, type WireAsk } from "@yourcall/client";
import type { Outcome } from "@yourcall/core";
import type { CardProps, Reply } from "@yourcall/react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { lettersAct } from "../app/page-keys.ts";
import { useDraftSync } from "./draft-sync.ts";

export interface AskCardOptions {
  client: HubClient;
  storage: BrowserStorage;
  ask: WireAsk;
  offline: boolean;
  onEnded: (ask: WireAsk) => void;
  /** It was sent from here and accepted. */
  onSent: (ask: WireAsk) => void;
}

/** What the card of an ask of the hub needs. Belongs to that ask: give the component the id as `key`. */
export function useAskCard({ client, storage, ask, offline, onEnded, onSent }: AskCardOptions): CardProps {
  const { draft, elsewhere, keep, pauseFor, end } = useDraftSync(client, ask, storage);

  async function send(act: () => Promise<WireAsk>, answers?: Reply["answers"]): Promise<void> {
    const call = act();
    pauseFor(call);
    try {
      const ended = await call;
      end();
      onEnded(ended);
      onSent(ended);
    } catch (error) {
      if (!AlreadyEndedError.isInstance(error)) throw error;
      end();
      onEnded(withOutcome(ask, error.outcome));
      // The same answers mean that ours was accepted and the response lost. Otherwise somebody else was first.
      const taken = error.outcome.status === "answered" ? error.outcome.answers : undefined;
      if (answers === undefined || JSON.stringify(taken) !== JSON.stringify(answers)) throw error;
    }
  }

  return {
    ask,
    surface: "web",
    offline,
    draft,
    elsewhere,
    letters: lettersAct(storage),
    onDraft: keep,
    onSubmit: ({ answers, comment, act }) =>
      send(() => client.answer(ask.id, { answers, comment, surface: "web", act }), answers),
    onDecline: ({ reason }) => send(() => client.decline(ask.id, { reason, surface: "web", act: "submit" })),
  };
}

/** The ask as it is once it has ended this way. */
export function withOutcome({ draft, ...ask }: WireAsk, outcome: Outcome): WireAsk {
  return { ...ask, status: outcome.status, outcome };
}
