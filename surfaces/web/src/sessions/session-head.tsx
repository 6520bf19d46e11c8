import type { Session } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import type { ReactNode } from "react";
import { Icon } from "../app/icon.tsx";
import { PageLink } from "../app/route.tsx";
import { useNow } from "../live/use-now.ts";
import { SessionActs, type SessionActsProps } from "./session-acts.tsx";
import { SessionFacts } from "./session-facts.tsx";
import { toStateWords } from "./session-words.ts";

interface SessionHeadProps extends SessionActsProps {
  /** How many other sessions are waiting for the person. */
  others: number;
  /** The way to its changes and back, if there is no room for both. */
  children: ReactNode;
}

/** The title of a session, what it is, and what can be done with it. */
export function SessionHead(props: SessionHeadProps) {
  const { client, session, others, noDesk, changesAtOnce, children, onAct, onStop } = props;
  return (
    <header className="session-head line">
      <PageLink to="/sessions" className="pane-back">
        <Icon name="back" />
        Sessions
        {others > 0 && <span className="count attention">{others}</span>}
      </PageLink>
      <h1 className="one-line">{cleanLine(session.title)}</h1>
      <p className="session-facts line fine">
        {/* The branch of a worktree is shown with its changes. */}
        <SessionFacts session={session} hasBranch={session.worktree === undefined} />
      </p>
      <SessionState session={session} />
      <div className="session-acts line fine">
        {children}
        {session.isElsewhere === true ? (
          <span>runs in its own terminal</span>
        ) : (
          <SessionActs {...{ client, session, noDesk, changesAtOnce, onAct, onStop }} />
        )}
      </div>
    </header>
  );
}

/** The session's state, for a phone, where the list is not visible. */
function SessionState({ session }: { session: Session }) {
  return (
    <span
      className="session-state fine"
      data-state={session.state}
      data-silent={session.silentSince !== undefined || undefined}
    >
      {toStateWords(session, useNow())}
    </span>
  );
}
