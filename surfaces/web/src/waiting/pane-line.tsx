import type { WireAsk } from "@yourcall/client";
import { toAnswerText, toHeaderName } from "@yourcall/core";
import { askedOf, awaitingReply, toDeliveryText, toLocalTime } from "@yourcall/core/internal";
import { Icon } from "../app/icon.tsx";
import { PageLink, toAskPath, toDecisionPath } from "../app/route.tsx";
import { toSessionName } from "./session-name.ts";
import type { Ignored } from "./use-steady-input.ts";

/** What was last done here: one ask, several declined at once, or one answer for several. */
export type LastDone =
  | { ask: WireAsk; declined?: undefined; text?: undefined }
  | { ask?: undefined; declined: number; text?: undefined }
  | { ask?: undefined; declined?: undefined; text: string };

interface SentLineProps {
  last: LastDone | undefined;
  /** What was ignored just now. */
  ignored: Ignored | undefined;
}

interface PaneLineProps extends SentLineProps {
  position: number;
  count: number;
  /** Who should answer: `for ana`, or nothing. */
  whom: string;
  /** The ask to continue with if the open one has ended. */
  next: string | undefined;
  /** How many others are the same, which came after the card was opened; they join it only if the person wants that. */
  more: number;
  onMore: () => void;
}

/** The line above the card, always shown: what was sent, and where you are. */
export function PaneLine({ last, ignored, position, count, whom, next, more, onMore }: PaneLineProps) {
  return (
    <div className="pane-line line fine">
      <PageLink to="/" className="pane-back">
        <Icon name="back" />
        Waiting
      </PageLink>
      <p className="sent line" role="status">
        <SentLine last={last} ignored={ignored} />
      </p>
      {more > 0 && (
        <p className="more-alike line">
          <span role="status" className="one-line">
            {more} more {more === 1 ? "asks" : "ask"} the same
          </span>
          <button type="button" className="small" onClick={onMore}>
            Answer together (+{more})
          </button>
        </p>
      )}
      {(position > 0 || whom !== "") && (
        <p className="pane-where line">
          {whom !== "" && (
            <b className="one-line" title={whom}>
              {whom}
            </b>
          )}
          {position > 0 && `${position} of ${count}`}
        </p>
      )}
      {next !== undefined && (
        <PageLink to={toAskPath(next)} className="pane-next">
          Next question
          <Icon name="more" />
        </PageLink>
      )}
    </div>
  );
}

/** What was sent last, shown above the card or, on a phone, just above Send. */
export function SentLine({ last, ignored }: SentLineProps) {
  if (ignored === "key") return "Typing ignored. Pause a moment.";
  if (ignored === "mouse") return "Ignored: the question had just changed. Move the mouse, then click.";
  return last !== undefined && <Done last={last} />;
}

function Done({ last: { ask, declined, text: said } }: { last: LastDone }) {
  if (said !== undefined)
    return (
      <>
        <Icon name="check" />
        {said}
      </>
    );
  if (ask === undefined) return `Declined ${declined} ${declined === 1 ? "question" : "questions"}`;
  const { name, title } = toSessionName(ask);
  const to = [name, title].filter(Boolean).join(" · ");
  const { outcome } = ask;
  const isAnswer = outcome?.status === "answered";
  const answers = isAnswer ? outcome.answers.map((answer, index) => toAnswerText(ask, index, answer)) : [];
  const { text, isLate } = toReceipt(ask);
  return (
    <>
      {isAnswer && <Icon name="check" />}
      <PageLink to={toDecisionPath(ask.id)} className="sent-what one-line">
        {isAnswer ? (
          <>
            Sent <b>{answers.join(" · ")}</b> to {to}
          </>
        ) : askedOf(outcome) !== undefined ? (
          <>
            Asked {to}, {awaitingReply}
          </>
        ) : (
          <>
            Declined <b>{ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ")}</b> for {to}
          </>
        )}
      </PageLink>
      <span className={isLate ? "sent-receipt late" : "sent-receipt"}>{text}</span>
    </>
  );
}

/** Whether the agent has the answer, and since when. */
function toReceipt(ask: WireAsk): { text: string; isLate: boolean } {
  const { delivery } = ask;
  const late = toDeliveryText(ask, Date.now());
  if (late !== undefined) return { text: late, isLate: true };
  if (delivery?.state === "taken") return { text: `taken ${toLocalTime(delivery.at, Date.now())}`, isLate: false };
  return { text: delivery === undefined ? "" : "not taken yet", isLate: false };
}
