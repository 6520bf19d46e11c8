import { cleanLine, cleanText, isAskerGone, toAge, toLocalTime } from "@yourcall/core";
import { useEffect, useId, useRef, useState } from "react";
import type { ShownCard } from "./shown-card.ts";

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
                <span className="yc-unseen">expires {toLocalTime(expiresAt, Date.now())}</span>
                <Ticking everyMs={1000} words={(now) => toCountdown(expiresAt, now)} hidden />
              </>
            )}
            {createdAt && (
              <time dateTime={createdAt} title={new Date(createdAt).toLocaleString()}>
                <Ticking everyMs={30_000} words={(now) => ({ text: toAge(now - Date.parse(createdAt)) })} />
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

/** Text that changes with time. It is updated without React; `hidden` text is not read out. */
function Ticking({
  everyMs,
  words,
  hidden = false,
}: {
  everyMs: number;
  words: (now: number) => { text: string; urgent?: boolean };
  hidden?: boolean;
}) {
  const place = useRef<HTMLSpanElement>(null);
  // After every render, since the text may have changed.
  useEffect(() => {
    function write(): void {
      const { text, urgent = false } = words(Date.now());
      if (place.current === null) return;
      place.current.textContent = text;
      place.current.dataset.urgent = String(urgent);
    }
    write();
    const timer = setInterval(write, everyMs);
    return () => clearInterval(timer);
  });
  return <span ref={place} aria-hidden={hidden} />;
}

/** The time left: `expires in 4:32`. Urgent under half a minute. */
function toCountdown(iso: string, now: number): { text: string; urgent: boolean } {
  const seconds = Math.max(0, Math.ceil((Date.parse(iso) - now) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (value: number) => String(value).padStart(2, "0");
  const left = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
  return { text: `expires in ${left}`, urgent: seconds < 30 };
}
