import { AlreadyEndedError, type HubClient, type WireAsk } from "@yourcall/client";
import type { Outcome } from "@yourcall/core";
import { QuestionCard, type Reply } from "@yourcall/react";
import { renderMarkdown } from "@yourcall/react/markdown";
import { type KeyboardEvent, useRef } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { CopyButton } from "../app/copy-button.tsx";
import { useDraftSync } from "./draft-sync.ts";

export interface AskPaneProps {
  client: HubClient;
  storage: BrowserStorage;
  ask: WireAsk;
  offline: boolean;
  onEnded: (ask: WireAsk) => void;
  /** It was sent from here and accepted; `byKeys` if by Ctrl-Enter. */
  onSent: (ask: WireAsk, byKeys: boolean) => void;
}

/** One ask with its card. Belongs to that ask: give it the id as `key`. */
export function AskPane({ client, storage, ask, offline, onEnded, onSent }: AskPaneProps) {
  const { draft, elsewhere, keep, pauseFor, end } = useDraftSync(client, ask, storage);
  const sendingByKeys = useRef(false);

  async function send(act: () => Promise<WireAsk>, answers?: Reply["answers"]): Promise<void> {
    const byKeys = sendingByKeys.current;
    const call = act();
    pauseFor(call);
    try {
      const ended = await call;
      end();
      onEnded(ended);
      onSent(ended, byKeys);
    } catch (error) {
      if (!AlreadyEndedError.isInstance(error)) throw error;
      end();
      onEnded(withOutcome(ask, error.outcome));
      // The same answers mean that ours was accepted and the response lost. Otherwise somebody else was first.
      const taken = error.outcome.status === "answered" ? error.outcome.answers : undefined;
      if (answers === undefined || JSON.stringify(taken) !== JSON.stringify(answers)) throw error;
    }
  }

  const submit = ({ answers, comment, act }: Reply) =>
    send(() => client.answer(ask.id, { answers, comment, surface: "web", act }), answers);
  const decline = ({ reason }: { reason?: string }) =>
    send(() => client.decline(ask.id, { reason, surface: "web", act: "submit" }));

  // The card sends within the event, so this is only about that key press.
  function noteKeys(event: KeyboardEvent): void {
    sendingByKeys.current = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    setTimeout(() => {
      sendingByKeys.current = false;
    });
  }

  return (
    <div onKeyDownCapture={noteKeys} className="ask-pane">
      <QuestionCard
        ask={ask}
        surface="web"
        onSubmit={submit}
        onDecline={decline}
        onDraft={keep}
        offline={offline}
        renderMarkdown={renderMarkdown}
        draft={draft}
        elsewhere={elsewhere}
      />
      <p className="ask-id meta">
        <span className="mono">{ask.id}</span>
        <CopyButton text={ask.id} label="Copy id" />
        <CopyButton text={ask.url} label="Copy link" />
      </p>
    </div>
  );
}

/** The ask as it is once it has ended this way. */
export function withOutcome({ draft, ...ask }: WireAsk, outcome: Outcome): WireAsk {
  return { ...ask, status: outcome.status, outcome };
}
