import "./session-pane.css";
import "./session-dock.css";
import "./composer.css";
import type { HubClient, Session } from "@yourcall/client";
import { cleanLine, toHeaderName } from "@yourcall/core";
import { QuestionCard } from "@yourcall/react";
import { useEffect, useReducer, useState } from "react";
import { useStored } from "../app/browser-storage.ts";
import { isTypingIn } from "../app/page-keys.ts";
import { threeColumns, useMedia } from "../app/use-media.ts";
import type { Inbox, InboxStore } from "../live/inbox-store.ts";
import { useCall } from "../live/use-call.ts";
import { type AskCardOptions, useAsk, useAskCard } from "../waiting/ask-pane.tsx";
import { ChangeCounts } from "./changed-file.tsx";
import { ChangesPanel } from "./changes-panel.tsx";
import { Composer } from "./composer.tsx";
import { useLineComments } from "./line-comments.ts";
import { SessionHead } from "./session-head.tsx";
import { toAgentName } from "./session-words.ts";
import { Transcript } from "./transcript.tsx";
import { useChanges } from "./use-changes.ts";
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
  const isWide = useMedia(threeColumns);
  const hasWorktree = session.worktree !== undefined && session.worktree.discardedAt === undefined;
  const known = useChanges(client, session);
  const comments = useLineComments(session.id);
  const [shownPart, showPart] = useStored(`part.${session.id}`);
  const showsChanges = hasWorktree && (isWide || shownPart === "changes");
  const pane = (
    <div className="session-pane" data-changes={(showsChanges && !isWide) || undefined}>
      <SessionHead
        {...{ client, session, others, noDesk }}
        changesAtOnce={desk.agents.find(({ name }) => name === session.agent)?.kind === "claude"}
        onAct={(act) => void run(act)}
        onStop={() => void stop.run(() => client.sessions.stop(session.id))}
      >
        {hasWorktree && !isWide && (
          <button
            type="button"
            className="small"
            aria-pressed={showsChanges}
            onClick={() => showPart(showsChanges ? null : "changes")}
          >
            Changes {known.changes !== undefined && <ChangeCounts {...known.changes} />}
          </button>
        )}
      </SessionHead>
      {showsChanges && !isWide && <ChangesPanel {...{ client, session, known, comments }} away={noDesk} />}
      <Transcript {...{ client, desk, session }} />
      {/* After a decision by key, the keys are for the next question; after one by a press, for the input. */}
      <div className="session-dock" tabIndex={-1} data-focus=".composer textarea">
        <div>
          <p role="status" className="session-line fine failed" data-tone={noDesk ? "warning" : undefined}>
            {noDesk
              ? `The desk has stopped.${ask === undefined ? "" : " Your answer is kept for it."} Start it again with: yourcall desk DIRECTORY…`
              : (stop.why ?? why)}
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
          {session.isElsewhere === true ? (
            <p className="session-elsewhere fine">
              Claude Code runs in a terminal of its own. You can answer its questions here, and write to it there.
            </p>
          ) : (
            <Composer
              {...{ client, session, comments }}
              ask={ask === "unknown" || ask?.status !== "pending" ? undefined : ask}
              away={noDesk}
              onAnswered={store.end}
            />
          )}
        </div>
      </div>
    </div>
  );
  return (
    <div className="session-work" data-changes={(showsChanges && isWide) || undefined}>
      {pane}
      {showsChanges && isWide && <ChangesPanel {...{ client, session, known, comments }} away={noDesk} />}
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
