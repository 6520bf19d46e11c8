import "./sessions-page.css";
import type { HubClient } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { Command } from "../app/copy-button.tsx";
import { Icon, Mark } from "../app/icon.tsx";
import KeySheet from "../app/key-sheet.tsx";
import { isTypingIn, usePageKeys } from "../app/page-keys.ts";
import { navigate, PageLink, toSessionPath } from "../app/route.tsx";
import { twoColumns, useMedia } from "../app/use-media.ts";
import type { Inbox, InboxStore } from "../live/inbox-store.ts";
import { withoutDesk } from "./desk-state.ts";
import { keepPlaces, nextThatNeeds, type SessionGroup, stepFrom, toGroups } from "./session-groups.ts";
import { SessionList } from "./session-list.tsx";
import { SessionPane } from "./session-pane.tsx";
import { fitsFilter } from "./session-words.ts";
import { StartSession } from "./start-session.tsx";
import { useDesk } from "./use-desk.ts";

interface SessionsPageProps {
  client: HubClient;
  store: InboxStore;
  inbox: Inbox;
  /** The hub has been away for longer than a moment. */
  away: boolean;
  /** The session in the address, or `new`. */
  id: string | undefined;
  /** Called with all sessions of the desk whenever the set changes. */
  onSessions: (ids: readonly string[]) => void;
  /** What the tab's title says. */
  onTitle: (title: string | undefined) => void;
}

/** The sessions of the desk: a list and one open session, or one of the two if there is less room. */
export default function SessionsPage(props: SessionsPageProps) {
  const { client, store, inbox, away, id, onSessions, onTitle } = props;
  const desk = useDesk(client, id === "new" ? undefined : id);
  const { link } = desk;
  const sessions = link === "no-desk" ? desk.sessions.map((each) => withoutDesk(each, inbox.asks)) : desk.sessions;
  const wide = useMedia(twoColumns);
  const session = sessions.find((each) => each.id === id);
  const waiting = sessions.filter(({ state }) => state === "waiting");
  const [filter, setFilter] = useState("");
  const [helps, setHelp] = useState(false);
  const [isHeld, hold] = useState(false);
  const last = useRef<SessionGroup[]>([]);
  const groups = isHeld ? keepPlaces(last.current, sessions) : toGroups(sessions);
  useEffect(() => {
    last.current = groups;
  });
  const shown = groups.map((group) => ({
    ...group,
    sessions: group.sessions.filter((each) => each.id === id || fitsFilter(each, filter)),
  }));

  const ids = sessions.map((each) => each.id).join(" ");
  useEffect(() => onSessions(ids.split(" ").filter(Boolean)), [ids, onSessions]);
  const title = session && cleanLine(session.title);
  useEffect(() => {
    onTitle(title);
    return () => onTitle(undefined);
  }, [title, onTitle]);
  // Next to the list one session is always open: the first of the list.
  const first = groups.flatMap((group) => group.sessions)[0]?.id;
  useEffect(() => {
    if (isTypingIn(".session-new")) return;
    if (wide && id === undefined && first !== undefined) navigate(toSessionPath(first), { replace: true });
  }, [wide, id, first]);

  // A form that somebody is filling in stays, whatever the desk does.
  const isStarting = isTypingIn(".session-new");
  const showsNew = id === "new" || (id === undefined && (sessions.length === 0 || isStarting));
  const go = (next: { id: string } | undefined) => {
    if (next !== undefined) navigate(toSessionPath(next.id));
    return true;
  };
  const help = useCallback(() => setHelp(true), []);
  usePageKeys(
    {
      j: () => go(stepFrom(shown, id, 1)),
      k: () => go(stepFrom(shown, id, -1)),
      g: () => go(nextThatNeeds(groups, id)),
      "?": () => {
        help();
        return true;
      },
    },
    // A form has no question to answer, and Space must tick its boxes right after somebody typed.
    { guarded: !showsNew },
  );

  const isKnown = link === "live" || sessions.length > 0 || isStarting;
  if (link === "forbidden")
    return (
      <main id="main" tabIndex={-1} className="sessions">
        <div className="no-desk">
          <h1>Only administrators see sessions</h1>
          <p role="status">The questions of these sessions are under Waiting.</p>
        </div>
      </main>
    );
  if (!isKnown)
    return (
      <main id="main" tabIndex={-1} className="sessions" aria-busy={link !== "no-desk"}>
        {link === "no-desk" ? (
          <NoDesk />
        ) : (
          away && (
            <div className="no-desk">
              <h1>The hub cannot be reached</h1>
              <p role="status">The sessions appear here as soon as it is back.</p>
            </div>
          )
        )}
      </main>
    );
  return (
    <main
      id="main"
      tabIndex={-1}
      className="sessions"
      data-layout={wide ? "both" : id === undefined && !showsNew ? "list" : "pane"}
    >
      {session === undefined && !showsNew && <h1 className="unseen">Sessions</h1>}
      {(wide || (id === undefined && !showsNew)) && (
        <SessionList groups={shown} open={id} filter={filter} onFilter={setFilter} onHold={hold} onKeys={help} />
      )}
      {showsNew && (
        <div className="session-pane session-new">
          {!wide && (
            <PageLink to="/sessions" className="pane-back">
              <Icon name="back" />
              Sessions
            </PageLink>
          )}
          <StartSession client={client} desk={desk} />
        </div>
      )}
      {session !== undefined && (
        <SessionPane
          key={session.id}
          {...{ client, store, inbox, desk, session, away }}
          others={waiting.filter((each) => each !== session).length}
        />
      )}
      {helps && <KeySheet on="sessions" onClose={() => setHelp(false)} />}
      {session === undefined && !showsNew && desk.missing === id && id !== undefined && (
        <div className="session-pane session-new">
          <div className="no-desk">
            <p>
              The desk has no session <code>{id}</code>. <PageLink to="/sessions">See all sessions</PageLink>
            </p>
          </div>
        </div>
      )}
    </main>
  );
}

/** How to start a desk. The page keeps checking for one. */
function NoDesk() {
  return (
    <div className="no-desk">
      <Mark size={48} />
      <h1>No desk is running</h1>
      <p>
        A desk runs agents for you and shows each conversation here, with its questions. Start one in a terminal, with
        the directories it may work in:
      </p>
      <Command text="yourcall desk ~/your-project" />
      <p className="meta" role="status">
        It appears here as soon as it is running.
      </p>
    </div>
  );
}
