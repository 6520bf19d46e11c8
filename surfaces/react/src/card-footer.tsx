import { cleanLine, openQuestions } from "@yourcall/core";
import { typingIgnored } from "@yourcall/core/internal";
import { lazy, Suspense } from "react";
import { SendButton, toCounted } from "./buttons.tsx";
import { KeyCap } from "./icon.tsx";
import { clickSends } from "./question-part.tsx";
import { isAskingBack, type ShownCard } from "./shown-card.ts";
import { offlineText } from "./use-answering.ts";

const KeptLine = lazy(() => import("./ended/kept-line.tsx"));

/** Below the questions, always in reach: Decline, the progress, and Send; or a confirmation. */
export function CardFooter({ card }: { card: ShownCard }) {
  const { state, part, lead, phase, props } = card;
  const count = state.ask.questions.length;
  if (state.asking !== null || state.page === "decline" || isAskingBack(card))
    return (
      <div className={part("footer")} data-asks="true">
        {card.acting && <card.acting.Confirming card={card} />}
      </div>
    );
  const failed = phase === "failed";
  if (card.ended)
    return (
      <div className={part("footer")}>
        <Kept card={card} />
      </div>
    );
  return (
    <div className={part("footer")}>
      <FooterLine card={card} />
      <div className="yc-actions">
        <button
          type="button"
          className={part("decline")}
          disabled={phase === "sending"}
          onClick={() => lead(openDecline)}
        >
          Decline {props.letters !== false && <KeyCap name="x" />}
        </button>
        <SendButton
          card={card}
          name="send"
          words={failed ? "Retry" : toCounted(count > 1 ? "Send answers" : "Send answer", props.count)}
          ready={!props.offline && props.count !== 0 && openQuestions(state).length === 0}
          onPress={() => (failed ? card.retry() : lead({ type: "send" }))}
        />
      </div>
    </div>
  );
}

/** In place of the buttons while somebody types although the ask has ended. */
export function Kept({ card }: { card: ShownCard }) {
  return (
    <Suspense fallback={null}>
      <KeptLine card={card} />
    </Suspense>
  );
}

/** One line that is always shown: why it could not be sent, the progress, or what is missing. On a phone also the host's `status`. */
export function FooterLine({ card, instead }: { card: ShownCard; instead?: string | undefined }) {
  const { state, phase, failure, props } = card;
  const open = openQuestions(state).length;
  const count = state.ask.questions.length;
  const failed = phase === "failed" ? `Not accepted: ${cleanLine(failure ?? "")} Your text is kept.` : null;
  const said = toSaid(card);
  const progress = count > 1 ? `${count - open} of ${count} answered` : null;
  const words = failed ?? said ?? (props.offline ? offlineText : progress) ?? instead ?? null;
  const waits = words === null && open > 0 && state.ask.kind === "question" && state.ask.questions[0]?.options[0];
  const hint = waits ? (clickSends(card, 0) ? "Click an option to send it" : "Nothing chosen yet") : null;
  return (
    <p
      className="yc-line"
      role="status"
      data-tone={failed ? "danger" : said ? "warning" : undefined}
      title={failed ?? undefined}
    >
      <span className={hint ? "yc-fine" : words === instead ? "yc-wait" : undefined}>{words ?? hint}</span>
      {words !== instead && instead && <span className="yc-wait">{instead}</span>}
      {words === null && props.status && <span className="yc-coarse">{props.status}</span>}
    </p>
  );
}

export const openDecline = [{ type: "open-decline" }, { type: "open", field: "reason" }] as const;

/** Why the last act failed. That the hub was away is shown only until it is back. */
export function toSaid({ state: { notice }, props, ignored, acting }: ShownCard): string | null {
  if (ignored) return typingIgnored;
  const text = (notice && acting?.toNoticeText(notice)) ?? null;
  return text === offlineText && !props.offline ? null : text;
}
