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

/**
 * Where the person writes to a session. It always takes text; what cannot be sent now stays. While the session asks, Escape leads to
 * the question. Give it the session's id as `key`.
 */
export function Composer({ client, session, away }: ComposerProps) {
  const name = `words.${session.id}`;
  const [text, setText] = useState(() => storage.read(name) ?? "");
  const { busy, why, run } = useCall();
  const asks = session.asks.length > 0;
  const isRunning = session.state === "working" || asks;
  const agent = toAgentName(cleanLine(session.agent));

  const waits = away
    ? "Your words stay here until a desk is running."
    : asks
      ? `${agent} is asking. Your words stay here. Escape leads to the question.`
      : undefined;

  function write(words: string): void {
    setText(words);
    storage.write(name, words === "" ? null : words);
  }

  // What is typed while the message is on its way stays.
  const send = () => {
    if (text.trim() === "" || waits !== undefined) return;
    void run(() =>
      client.sessions.send(session.id, text).then(() => {
        const now = storage.read(name) ?? "";
        write(now.startsWith(text) ? now.slice(text.length) : now);
      }),
    );
  };
  const interrupt = () => void run(() => client.sessions.interrupt(session.id));

  function onKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    // On a phone, Enter inserts a new line. Escape interrupts a turn only if no question would be withdrawn.
    if (event.key === "Enter" && !event.shiftKey && !event.repeat && !matchMedia("(pointer: coarse)").matches) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape" && !event.repeat) {
      if (asks) document.querySelector<HTMLElement>(".ask-panel .yc-card")?.focus();
      else if (session.state === "working") interrupt();
      else document.getElementById("main")?.focus();
    }
  }

  return (
    <div className="composer" data-waits={asks || away || undefined}>
      <textarea
        aria-label={`Message to ${agent}`}
        rows={1}
        dir="auto"
        value={text}
        placeholder={away ? "No desk is running" : asks ? `Answer first, then write to ${agent}` : `Write to ${agent}`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKey}
      />
      <p role="status" className="composer-why meta failed">
        {why}
      </p>
      <p role="status" className="unseen">
        {text !== "" && waits}
      </p>
      {isRunning && (
        <button type="button" className="quiet small" disabled={away} onClick={interrupt}>
          Interrupt{" "}
          <span className={session.state === "working" && !asks ? undefined : "copy-room"}>
            <KeyCap>Esc</KeyCap>
          </span>
        </button>
      )}
      {/* It keeps its place and its width, so that nothing moves under somebody who types. */}
      <button
        type="button"
        className="composer-send copy primary small"
        disabled={waits !== undefined || text.trim() === "" || busy}
        onClick={send}
      >
        <span>{asks ? "Answer first" : "Send"}</span>
        <span className="copy-room" aria-hidden="true">
          Answer first
        </span>
      </button>
    </div>
  );
}
