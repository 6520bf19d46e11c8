import { cleanLine, cleanText } from "@yourcall/core";
import { isAskerGone, toLocalTime, toShownPath } from "@yourcall/core/internal";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import type { CardAsk } from "./card-props.ts";
import { Icon } from "./icon.tsx";
import { AgentText } from "./markdown/agent-text.tsx";
import { hasSide, type ShownCard } from "./shown-card.ts";

const Thread = lazy(() => import("./thread.tsx"));

const branchSign =
  "M3 3.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0m0 9a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0m7-7a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M4.5 5v6m7-4c0 2.5-3 2.25-5.5 3.5";
const clock = "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM8 4.75V8l2.25 1.5";

/** Who asks, from where, and until when. */
export function CardHead({ card, ended }: { card: ShownCard; ended: boolean }) {
  const { part, props } = card;
  const { agent, expiresAt, kind, waiting } = props.ask;
  const here = useHydrated();
  const name = cleanLine(agent?.name ?? "");
  const title = cleanLine(agent?.title ?? "");
  const branch = cleanLine(agent?.branch ?? "");
  const gone = here && !ended && waiting !== undefined && isAskerGone(waiting, Date.now(), kind);
  // Within a day the time of day is enough.
  const ends = Date.parse(expiresAt ?? "");
  const deadline = here && expiresAt !== undefined && !ended;
  if (!agent && !deadline) return null;
  return (
    <div className={part("head")}>
      <span className="yc-who" title={[name, title].filter(Boolean).join(" · ")} dir="auto">
        <strong>{name}</strong>
        {title && ` · ${title}`}
      </span>
      {agent?.cwd && (
        <code dir="auto" title={cleanLine(agent.cwd)}>
          {toShownPath(agent.cwd)}
        </code>
      )}
      {branch && (
        <code dir="auto" className="yc-branch">
          <Icon path={branchSign} /> {branch}
        </code>
      )}
      {gone && <span className="yc-gone">agent gone</span>}
      {!ended && props.elsewhere && (
        <span className="yc-elsewhere">being answered in {cleanLine(props.elsewhere)}</span>
      )}
      {deadline && (
        <span className="yc-deadline">
          <Icon path={clock} /> Expires {toLocalTime(expiresAt, ends - Date.now() < 864e5 ? ends : 0)}
          <span className="yc-fine">, then nothing is answered</span>
        </span>
      )}
    </div>
  );
}

/** What the agent said just before, unless it is the reply to a question of the person, which is part of the thread. */
export function toSaid({ context, thread }: CardAsk): string {
  return thread?.length ? "" : cleanText(context ?? "").trim();
}

/**
 * What was said before. A thread is always in the card; what the agent said just before is beside it if there is room, or here: its
 * first two lines, and the rest on request.
 */
export function Said({ card }: { card: ShownCard }) {
  const [open, setOpen] = useState(false);
  const id = card.id("said");
  const { ask } = card.props;
  if (ask.thread?.length)
    return (
      <Suspense fallback={null}>
        <Thread card={card} />
      </Suspense>
    );
  const text = hasSide(card.props) ? "" : toSaid(ask);
  if (text === "") return null;
  const long = text.length > 140 || text.split("\n").length > 2;
  return (
    <div className={card.part("context")} data-cut={long && !open} dir="auto">
      <div id={id} className="yc-said" data-open={open || !long}>
        <AgentText card={card} text={text} />
      </div>
      {long && (
        <button
          type="button"
          className="yc-quiet"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? "less" : "more"}
        </button>
      )}
    </div>
  );
}

const never = () => () => {};

/**
 * Whether this is rendered in a browser after hydration. A server has another clock, time zone and locale, so anything that depends
 * on them is omitted there and during hydration.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
