import "./transcript.css";
import type { Session, TranscriptEntry } from "@yourcall/client";
import { cleanText } from "@yourcall/core";
import { Fragment, memo, type ReactNode, useState } from "react";
import { AgentMessage } from "./agent-message.tsx";
import { AskEntry } from "./ask-entry.tsx";
import { Reasoning } from "./reasoning.tsx";
import { isAskTool, ToolCall } from "./tool-call.tsx";
import type { Desk } from "./use-desk.ts";

/** The conversation, with its end in view. What comes is added below, and nothing above it moves. */
export function Transcript({ desk, session }: { desk: Desk; session: Session }) {
  const { id } = session;
  // Until its own has come, nothing is shown, and never what another session said.
  const { entries, more } = desk.transcript?.id === id ? desk.transcript : { entries: [], more: false };
  const [step, setStep] = useState<{ busy: boolean; why?: string }>({ busy: false });
  async function loadEarlier(): Promise<void> {
    setStep({ busy: true });
    await desk.loadEarlier().then(
      () => setStep({ busy: false }),
      (error: Error) => setStep({ busy: false, why: error.message }),
    );
  }
  return (
    // It scrolls, and a person without a mouse reaches it by its first control or with the arrow keys.
    <section className="transcript" aria-label="Conversation">
      <div className="transcript-inner yc-side">
        {more && (
          <p className="transcript-more">
            <button type="button" className="small" disabled={step.busy} onClick={() => void loadEarlier()}>
              Show earlier
            </button>{" "}
            {step.why}
          </p>
        )}
        {toTurns(entries).map((turn) => (
          <Fragment key={turn[0]?.seq}>{toShown(turn, session)}</Fragment>
        ))}
      </div>
    </section>
  );
}

/** Neighbouring tool calls stand together. What asks is not shown twice, as a call and as a question. */
function toTurns(entries: readonly TranscriptEntry[]): TranscriptEntry[][] {
  const turns: TranscriptEntry[][] = [];
  for (const entry of entries) {
    if (entry.type === "tool" && isAskTool(entry.name)) continue;
    const last = turns.at(-1);
    if (entry.type === "tool" && last?.[0]?.type === "tool") last.push(entry);
    else turns.push([entry]);
  }
  return turns;
}

function toShown(turn: TranscriptEntry[], { agent, cwd, state }: Session): ReactNode {
  const [first] = turn;
  if (first?.type !== "tool") return first && <Entry entry={first} agent={agent} />;
  return (
    <div className="calls">
      {turn.map(
        (entry) =>
          entry.type === "tool" && (
            <ToolCall key={entry.seq} {...{ entry, cwd }} state={entry.result === undefined ? state : undefined} />
          ),
      )}
    </div>
  );
}

/** One entry that is no tool call. An entry that has not changed is not rendered again. */
const Entry = memo(function Entry({ entry, agent }: { entry: TranscriptEntry; agent: string }) {
  switch (entry.type) {
    case "message":
      return (
        <div className="said-by-you" dir="auto">
          <span className="unseen">You: </span>
          {cleanText(entry.text)}
          {entry.queued === true && <span className="meta">Sent once this turn ends</span>}
        </div>
      );
    case "text":
      return <AgentMessage text={entry.text} isOpen={entry.open === true} />;
    case "reasoning":
      return <Reasoning entry={entry} />;
    case "ask":
      return <AskEntry entry={entry} agent={agent} />;
    case "note":
      return (
        <p className="transcript-note" data-tone={entry.tone}>
          {cleanText(entry.text)}
        </p>
      );
    case "tool":
      return null;
  }
});
