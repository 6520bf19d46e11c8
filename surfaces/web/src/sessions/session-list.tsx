import "./session-list.css";
import type { Session } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { InlineMarkdown } from "@yourcall/react/internal";
import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import { FilterField } from "../app/filter-field.tsx";
import { KeyCap } from "../app/icon.tsx";
import { navigate, PageLink, toSessionPath } from "../app/route.tsx";
import { useNow } from "../live/use-now.ts";
import type { SessionGroup } from "./session-groups.ts";
import { toRowTime } from "./session-words.ts";

interface SessionListProps {
  groups: readonly SessionGroup[];
  open: string | undefined;
  filter: string;
  onFilter: (text: string) => void;
  /** Called with whether the pointer or the focus is in the list, so that nothing may move in it. */
  onHold: (held: boolean) => void;
  onKeys: () => void;
}

/** The sessions of the desk, by what they need. The open one is always in view. */
export function SessionList({ groups, open, filter, onFilter, onHold, onKeys }: SessionListProps) {
  const now = useNow();
  const rows = useRef<HTMLDivElement>(null);
  const inside = useRef({ pointer: false, focus: false });
  const hold = (change: Partial<typeof inside.current>) => {
    Object.assign(inside.current, change);
    onHold(inside.current.pointer || inside.current.focus);
  };
  useEffect(() => () => onHold(false), [onHold]);
  const shown = groups.filter(({ sessions }) => sessions.length > 0);
  const order = shown.flatMap(({ sessions }) => sessions.map(({ id }) => id)).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may have moved
  useEffect(() => {
    if (open === undefined) return;
    const row = rows.current?.querySelector<HTMLElement>(`[data-session="${CSS.escape(open)}"]`);
    row?.closest("details")?.setAttribute("open", "");
    row?.scrollIntoView({ block: "nearest" });
    if (document.activeElement?.matches("a[data-session]")) row?.focus({ preventScroll: true });
  }, [open, order]);

  function move(event: KeyboardEvent<HTMLElement>): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a[data-session]")];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = by === undefined || at === -1 ? undefined : links[at + by];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    navigate(toSessionPath(next.dataset.session ?? ""));
  }

  return (
    <nav
      className="list session-list"
      aria-label="Sessions"
      onKeyDown={move}
      onPointerEnter={(event) => hold({ pointer: event.pointerType === "mouse" })}
      onPointerLeave={() => hold({ pointer: false })}
      onFocus={(event) => hold({ focus: event.target.matches("a[data-session]") })}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hold({ focus: false });
      }}
    >
      <search className="find line">
        <FilterField label="Filter sessions" placeholder="Filter sessions" text={filter} onText={onFilter} />
        <PageLink to="/sessions/new" className="button fine" aria-current={open === "new" ? "page" : undefined}>
          New session
        </PageLink>
      </search>
      <div className="rows" ref={rows}>
        {shown.map((group) => (
          <Group key={group.name} {...{ group, open, now }} folded={group.name === "Archived" && filter === ""} />
        ))}
        {shown.length === 0 && (
          <p className="rows-note meta">{filter === "" ? "No sessions yet." : "Nothing matches the filter."}</p>
        )}
      </div>
      <div className="list-foot line meta" aria-hidden="true">
        <span>
          <KeyCap>j</KeyCap> <KeyCap>k</KeyCap> move
        </span>
        <span>
          <KeyCap>g</KeyCap> next ask
        </span>
        <button type="button" tabIndex={-1} onClick={onKeys}>
          <KeyCap>?</KeyCap> all keys
        </button>
      </div>
    </nav>
  );
}

interface GroupProps {
  group: SessionGroup;
  open: string | undefined;
  now: number;
  folded: boolean;
}

function Group({ group: { name, sessions }, open, now, folded }: GroupProps) {
  const rows = (
    <ul>
      {sessions.map((session) => (
        <SessionRow key={session.id} {...{ session, now }} isOpen={session.id === open} />
      ))}
    </ul>
  );
  const title = (
    <>
      {name} <span className="group-count">{sessions.length}</span>
    </>
  );
  if (folded)
    return (
      <details className="session-group">
        <summary className="fine">{title}</summary>
        {rows}
      </details>
    );
  return (
    <section className="session-group">
      <h2 className="fine">{title}</h2>
      {rows}
    </section>
  );
}

const SessionRow = memo(function SessionRow({
  session,
  isOpen,
  now,
}: {
  session: Session;
  isOpen: boolean;
  now: number;
}) {
  const { id, title, state, asks, project, branch, worktree, question, failure, lastLine, silentSince } = session;
  const at = worktree?.branch ?? branch;
  return (
    <li>
      <PageLink
        className="row session-row"
        to={toSessionPath(id)}
        data-session={id}
        aria-current={isOpen ? "true" : undefined}
      >
        <StateSign state={state} />
        <span className="session-text">
          <span className="row-line line">
            <span className="session-name line">
              <b className="one-line">{cleanLine(title)}</b>
              {asks.length > 1 && <span className="count attention">{asks.length}</span>}
              <span className="session-at fine">
                <span className="one-line">{cleanLine(project.split("/").at(-1) || project)}</span>
                {at !== undefined && <span className="one-line">· {cleanLine(at)}</span>}
              </span>
            </span>
            <span
              className="session-state fine"
              data-state={state}
              data-silent={silentSince !== undefined || undefined}
            >
              {toRowTime(session, now)}
            </span>
          </span>
          <span className="session-says fine one-line" data-asks={question !== undefined || undefined}>
            <InlineMarkdown text={cleanLine(question ?? toErrorFirst(failure) ?? lastLine ?? "")} />
          </span>
        </span>
      </PageLink>
    </li>
  );
});

/** What an agent said last before it ended, and then how it ended: a row has room for one of them. */
function toErrorFirst(failure: string | undefined): string | undefined {
  const [how = "", said] = failure?.split(" It said: ") ?? [];
  return said === undefined ? failure : `${said} · ${how}`;
}

/** The state of a session as a shape: a filled bubble is waiting, an open ring working, a circle idle, a crossed circle failed. */
function StateSign({ state }: Pick<Session, "state">) {
  return (
    <svg className="state-sign" data-state={state} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {state === "waiting" ? (
        <path d="M8 1.5a6 6 0 1 1-2.9 11.25L1.9 13.9l1.15-3.2A6 6 0 0 1 8 1.5Z" />
      ) : (
        <circle cx="8" cy="8" r="5.75" />
      )}
      {state === "failed" && <path d="m5.9 5.9 4.2 4.2m0-4.2-4.2 4.2" />}
    </svg>
  );
}
