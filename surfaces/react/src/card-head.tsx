import { cleanLine, cleanText, isAskerGone } from "@yourcall/core";
import { useId, useState } from "react";
import type { ShownCard } from "./shown-card.ts";
import { Ticking } from "./ticking.tsx";
import { toAge, toCountdown, toLocal } from "./times.ts";

/** Who asks, from where, since when and until when; then what the agent said just before. */
export function CardHead({ card, ended }: { card: ShownCard; ended: boolean }) {
  const { part, props } = card;
  const { agent, createdAt, expiresAt, waiting, context } = props.ask;
  const said = cleanText(context ?? "").trim();
  const who = [agent?.name, agent?.title].map((text) => cleanLine(text ?? "")).filter(Boolean);
  const cwd = cleanLine(agent?.cwd ?? "");
  const gone = !ended && waiting !== undefined && isAskerGone(waiting, Date.now());
  return (
    <>
      {(agent || createdAt || expiresAt) && (
        <div className={part("head")}>
          <span className="yc-who" dir="auto">
            {who.join(" · ")}
          </span>
          {cwd && <code dir="auto">{cwd}</code>}
          {gone && <span className="yc-gone">agent gone</span>}
          {!ended && props.elsewhere && (
            <span className="yc-elsewhere">being answered in {cleanLine(props.elsewhere)}</span>
          )}
          <span className="yc-when">
            {expiresAt && !ended && (
              <>
                <span className="yc-unseen">expires {toLocal(expiresAt)}</span>
                <Ticking everyMs={1000} words={(now) => toCountdown(expiresAt, now)} hidden />
              </>
            )}
            {createdAt && (
              <time dateTime={createdAt} title={new Date(createdAt).toLocaleString()}>
                <Ticking everyMs={30_000} words={(now) => ({ text: toAge(createdAt, now) })} />
              </time>
            )}
          </span>
        </div>
      )}
      {said && <Said card={card} text={said} />}
    </>
  );
}

function Said({ card, text }: { card: ShownCard; text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const long = text.length > 140 || text.split("\n").length > 2;
  return (
    <div className={card.part("context")}>
      <div id={id} className="yc-said" data-open={open || !long} dir="auto">
        {card.props.renderMarkdown?.(text) ?? text}
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
