import type { HubClient, Session, WireAsk } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { type AnnouncedWords, enterWords, toOwnWords } from "@yourcall/core/internal";
import { type KeyboardEvent, useState } from "react";
import { storage } from "../app/browser-storage.ts";
import { useCall } from "../live/use-call.ts";
import { type LineComments, toMessage } from "./line-comments.ts";
import { Picture, PictureButton, PicturesToSend, useMessagePictures } from "./message-pictures.tsx";
import { toAgentName } from "./session-words.ts";
import { useWordsSender } from "./use-words-sender.ts";

interface ComposerProps {
  client: HubClient;
  session: Session;
  /** The question above it, if one is open. */
  ask: WireAsk | undefined;
  comments: LineComments;
  /** Whether no desk is running to take a message. */
  away: boolean;
  onAnswered: (ask: WireAsk) => void;
}

/**
 * Where the person writes to a session. It always takes text; what cannot be sent now stays. While a question is open, Enter answers it in
 * the person's own words, after an earlier Enter has said so. Escape leaves it. Give it the session's id as `key`.
 */
export function Composer({ client, session, ask, comments, away, onAnswered }: ComposerProps) {
  const name = `words.${session.id}`;
  const [text, setText] = useState(() => storage.read(name) ?? "");
  const [announced, announce] = useState<AnnouncedWords>();
  const { busy, why, run } = useCall();
  const takesPictures = session.takesPictures === true;
  const pictures = useMessagePictures(client, session.id, takesPictures);
  const asks = session.asks.length > 0;
  const isRunning = session.state === "working" || asks;
  const agent = toAgentName(cleanLine(session.agent));
  const own = ask === undefined ? undefined : toOwnWords(ask, text);
  const isAnnounced = announced !== undefined && announced.ask === ask?.id && announced.text === text;

  function write(words: string): void {
    setText(words);
    storage.write(name, words === "" ? null : words);
  }

  // What is typed while the message is on its way stays.
  function sent(words: string): void {
    const now = storage.read(name) ?? "";
    write(now.startsWith(words) ? now.slice(words.length) : now);
  }

  const sendWords = useWordsSender(client, (ended, words) => {
    sent(words);
    // An attempt whose reply was lost has not failed.
    void run(async () => {});
    onAnswered(ended);
  });

  function answer(): void {
    if (ask === undefined || text.trim() === "") return;
    const next = enterWords(announced, { ask: ask.id, text, at: Date.now() });
    announce(next.announced);
    if (!next.sends || own === undefined || "refusal" in own) return;
    const { end } = own;
    void run(() => sendWords(ask, end, text));
  }

  function send(): void {
    if (away || busy) return;
    if (asks) {
      answer();
      return;
    }
    const message = toMessage(text, comments.all);
    if (pictures.busy || (message === "" && pictures.ids.length === 0)) return;
    const more = pictures.ids.length === 0 ? {} : { pictures: pictures.ids };
    void run(() =>
      client.sessions.send(session.id, message, more).then(() => {
        sent(text);
        comments.clear();
        pictures.clear();
      }),
    );
  }

  function onKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    // On a phone, Enter inserts a new line.
    if (event.key === "Enter" && !event.shiftKey && !matchMedia("(pointer: coarse)").matches) {
      event.preventDefault();
      if (!event.repeat) send();
    } else if (event.key === "Escape" && !event.repeat) {
      const next = asks ? document.querySelector<HTMLElement>(".ask-panel .yc-card") : null;
      (next ?? document.getElementById("main"))?.focus();
    }
  }

  // Typed words can only deny an approval.
  const act = !asks ? "Send" : ask?.kind === "approval" ? "Deny" : "Answer";
  const isEmpty = text.trim() === "" && comments.all.length === 0 && pictures.ids.length === 0;
  const says = away
    ? text !== "" && "Your words stay here until a desk is running."
    : !asks
      ? comments.all.length > 0 && toCommentWords(comments.all.length)
      : isAnnounced && own !== undefined
        ? "refusal" in own
          ? own.refusal
          : `Enter or ${act} again ${own.does}.`
        : pictures.ids.length > 0 && "The pictures go with your next message.";
  const fault = why ?? pictures.why;
  return (
    <div className="composer" data-waits={away || undefined}>
      <textarea
        aria-label={`Message to ${agent}`}
        rows={1}
        dir="auto"
        value={text}
        placeholder={away ? "No desk is running" : asks ? `Or tell ${agent} what to do` : `Write to ${agent}`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKey}
        onPaste={pictures.onPaste}
        onDrop={pictures.onDrop}
      />
      <p role="status" className="composer-why meta" data-tone={fault === undefined ? undefined : "danger"}>
        {fault ?? says}
      </p>
      {pictures.ids.length > 0 && (
        <PicturesToSend
          ids={pictures.ids}
          onRemove={pictures.remove}
          toPicture={(id) => <Picture {...{ client, id }} session={session.id} />}
        />
      )}
      {takesPictures && <PictureButton disabled={away || pictures.busy} onFiles={pictures.add} />}
      {isRunning && (
        <button
          type="button"
          className="quiet small"
          disabled={away}
          onClick={() => void run(() => client.sessions.interrupt(session.id))}
        >
          Interrupt
        </button>
      )}
      {/* It keeps its place and its width, so that nothing moves under somebody who types. */}
      <button
        type="button"
        className="composer-send copy primary small"
        disabled={away || busy || pictures.busy || (asks ? text.trim() === "" : isEmpty)}
        onClick={send}
      >
        <span>{act}</span>
        <span className="copy-room" aria-hidden="true">
          Answer
        </span>
      </button>
    </div>
  );
}

function toCommentWords(count: number): string {
  return count === 1
    ? "1 comment on a line goes with your message."
    : `${count} comments on lines go with your message.`;
}
