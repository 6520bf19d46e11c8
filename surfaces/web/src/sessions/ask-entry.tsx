import type { TranscriptEntry } from "@yourcall/client";
import { approvalSubject, cleanLine, toDeliveryText, toHeaderName, toLocalTime, toPlaceText } from "@yourcall/core";
import { Chosen } from "../log/decision-row.tsx";

/** A question of the agent that has ended: what the person said to it, as their message. A pending one is in the panel below. */
export function AskEntry({ entry, agent }: { entry: TranscriptEntry & { type: "ask" }; agent: string }) {
  const { outcome, approval } = entry;
  if (outcome === undefined) return null;
  const subject = approval && approvalSubject(approval);
  const about =
    subject === undefined
      ? entry.questions.map((_, index) => toHeaderName(entry, index)).join(", ")
      : cleanLine(`${subject.act} ${subject.subject}`).slice(0, 120);
  const late = toDeliveryText({ agent: { name: agent }, delivery: entry.delivery }, Date.now());
  const isSkipped = outcome.status === "answered" && outcome.answers.every(({ skipped }) => skipped === true);
  // Nobody said anything.
  if (outcome.status === "cancelled" || outcome.status === "expired")
    return (
      <p className="transcript-note" dir="auto">
        {about}: <Chosen ask={{ ...entry, createdAt: entry.at }} />.
      </p>
    );
  return (
    <div className="said-by-you" data-outcome={outcome.status} dir="auto">
      <span className="meta">
        {about} · {isSkipped ? "skipped" : words[outcome.status]} {toPlaceText(outcome.by)},{" "}
        {toLocalTime(outcome.at, Date.now())}
      </span>
      <b>
        <Chosen ask={{ ...entry, createdAt: entry.at }} />
      </b>
      {late !== undefined && <span className="meta said-late">It {late}.</span>}
    </div>
  );
}

const words = { answered: "answered", declined: "declined" };
