import type { HubClient, Session } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { type KeyboardEvent, useState } from "react";
import { storage } from "../app/browser-storage.ts";
import { KeyCap } from "../app/icon.tsx";
import { useCall } from "../live/use-call.ts";
import { toAgentName } from "./session-words.ts";

interface ComposerProps {
  client: HubClient;
  session: Session;
  /** Whether no desk is running to take a message. */
  away: boolean;
}

/** Where the person writes to a session. Locked while the session asks; what was typed stays. Give it the session's id as `key`. */
export function Composer({ client, session, away }: ComposerProps) {
  const name = `words.${session.id}`;
  const [text, setText] = useState(() => storage.read(name) ?? "");
  const { busy, why, run } = useCall();
  const asks = session.asks.length > 0;
  const isRunning = session.state === "working" || asks;
  const agent = toAgentName(cleanLine(session.agent));

  function write(words: string): void {
    setText(words);
    storage.write(name, words === "" ? null : words);
  }

  const send = () => {
    if (text.trim() !== "" && !asks && !away)
      void run(() => client.sessions.send(session.id, text).then(() => write("")));
  };
  const interrupt = () => void run(() => client.sessions.interrupt(session.id));

  function onKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    // On a phone, Enter inserts a new line. Escape interrupts a turn only if no question would be withdrawn.
    if (event.key === "Enter" && !event.shiftKey && !event.repeat && !matchMedia("(pointer: coarse)").matches) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape" && session.state === "working" && !event.repeat) interrupt();
  }

  return (
    <div className="composer" data-waits={asks || away || undefined}>
      <textarea
        aria-label={`Message to ${agent}`}
        rows={1}
        dir="auto"
        value={text}
        readOnly={asks || away}
        placeholder={away ? "No desk is running" : asks ? `Answer first, then write to ${agent}` : `Write to ${agent}`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKey}
      />
      <p role="status" className="composer-why meta failed">
        {why}
      </p>
      {isRunning && (
        <button type="button" className="quiet small" disabled={away} onClick={interrupt}>
          Interrupt {session.state === "working" && <KeyCap>Esc</KeyCap>}
        </button>
      )}
      {!asks && (
        <button type="button" className="primary small" disabled={away || text.trim() === "" || busy} onClick={send}>
          Send
        </button>
      )}
    </div>
  );
}
