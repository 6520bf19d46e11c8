import "./pane-line.css";
import type { WireAsk } from "@yourcall/client";
import { toAnswerText, toHeaderName } from "@yourcall/core";
import {
  askedOf,
  awaitingReply,
  shortenMiddle,
  toDeliveryText,
  toHeadline,
  toLocalTime,
  toProjectName,
  typingIgnored,
} from "@yourcall/core/internal";
import { InlineMarkdown } from "@yourcall/react/internal";
import { Icon } from "../app/icon.tsx";
import { PageLink, toAskPath, toDecisionPath } from "../app/route.tsx";
import { phone, useMedia } from "../app/use-media.ts";
import { toSessionName } from "./session-link.tsx";
import type { Ignored } from "./use-steady-input.ts";

/** One answer that went to several asks. */
export interface SentBatch {
  count: number;
  /** Who had asked: `3 × claude, 1 × codex`. */
  askers: string;
  /** What became of those that it did not end; empty if it ended all. */
  others: string;
}

/** What was last done here: one ask, one answer for several, or several declined at once. */
export type LastDone =
  /** `isReplied`: what the person asked back has a reply. */
  | { ask: WireAsk; batch?: SentBatch; isReplied?: boolean; declined?: undefined }
  | { ask?: undefined; batch?: undefined; isReplied?: undefined; declined: number };

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
  // On a phone there is no room for words beside the button.
  const isPhone = useMedia(phone);
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
          <span role="status" className={isPhone ? "unseen" : "one-line"}>
            {more} more {more === 1 ? "asks" : "ask"} the same
          </span>
          <button type="button" className="small" onClick={onMore}>
            Answer together (+{more})
          </button>
        </p>
      )}
      <div className="pane-place line" data-first={last === undefined || undefined}>
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
      </div>
      {next !== undefined && (
        <PageLink to={toAskPath(next)} className="pane-next">
          <span>
            Next<span className="next-what"> question</span>
          </span>
          <Icon name="more" />
        </PageLink>
      )}
    </div>
  );
}

/** What was sent last, shown above the card or, on a phone, just above Send. */
export function SentLine({ last, ignored }: SentLineProps) {
  if (ignored === "key") return typingIgnored;
  if (ignored === "mouse") return "Ignored: the question had just changed. Move the mouse, then click.";
  return last !== undefined && <Done last={last} />;
}

function Done({ last }: { last: LastDone }) {
  const { ask, declined, batch } = last;
  if (ask === undefined) return `Declined ${declined} ${declined === 1 ? "question" : "questions"}`;
  const [verb, answer, whom] = toSentWords(last);
  const { text, isLate } = batch === undefined ? toReceipt(ask) : { text: batch.others, isLate: batch.others !== "" };
  return (
    <>
      {ask.outcome?.status === "answered" && <Icon name="check" />}
      <PageLink
        to={toDecisionPath(ask.id)}
        className="sent-what one-line"
        title={[verb, answer, whom].filter((part) => part !== "").join(" ")}
      >
        {verb}{" "}
        {answer !== "" && (
          <b>
            <InlineMarkdown text={answer} />
          </b>
        )}{" "}
        {whom}
      </PageLink>
      <span className={isLate ? "sent-receipt late" : "sent-receipt"}>{text}</span>
    </>
  );
}

/** What was sent to whom: `Sent`, `Allow once`, and `for 4 × npm test to claude · shop`. The second part is the answer. */
function toSentWords({ ask, batch, isReplied }: LastDone & { ask: WireAsk }): [string, string, string] {
  const { outcome } = ask;
  const { name, title } = toSessionName(ask);
  const to = (batch === undefined ? [name, title] : [batch.askers, toProjectName(ask.agent)])
    .filter(Boolean)
    .join(" · ");
  if (outcome?.status === "answered") {
    const { name, text } = toHeadline(ask);
    const what = shortenMiddle(ask.approval === undefined ? name : text, 32);
    const answer = outcome.answers.map((each, index) => toAnswerText(ask, index, each)).join(" · ");
    return ["Sent", answer, batch === undefined ? `to ${to}` : `for ${batch.count} × ${what} to ${to}`];
  }
  if (askedOf(outcome) !== undefined) return ["Asked", "", `${to}, ${isReplied ? "which has replied" : awaitingReply}`];
  const headers = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  return ["Declined", batch === undefined ? headers : `${batch.count} × ${headers}`, `for ${to}`];
}

/** Whether the agent has the answer, and since when. */
function toReceipt(ask: WireAsk): { text: string; isLate: boolean } {
  const { delivery } = ask;
  const late = toDeliveryText(ask, Date.now());
  if (late !== undefined) return { text: late, isLate: true };
  if (delivery?.state === "taken") return { text: `taken ${toLocalTime(delivery.at, Date.now())}`, isLate: false };
  // Where somebody waits for a reply, that says it.
  const isOpen = delivery !== undefined && askedOf(ask.outcome) === undefined;
  return { text: isOpen ? "not taken yet" : "", isLate: false };
}
