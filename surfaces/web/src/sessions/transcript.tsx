import "./transcript.css";
import type { HubClient, Session, TranscriptEntry } from "@yourcall/client";
import { approvalSubject, cleanLine, cleanText, toHeaderName } from "@yourcall/core";
import { toDeliveryText, toLocalTime, toPlaceText } from "@yourcall/core/internal";
import Markdown from "@yourcall/react/markdown";
import { Fragment, memo, type ReactNode, useMemo, useState } from "react";
import { Icon } from "../app/icon.tsx";
import { useCall } from "../live/use-call.ts";
import { Chosen } from "../log/decision-row.tsx";
import { foldApprovals } from "./fold-approvals.ts";
import { isAskTool } from "./is-ask-tool.ts";
import { Picture } from "./message-pictures.tsx";
import { splitGrowing } from "./split-growing.ts";
import { ToolCall } from "./tool-call.tsx";
import type { Desk } from "./use-desk.ts";
import { type DrawnRange, useDrawnRange } from "./use-drawn-range.ts";

/** The conversation, with its end in view. New entries are added below, and nothing above them moves. A long one is drawn in pieces. */
export function Transcript({ client, desk, session }: { client: HubClient; desk: Desk; session: Session }) {
  const { id } = session;
  // Nothing is shown until this session's transcript has arrived, never that of another session.
  const { entries, more } = desk.transcript?.id === id ? desk.transcript : { entries: [], more: false };
  const range = useDrawnRange(entries);
  const folded = useMemo(() => foldApprovals(entries), [entries]);
  const { busy, why, run } = useCall();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard
    <section className="transcript" aria-label="Conversation" tabIndex={0}>
      <div className="transcript-inner yc-side">
        {more && (
          <p className="transcript-more">
            <button type="button" className="small" disabled={busy} onClick={() => void run(desk.loadEarlier)}>
              Show earlier
            </button>{" "}
            {why}
          </p>
        )}
        {toTurns(folded.entries).map((turn) => (
          <Fragment key={turn[0]?.seq}>{toShown(turn, range, { client, session }, folded.decided)}</Fragment>
        ))}
        {/* In no particular place yet: after the reply that is still growing. */}
        {session.queue.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be there twice, and nothing else tells them apart
          <div key={at} className="said-by-you" data-queued dir="auto">
            <span className="unseen">You: </span>
            {cleanText(text)}
            <span className="meta">Will be sent when this turn ends</span>
          </div>
        ))}
      </div>
    </section>
  );
}

// Of many calls in a row, the last ones are in view, and the others behind a line.
const mostInView = 8;
const lastInView = 4;

/** Neighbouring tool calls are grouped. A call that asks is shown only as a question. */
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

function toShown(
  all: TranscriptEntry[],
  { from, to }: DrawnRange,
  { client, session: { id, agent, cwd, state } }: { client: HubClient; session: Session },
  decided: ReadonlyMap<number, TranscriptEntry & { type: "ask" }>,
): ReactNode {
  const turn = all.filter(({ seq }) => seq >= from && seq <= to);
  const [first] = turn;
  if (first?.type !== "tool") return first && <Entry entry={first} session={id} {...{ client, agent }} />;
  const calls = turn.map(
    (entry) =>
      entry.type === "tool" && (
        <ToolCall
          key={entry.seq}
          {...{ entry, cwd, agent }}
          decided={decided.get(entry.seq)}
          state={entry.result === undefined ? state : undefined}
        />
      ),
  );
  const earlier = calls.length > mostInView ? calls.slice(0, -lastInView) : [];
  return (
    <div className="calls panel">
      {earlier.length > 0 && (
        <details className="call">
          <summary className="line fine">
            <Icon name="more" />
            {earlier.length} earlier calls
          </summary>
          <div className="call-earlier">{earlier}</div>
        </details>
      )}
      {calls.slice(earlier.length)}
    </div>
  );
}

interface EntryProps {
  entry: TranscriptEntry;
  client: HubClient;
  agent: string;
  /** The id of the session. */
  session: string;
}

/** One entry other than a tool call. An entry that has not changed is not rendered again. */
const Entry = memo(function Entry({ entry, client, agent, session }: EntryProps) {
  switch (entry.type) {
    case "message":
      return (
        <div className="said-by-you" dir="auto">
          <span className="unseen">You: </span>
          {cleanText(entry.text)}
          {entry.pictures !== undefined && (
            <span className="said-pictures">
              {entry.pictures.map((id) => (
                <Picture key={id} {...{ client, session, id }} />
              ))}
            </span>
          )}
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
        <p className="transcript-note meta" data-tone={entry.tone}>
          {cleanText(entry.text)}
        </p>
      );
    case "tool":
      return null;
  }
});

const Block = memo(Markdown);

/** An agent's message as markdown. While it grows, only its last part is rendered again. */
function AgentMessage({ text, isOpen }: { text: string; isOpen: boolean }) {
  const [done, growing] = isOpen ? splitGrowing(text) : [text, ""];
  return (
    <div className="said-by-agent" dir="auto" aria-busy={isOpen}>
      {done !== "" && <Block text={done} />}
      {growing !== "" && <Block text={growing} />}
    </div>
  );
}

/** What the model thought, folded and dim. */
function Reasoning({ entry }: { entry: TranscriptEntry & { type: "reasoning" } }) {
  const [unfolded, unfold] = useState(false);
  return (
    <details className="reasoning meta" onToggle={(event) => unfold(event.currentTarget.open)}>
      <summary className="line">
        <Icon name="more" />
        {toThoughtWords(entry)}
      </summary>
      {unfolded && <Markdown text={entry.text} />}
    </details>
  );
}

function toThoughtWords({ open, at, endedAt }: TranscriptEntry & { type: "reasoning" }): string {
  if (open === true) return "Thinking…";
  const seconds = endedAt === undefined ? 0 : Math.round((Date.parse(endedAt) - Date.parse(at)) / 1000);
  if (seconds < 1) return "Thought";
  return seconds < 60 ? `Thought for ${seconds} s` : `Thought for ${Math.round(seconds / 60)} min`;
}

/** A question that has ended, with the person's reply as their message. A pending question is in the panel below. */
function AskEntry({ entry, agent }: { entry: TranscriptEntry & { type: "ask" }; agent: string }) {
  const { outcome, approval } = entry;
  if (outcome === undefined) return null;
  const subject = approval && approvalSubject(approval);
  const about =
    subject === undefined
      ? entry.questions.map((_, index) => toHeaderName(entry, index)).join(", ")
      : cleanLine(`${subject.act} ${subject.subject}`).slice(0, 120);
  const late = toDeliveryText({ agent: { name: agent }, delivery: entry.delivery }, Date.now());
  const isSkipped = outcome.status === "answered" && outcome.answers.every(({ skipped }) => skipped === true);
  // Nobody replied.
  if (outcome.status === "cancelled" || outcome.status === "expired")
    return (
      <p className="transcript-note meta" dir="auto">
        {about}: <Chosen ask={{ ...entry, createdAt: entry.at }} />.
      </p>
    );
  return (
    <div className="said-by-you" data-outcome={outcome.status} dir="auto">
      <span className="meta">
        {about} · {isSkipped ? "skipped" : outcome.status} {toPlaceText(outcome.by)},{" "}
        {toLocalTime(outcome.at, Date.now())}
      </span>
      <b>
        <Chosen ask={{ ...entry, createdAt: entry.at }} />
      </b>
      {late !== undefined && <span className="meta said-late">It {late}.</span>}
    </div>
  );
}
