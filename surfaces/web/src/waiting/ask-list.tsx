import "./ask-list.css";
import type { HubClient, WireAsk } from "@yourcall/client";
import { Fragment, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { KeyCap } from "../app/key-cap.tsx";
import type { Inbox, InboxStore } from "../live/inbox-store.ts";
import { useNow } from "../live/use-now.ts";
import { AskRow } from "./ask-row.tsx";
import { type ListFilter, noFilter, toSession } from "./ask-rows.ts";
import { DeclineSeveral } from "./decline-several.tsx";
import { ListHead } from "./list-head.tsx";
import { NotifyOffer } from "./notify-offer.tsx";

interface AskListProps {
  client: HubClient;
  inbox: Inbox;
  /** The asks that the filter shows, in order. */
  shown: readonly WireAsk[];
  pending: readonly WireAsk[];
  open: string | undefined;
  store: InboxStore;
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
  field: RefObject<HTMLInputElement | null>;
  later: ReadonlySet<string>;
  /** The last ask that was answered here. */
  sent: string | undefined;
  storage: BrowserStorage;
  /** The arrow keys moved to another ask. */
  onMove: (id: string) => void;
  /** Enter on the row that is open: on to its card. */
  onEnter: () => void;
  onDeclined: (count: number) => void;
  onKeys: () => void;
}

/** The pending asks, oldest first. Nothing moves while the pointer or the focus is in the list. */
export function AskList(props: AskListProps) {
  const { client, inbox, shown, pending, open, store, filter, onFilter, field, later, onMove, onDeclined } = props;
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
  const isListed = open !== undefined && shown.some(({ id }) => id === open);
  useEffect(() => {
    if (!isListed) return;
    const row = rows.current?.querySelector<HTMLElement>(`[data-ask="${CSS.escape(open)}"]`);
    row?.scrollIntoView({ block: "nearest" });
    // A focus that is on a row goes along.
    if (document.activeElement?.matches("a[data-ask]")) row?.focus({ preventScroll: true });
  }, [open, isListed]);

  const select = useCallback((id: string, on: boolean) => {
    setSelected((before = new Set()) => new Set(on ? [...before, id] : [...before].filter((other) => other !== id)));
  }, []);

  function move(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "Enter" && (event.target as Element).matches('a[aria-current="true"]')) {
      event.preventDefault();
      if (!event.repeat) props.onEnter();
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a[data-ask]")];
    const next = links[links.indexOf(document.activeElement as HTMLElement) + by];
    if (next === undefined || !links.includes(document.activeElement as HTMLElement)) return;
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
      <ListHead
        pending={pending}
        shown={shown.filter(({ status }) => status === "pending").length}
        filter={filter}
        onFilter={onFilter}
        now={now}
        field={field}
        onSelect={() => setSelected(selected === undefined ? new Set() : undefined)}
      />
      <div className="rows" ref={rows}>
        {!inbox.loaded && <p className="rows-note">Loading…</p>}
        {inbox.loaded && shown.length === 0 && (
          <p className="rows-note">
            {pending.length === 0 ? "Nothing is waiting." : "Nothing matches the filter. "}
            {pending.length > 0 && (
              <button type="button" className="quiet small" onClick={() => onFilter(noFilter)}>
                Show all
              </button>
            )}
          </p>
        )}
        <ul>
          {shown.map((ask, index) => {
            const session = toSession(ask);
            const before = shown[index - 1];
            const starts = before === undefined || toSession(before).key !== session.key;
            return (
              <Fragment key={ask.id}>
                {starts && (
                  <li className="run">
                    <h2>
                      <b>{session.name}</b>
                      {session.title !== "" && ` · ${session.title}`}
                    </h2>
                  </li>
                )}
                <AskRow
                  ask={ask}
                  open={ask.id === open}
                  now={now}
                  later={later.has(ask.id)}
                  sent={ask.id === props.sent}
                  selected={selected?.has(ask.id)}
                  onSelect={selected === undefined ? undefined : select}
                />
              </Fragment>
            );
          })}
        </ul>
        {inbox.loaded && pending.length > 0 && <NotifyOffer storage={props.storage} />}
      </div>
      {selected === undefined ? (
        <div className="list-foot" aria-hidden="true">
          <span>
            <KeyCap>j</KeyCap> <KeyCap>k</KeyCap> move
          </span>
          <span>
            <KeyCap>l</KeyCap> later
          </span>
          <button type="button" tabIndex={-1} onClick={props.onKeys}>
            <KeyCap>?</KeyCap> all keys
          </button>
        </div>
      ) : (
        <DeclineSeveral
          client={client}
          selected={shown.filter(({ id, status }) => status === "pending" && selected.has(id))}
          count={shown.filter(({ status }) => status === "pending").length}
          onAll={() => {
            const all = shown.filter(({ status }) => status === "pending").map(({ id }) => id);
            setSelected(new Set(selected.size === all.length ? [] : all));
          }}
          onEnded={store.end}
          onDone={(declined) => {
            setSelected(undefined);
            if (declined > 0) onDeclined(declined);
          }}
        />
      )}
    </nav>
  );
}
