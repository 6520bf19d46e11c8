import { type HubClient, type Session, type SessionMode, sessionModes } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import type { KeyboardEvent, ReactNode } from "react";
import { Icon } from "../app/icon.tsx";
import { PageLink } from "../app/route.tsx";
import { useNow } from "../live/use-now.ts";
import { SessionMenu } from "./session-menu.tsx";
import { modeWords, toStateWords, toUsageWords } from "./session-words.ts";

interface SessionHeadProps {
  client: HubClient;
  session: Session;
  /** How many other sessions are waiting for the person. */
  others: number;
  noDesk: boolean;
  /** Whether its agent takes another mode or model in the middle of a turn. */
  changesAtOnce: boolean;
  /** The way to its changes and back, if there is no room for both. */
  children: ReactNode;
  onAct: (act: () => Promise<unknown>) => void;
  onStop: () => void;
}

/** The title of a session, what it is, and what can be done with it. */
export function SessionHead(props: SessionHeadProps) {
  const { client, session, others, noDesk, changesAtOnce, children, onAct, onStop } = props;
  // Claude takes a change at once; other agents only between turns.
  const isFixed = noDesk || session.state === "waiting" || (session.state === "working" && !changesAtOnce);
  const isOffered = (mode: SessionMode) => mode === session.mode || (session.modes?.includes(mode) ?? true);
  // The branch of a worktree is shown with its changes.
  const branch = session.worktree === undefined ? session.branch : undefined;
  return (
    <header className="session-head line">
      <PageLink to="/sessions" className="pane-back">
        <Icon name="back" />
        Sessions
        {others > 0 && <span className="count attention">{others}</span>}
      </PageLink>
      <h1 className="one-line">{cleanLine(session.title)}</h1>
      <p className="session-facts line fine">
        <span>{cleanLine(session.agent)}</span>
        {session.models === undefined && session.model !== undefined && <span>{cleanLine(session.model)}</span>}
        <span className="mono">{cleanLine(session.project)}</span>
        {session.usage !== undefined && <span>{toUsageWords(session.usage)}</span>}
        {branch !== undefined && (
          <span className="mono">
            <Icon name="branch" /> {cleanLine(branch)}
          </span>
        )}
      </p>
      <SessionState session={session} />
      <div className="session-acts line fine">
        {children}
        {session.models !== undefined && session.models.length > 0 && (
          <select
            className="session-mode fine"
            aria-label="Model"
            value={session.models.find(({ id, name }) => [id, name].includes(session.model ?? ""))?.id ?? ""}
            disabled={isFixed}
            onKeyDown={notByLetters}
            onChange={({ target }) => onAct(() => client.sessions.setModel(session.id, target.value))}
          >
            <option value="" hidden>
              {cleanLine(session.model ?? "Model")}
            </option>
            {session.models.map(({ id, name }) => (
              <option key={id} value={id}>
                {cleanLine(name)}
              </option>
            ))}
          </select>
        )}
        <select
          className="session-mode fine"
          aria-label="What it may do without asking you"
          value={session.mode}
          disabled={isFixed}
          onKeyDown={notByLetters}
          onChange={({ target }) => onAct(() => client.sessions.setMode(session.id, target.value as SessionMode))}
        >
          {sessionModes.filter(isOffered).map((mode) => (
            <option key={mode} value={mode}>
              {modeWords[mode]}
            </option>
          ))}
        </select>
        {session.continues !== undefined && (
          <button
            type="button"
            className="small"
            disabled={noDesk}
            onClick={() => onAct(() => client.sessions.resume(session.id))}
          >
            {session.continues === "resume" ? (
              "Resume"
            ) : (
              <>
                Start again<span className="wide-only"> with this prompt</span>
              </>
            )}
          </button>
        )}
        {session.stoppedAt === undefined && session.state !== "failed" && (
          <button type="button" className="quiet small" aria-label="Stop session" disabled={noDesk} onClick={onStop}>
            Stop<span className="wide-only"> session</span>
          </button>
        )}
        <SessionMenu {...{ client, session, noDesk, onAct }} />
      </div>
    </header>
  );
}

/** The session's state, for a phone, where the list is not visible. */
function SessionState({ session }: { session: Session }) {
  return (
    <span className="session-state fine" data-state={session.state}>
      {toStateWords(session, useNow())}
    </span>
  );
}

/** Somebody who types a sentence must not change what the agent may do: arrows and the pointer choose, letters and Space do not. */
function notByLetters(event: KeyboardEvent): void {
  if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.preventDefault();
}
