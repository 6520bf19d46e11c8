import "./session-list.css";
import type { Session } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { InlineMarkdown } from "@yourcall/react/internal";
import { useState } from "react";
import { FilterField } from "../app/filter-field.tsx";
import { PageLink, toSessionPath } from "../app/route.tsx";
import { useNow } from "../live/use-now.ts";
import { fitsFilter, toStateWords } from "./session-words.ts";

/** The sessions of the desk, newest first. Their order never changes. */
export function SessionList({ sessions, open }: { sessions: readonly Session[]; open: string | undefined }) {
  const [text, setText] = useState("");
  const now = useNow();
  const shown = sessions.filter((session) => fitsFilter(session, text));
  return (
    <nav className="list session-list" aria-label="Sessions">
      <search className="find line">
        <FilterField label="Filter sessions" placeholder="Filter sessions" text={text} onText={setText} />
        <PageLink to="/sessions/new" className="button fine" aria-current={open === "new" ? "page" : undefined}>
          New session
        </PageLink>
      </search>
      <ul className="rows">
        {shown.map((session) => (
          <li key={session.id}>
            <PageLink
              className="row session-row"
              to={toSessionPath(session.id)}
              aria-current={session.id === open ? "true" : undefined}
            >
              <StateSign state={session.state} />
              <span className="session-text">
                <span className="row-line line">
                  <b className="one-line">{cleanLine(session.title)}</b>
                  {session.asks.length > 1 && <span className="count attention">{session.asks.length}</span>}
                  <span className="session-state fine" data-state={session.state}>
                    {toStateWords(session, now)}
                  </span>
                </span>
                <span className="row-question fine one-line">
                  {cleanLine(session.agent)} · <span className="mono">{cleanLine(session.project)}</span>
                  {session.branch !== undefined && (
                    <>
                      {" · "}
                      <span className="mono">{cleanLine(session.branch)}</span>
                    </>
                  )}
                </span>
                <span className="session-says fine" data-asks={session.question !== undefined || undefined}>
                  <InlineMarkdown text={cleanLine(session.question ?? session.failure ?? session.lastLine ?? "")} />
                </span>
              </span>
            </PageLink>
          </li>
        ))}
        {shown.length === 0 && (
          <li className="rows-note meta">
            {sessions.length === 0 ? "No sessions yet." : "Nothing matches the filter."}
          </li>
        )}
      </ul>
    </nav>
  );
}

/** The state of a session as a shape: a filled bubble is waiting, an open ring working, a circle idle, a crossed circle failed. */
function StateSign({ state }: Pick<Session, "state">) {
  return (
    <svg className="state-sign" data-state={state} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {state === "waiting" ? (
        <path d="M8 1.5a6 6 0 1 1-2.9 11.25L1.9 13.9l1.15-3.2A6 6 0 0 1 8 1.5Z" />
      ) : (
        <circle cx="8" cy="8" r="5.75" />
      )}
      {state === "failed" && <path d="m5.9 5.9 4.2 4.2m0-4.2-4.2 4.2" />}
    </svg>
  );
}
