import "./ask-list.css";
import type { HubClient, WireAsk } from "@yourcall/client";
import {
  type ListFilter,
  markedAsks,
  noFilter,
  type SameAsks,
  startsSession,
  toAskersText,
  toggleMark,
} from "@yourcall/client/internal";
import { toLocalTime, toProjectName } from "@yourcall/core/internal";
import { Fragment, type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { KeyCap } from "../app/icon.tsx";
import type { Inbox, InboxStore } from "../live/inbox-store.ts";
import { useNow } from "../live/use-now.ts";
import { AskRow } from "./ask-row.tsx";
import { ListHead } from "./list-head.tsx";
import { NotifyOffer } from "./pane-notes.tsx";
import { toSessionName } from "./session-link.tsx";
import type { OpenAsk } from "./use-open-ask.ts";

const DeclineSeveral = lazy(() => import("./decline-several.tsx"));

/** `later`, or `until 15:30`; nothing if it was not put off. */
function toLaterWords({ putOff, until }: OpenAsk, id: string): string {
  if (!putOff.has(id)) return "";
  const time = until(id);
  return time === undefined ? "later" : `until ${toLocalTime(new Date(time).toISOString(), Date.now())}`;
}

function toRow(ask: WireAsk): SameAsks {
  return { id: ask.id, lead: ask, asks: [ask], pending: ask.status === "pending" ? [ask] : [] };
}

interface AskListProps {
  client: HubClient;
  inbox: Inbox;
  /** The asks that the filter shows, in order. */
  shown: readonly WireAsk[];
  /** The same asks as rows: those that are alike share one. */
  rows: readonly SameAsks[];
  pending: readonly WireAsk[];
  steps: OpenAsk;
  store: InboxStore;
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
  /** Called for Enter on the open row, to move on to its card. */
  onEnter: () => void;
  onKeys: () => void;
}

/** The pending asks, oldest first. Nothing moves while the pointer or the focus is in the list. */
export function AskList(props: AskListProps) {
  const { client, inbox, shown, rows: same, pending, steps, store, filter, onFilter, onEnter, onKeys } = props;
  const { open } = steps;
  const shownPending = shown.filter(({ status }) => status === "pending");
  const now = useNow();
  const inside = useRef({ pointer: false, focus: false });
  const rows = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const hold = (change: Partial<typeof inside.current>) => {
    Object.assign(inside.current, change);
    store.hold({ inList: inside.current.pointer || inside.current.focus });
  };

  // A removed list fires no event for the lost pointer and focus.
  useEffect(() => () => store.hold({ inList: false }), [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter shows its first matches
  useEffect(() => {
    rows.current?.scrollTo(0, 0);
  }, [filter]);
  const isListed = open !== undefined && shown.some(({ id }) => id === open);
  useEffect(() => {
    if (!isListed) return;
    const row = rows.current?.querySelector<HTMLElement>(`[data-ask="${CSS.escape(open)}"]`);
    row?.scrollIntoView({ block: "nearest" });
    // If a row has the focus, the focus moves to the row that is open now.
    if (document.activeElement?.matches("a[data-ask]")) row?.focus({ preventScroll: true });
  }, [open, isListed]);

  const select = useCallback((id: string) => setSelected((before = new Set()) => toggleMark(before, id)), []);

  function move(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "Enter" && (event.target as Element).matches('a[aria-current="true"]')) {
      event.preventDefault();
      if (!event.repeat) onEnter();
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a[data-ask]")];
    const next = links[links.indexOf(document.activeElement as HTMLElement) + by];
    if (next === undefined || !links.includes(document.activeElement as HTMLElement)) return;
    event.preventDefault();
    next.focus();
    if (next.dataset.ask !== undefined) steps.show(next.dataset.ask);
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
      <ListHead
        {...{ pending, filter, onFilter, now }}
        shown={shownPending.length}
        onSelect={() => setSelected(selected === undefined ? new Set() : undefined)}
      />
      <div className="rows" ref={rows}>
        {!inbox.loaded && <p className="rows-note meta">Loading…</p>}
        {inbox.loaded && shown.length === 0 && (
          <p className="rows-note meta">
            {pending.length === 0 ? "Nothing is waiting." : "Nothing matches the filter. "}
            {pending.length > 0 && (
              <button type="button" className="quiet small" onClick={() => onFilter(noFilter)}>
                Show all
              </button>
            )}
          </p>
        )}
        <ul className="asks">
          {/* Each can be selected by itself. */}
          {(selected === undefined ? same : shown.map(toRow)).map(({ id, lead: ask, asks, pending }, index, rows) => {
            const above = rows[index - 1];
            const isHead = asks.length > 1 || (above?.asks.length ?? 0) > 1 || startsSession(ask, above?.lead);
            const session = !isHead
              ? undefined
              : asks.length > 1
                ? { name: toAskersText(asks), title: toProjectName(ask.agent) }
                : toSessionName(ask);
            return (
              <Fragment key={id}>
                {session !== undefined && (
                  <li className="run">
                    <h2 className="fine one-line">
                      <b>{session.name}</b>
                      {session.title !== "" && ` · ${session.title}`}
                    </h2>
                  </li>
                )}
                <AskRow
                  ask={ask}
                  count={pending.length}
                  open={asks.some((each) => each.id === open)}
                  now={now}
                  later={toLaterWords(steps, ask.id)}
                  sent={ask.id === steps.last?.ask?.id}
                  selected={selected?.has(ask.id)}
                  onSelect={selected === undefined ? undefined : select}
                />
              </Fragment>
            );
          })}
        </ul>
        {inbox.loaded && pending.length > 0 && <NotifyOffer />}
      </div>
      {selected === undefined ? (
        <div className="list-foot line meta" aria-hidden="true">
          <span>
            <KeyCap>j</KeyCap> <KeyCap>k</KeyCap> move
          </span>
          {shownPending.some(({ id }) => id === open) && (
            <span>
              <KeyCap>l</KeyCap> later
            </span>
          )}
          <button type="button" tabIndex={-1} onClick={onKeys}>
            <KeyCap>?</KeyCap> all keys
          </button>
        </div>
      ) : (
        <Suspense fallback={<div className="several" />}>
          <DeclineSeveral
            client={client}
            selected={markedAsks(shown, selected)}
            count={shownPending.length}
            onAll={() => {
              const isAll = markedAsks(shown, selected).length === shownPending.length;
              setSelected(new Set(isAll ? [] : shownPending.map(({ id }) => id)));
            }}
            onEnded={store.end}
            onDone={(declined) => {
              setSelected(undefined);
              if (declined > 0) steps.declined(declined);
            }}
          />
        </Suspense>
      )}
    </nav>
  );
}
