import { type HubClient, type Session, type SessionMode, sessionModes } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import type { KeyboardEvent } from "react";
import { SessionMenu } from "./session-menu.tsx";
import { modeWords } from "./session-words.ts";

export interface SessionActsProps {
  client: HubClient;
  session: Session;
  noDesk: boolean;
  /** Whether its agent takes another mode or model in the middle of a turn. */
  changesAtOnce: boolean;
  onAct: (act: () => Promise<unknown>) => void;
  onStop: () => void;
}

/** What can be chosen about a session and done with it. */
export function SessionActs({ client, session, noDesk, changesAtOnce, onAct, onStop }: SessionActsProps) {
  const choices = { client, session, noDesk, changesAtOnce, onAct };
  return (
    <>
      <SessionChoices {...choices} />
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
      <SessionMenu {...choices} />
    </>
  );
}

/** Its model, and what it may do without asking. */
export function SessionChoices({ client, session, noDesk, changesAtOnce, onAct }: Omit<SessionActsProps, "onStop">) {
  // Claude takes a change at once; other agents only between turns.
  const isFixed = noDesk || session.state === "waiting" || (session.state === "working" && !changesAtOnce);
  const isOffered = (mode: SessionMode) => mode === session.mode || (session.modes?.includes(mode) ?? true);
  return (
    <>
      {session.models !== undefined && session.models.length > 0 && (
        <select
          className="session-mode fine"
          data-of="model"
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
    </>
  );
}

/** Somebody who types a sentence must not change what the agent may do: arrows and the pointer choose, letters and Space do not. */
function notByLetters(event: KeyboardEvent): void {
  if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.preventDefault();
}
