import type { WireAsk } from "@yourcall/client";
import { cleanLine, toAge, toHeaderName, toLocalDate, toMarks } from "@yourcall/core";
import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import { PageLink } from "../app/page-link.tsx";
import { toAskPath } from "../app/route.ts";
import type { Inbox, InboxStore } from "../live/inbox-store.ts";
import { useNow } from "../live/use-now.ts";

export interface AskListProps {
  inbox: Inbox;
  open: string | undefined;
  store: InboxStore;
  /** The arrow keys moved to another ask. */
  onMove: (id: string) => void;
}

/** The pending asks, by agent and session. Nothing moves while the pointer or the focus is in the list. */
export function AskList({ inbox, open, store, onMove }: AskListProps) {
  const now = useNow();
  const inside = useRef({ pointer: false, focus: false });
  const hold = (change: Partial<typeof inside.current>) => {
    Object.assign(inside.current, change);
    store.hold({ inList: inside.current.pointer || inside.current.focus });
  };

  // A removed list fires no event for the lost pointer and focus.
  useEffect(() => () => store.hold({ inList: false }), [store]);

  function move(event: KeyboardEvent<HTMLElement>): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-ask]")];
    const next = rows[rows.indexOf(document.activeElement as HTMLElement) + by];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    if (next.dataset.ask !== undefined) onMove(next.dataset.ask);
  }

  return (
    <nav
      className="list"
      aria-label="Waiting"
      onKeyDown={move}
      onPointerEnter={(event) => hold({ pointer: event.pointerType === "mouse" })}
      onPointerLeave={() => hold({ pointer: false })}
      onFocus={() => hold({ focus: true })}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hold({ focus: false });
      }}
    >
      {inbox.groups.map(({ key, ids }) => {
        const asks = ids.flatMap((id) => inbox.asks.get(id) ?? []);
        const [first] = asks;
        if (first === undefined) return null;
        const { name, title = "", cwd = "" } = first.agent;
        return (
          <section key={key} className="group">
            <h2>{[name, title].map(cleanLine).filter(Boolean).join(" · ")}</h2>
            {cleanLine(cwd) !== "" && <p className="group-place mono">{cleanLine(cwd)}</p>}
            <ul>
              {asks.map((ask) => (
                <AskRow key={ask.id} ask={ask} open={ask.id === open} now={now} />
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}

/** One ask of the list: header, number of further questions, marks, age, and the question on its own line. */
const AskRow = memo(function AskRow({ ask, open, now }: { ask: WireAsk; open: boolean; now: number }) {
  const more = ask.questions.length - 1;
  return (
    <li>
      <PageLink
        to={toAskPath(ask.id)}
        className="row"
        data-ask={ask.id}
        data-ended={ask.status !== "pending" || undefined}
        aria-current={open ? "true" : undefined}
      >
        <span className="row-line">
          <span className="row-header">{toHeaderName(ask, 0)}</span>
          {more > 0 && <span className="row-more">+{more}</span>}
          {toMarks(ask, now).map((mark) => (
            <span key={mark} className="mark" data-mark={mark}>
              {mark}
            </span>
          ))}
          <span className="row-age">
            <time dateTime={ask.createdAt} title={toLocalDate(ask.createdAt)}>
              {toAge(now - Date.parse(ask.createdAt))}
            </time>
          </span>
        </span>
        <span className="row-question">{cleanLine(ask.questions[0]?.question ?? "").slice(0, 200)}</span>
      </PageLink>
    </li>
  );
});
