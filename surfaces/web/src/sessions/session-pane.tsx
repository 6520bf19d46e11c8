import "./session-pane.css";
import "./session-dock.css";
import { type HubClient, type Session, type SessionMode, sessionModes } from "@yourcall/client";
import { cleanLine, toHeaderName } from "@yourcall/core";
import { QuestionCard } from "@yourcall/react";
import { type KeyboardEvent, useEffect, useReducer, useState } from "react";
import { Icon } from "../app/icon.tsx";
import { PageLink } from "../app/route.tsx";
import { isTypingIn } from "../app/typing.ts";
import type { Inbox, InboxStore } from "../live/inbox-store.ts";
import { useCall } from "../live/use-call.ts";
import { useNow } from "../live/use-now.ts";
import { type AskCardOptions, useAsk, useAskCard } from "../waiting/ask-pane.tsx";
import { Composer } from "./composer.tsx";
import { modeWords, toAgentName, toStateWords } from "./session-words.ts";
import { Transcript } from "./transcript.tsx";
import type { Desk } from "./use-desk.ts";

interface SessionPaneProps {
  client: HubClient;
  store: InboxStore;
  inbox: Inbox;
  desk: Desk;
  session: Session;
  /** How many other sessions are waiting for the person. */
  others: number;
  /** The hub has been away for longer than a moment. */
  away: boolean;
}

/** One session: its conversation, its question if it has one, and where the person writes. Give it the id as `key`. */
export function SessionPane({ client, store, inbox, desk, session, others, away }: SessionPaneProps) {
  const { why, run } = useCall();
  // A separate call, so that stopping never has to wait for another one.
  const stop = useCall();
  const ask = useAsk(client, useShownAsk(session.asks[0]), inbox);
  const noDesk = desk.link === "no-desk";
  const isRunning = session.state === "working" || session.state === "waiting";
  const canResume = session.state === "failed" || session.stoppedAt !== undefined;
  return (
    <div className="session-pane">
      <header className="session-head line">
        <PageLink to="/sessions" className="pane-back">
          <Icon name="back" />
          Sessions
          {others > 0 && <span className="count attention">{others}</span>}
        </PageLink>
        <h1 className="one-line">{cleanLine(session.title)}</h1>
        <p className="session-facts line fine">
          <span title={session.model && cleanLine(session.model)}>{cleanLine(session.agent)}</span>
          <span className="mono">{cleanLine(session.project)}</span>
          {session.branch !== undefined && (
            <span className="mono">
              <Icon name="branch" /> {cleanLine(session.branch)}
            </span>
          )}
        </p>
        <SessionState session={session} />
        <p className="session-acts line fine">
          <select
            className="session-mode fine"
            aria-label="What it may do without asking you"
            value={session.mode}
            disabled={noDesk || isRunning}
            onKeyDown={notByLetters}
            onChange={({ target }) => void run(() => client.sessions.setMode(session.id, target.value as SessionMode))}
          >
            {sessionModes.map((mode) => (
              <option key={mode} value={mode}>
                {modeWords[mode]}
              </option>
            ))}
          </select>
          {canResume && (
            <button
              type="button"
              className="small"
              disabled={noDesk}
              onClick={() => void run(() => client.sessions.resume(session.id))}
            >
              Resume
            </button>
          )}
          {session.stoppedAt === undefined && (
            <button
              type="button"
              className="quiet small"
              disabled={noDesk}
              onClick={() => void stop.run(() => client.sessions.stop(session.id))}
            >
              Stop session
            </button>
          )}
        </p>
      </header>
      <Transcript desk={desk} session={session} />
      <div className="session-dock" data-focus=".composer textarea">
        <div>
          <p role="status" className="session-line fine failed" data-tone={noDesk ? "warning" : undefined}>
            {noDesk
              ? `The desk has stopped.${ask === undefined ? "" : " Your answer is kept for it."} Start it again with: yourcall desk DIRECTORY…`
              : (stop.why ?? why ?? (session.state === "failed" ? cleanLine(session.failure ?? "") : ""))}
          </p>
          {ask !== undefined && ask !== "unknown" && (
            <AskPanel
              key={ask.id}
              {...{ client, ask }}
              agent={session.agent}
              count={session.asks.length}
              offline={away}
              onEnded={store.end}
              onSent={() => {}}
            />
          )}
          <Composer {...{ client, session }} away={noDesk} />
        </div>
      </div>
    </div>
  );
}

/**
 * The ask to show. One that has ended stays while somebody is typing in its card, and until they have left the card, so that they can
 * copy what they wrote.
 */
function useShownAsk(next: string | undefined): string | undefined {
  const [shown, show] = useState(next);
  const isHeld = shown !== next && shown !== undefined && document.activeElement?.closest(".ask-panel") != null;
  const [wasTyped, setTyped] = useState(false);
  const stays = isHeld && (wasTyped || isTypingIn(".ask-panel"));
  if (stays !== wasTyped) setTyped(stays);
  if (!stays && shown !== next) show(next);
  const [, look] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!stays) return;
    const leaving = new AbortController();
    // The focus is where it goes only after this event.
    addEventListener("focusout", () => setTimeout(look), { signal: leaving.signal });
    return () => leaving.abort();
  }, [stays]);
  return stays ? shown : next;
}

/** The session's state, for a phone, where the list is not visible. */
function SessionState({ session }: { session: Session }) {
  return (
    <span className="session-state fine" data-state={session.state}>
      {toStateWords(session, useNow())}
    </span>
  );
}

/** A session's question, above the input. It belongs to one ask: give it the id as `key`. */
function AskPanel({ agent: name, count, ...options }: AskCardOptions & { agent: string; count: number }) {
  const { ask } = options;
  const card = useAskCard(options);
  const agent = toAgentName(cleanLine(name));
  const title = ask.kind === "approval" ? `${agent} needs your approval` : `${agent} is asking`;
  return (
    <section className="ask-panel" aria-label={title}>
      <p className="ask-panel-head line fine">
        <b>{title}</b>
        <span className="ask-panel-about one-line">
          {ask.kind !== "approval" && ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ")}
        </span>
        {count > 1 && <span>1 of {count}</span>}
      </p>
      <div className="ask-panel-card">
        <QuestionCard {...card} />
      </div>
    </section>
  );
}

/** Somebody who types a sentence must not change what the agent may do: arrows and the pointer choose, letters and Space do not. */
function notByLetters(event: KeyboardEvent): void {
  if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.preventDefault();
}
