import type { HubClient, WireAsk } from "@yourcall/client";
import { forgetDrafts } from "@yourcall/client/internal";
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { createInboxStore, type Inbox } from "../live/inbox-store.ts";
import { useWaitingSessions } from "../sessions/use-waiting-sessions.ts";
import { WaitingPage } from "../waiting/waiting-page.tsx";
import { storage } from "./browser-storage.ts";
import { closeNotices, notifyOf, openFromNotices } from "./notifications.ts";
import { toRoute, useRoute } from "./route.tsx";
import type { SessionKeeper } from "./session.ts";
import { Shell } from "./shell.tsx";
import { useTheme } from "./theme.ts";
import { Devices, useDevices, useGrants } from "./use-fresh.ts";

// The first view of somebody who is logged in needs none of these.
const Grants = lazy(() => import("./grants.tsx"));
const LinkedAsk = lazy(() => import("../waiting/linked-ask.tsx"));
const LogPage = lazy(() => import("../log/log-page.tsx"));
const OutsidePage = lazy(() => import("./outside-page.tsx"));
const SessionsPage = lazy(() => import("../sessions/sessions-page.tsx"));
const SettingsPage = lazy(() => import("../settings/settings-page.tsx"));

export function App({ sessions }: { sessions: SessionKeeper }) {
  const session = useSyncExternalStore(sessions.subscribe, sessions.now);
  const theme = useTheme();
  const isKnown = useRoute().page !== "none";
  const busy = <main id="main" className="stranger" aria-busy="true" />;
  if (session.state === "in") return <Inside client={session.client} theme={theme} />;
  return (
    <Suspense fallback={busy}>
      {session.state === "entering" ? (
        busy
      ) : session.state === "link" ? (
        <LinkedAsk {...session} />
      ) : (
        <OutsidePage why={session.state === "stranger" && !isKnown ? "nowhere" : session} />
      )}
    </Suspense>
  );
}

/** The pages, for somebody who is logged in. */
function Inside({ client, theme: [theme, onTheme] }: { client: HubClient; theme: ReturnType<typeof useTheme> }) {
  const route = useRoute();
  const store = useMemo(() => createInboxStore(client, (pending) => forgetDrafts(storage, pending)), [client]);
  const inbox = useSyncExternalStore(store.subscribe, store.now);
  const away = useAway(inbox.link);
  const [title, setTitle] = useState<string>();
  const [waitingSessions, rememberSessions] = useWaitingSessions(client, inbox);
  usePageTitle(inbox.pending, title);
  useEffect(() => {
    const end = new AbortController();
    beatOnInput(client, end.signal);
    return () => end.abort();
  }, [client]);
  useEffect(() => {
    const end = new AbortController();
    store.start(end.signal, ({ id }, isSeen) => {
      const ask = store.now().asks.get(id);
      if (ask?.status === "pending" && (!isSeen || isInBackground(ask))) void notifyOf(ask);
    });
    openFromNotices(end.signal);
    void import("./push.ts").then(({ keepPush }) => keepPush()).catch(() => {});
    return () => end.abort();
  }, [store]);
  useEffect(() => closeNotices(inbox.asks), [inbox.asks]);
  const devices = useDevices(client);
  const grants = useGrants(client, inbox.decided);
  return (
    <Shell
      devices={devices}
      grants={
        grants.grants.length > 0 && (
          <Suspense fallback={null}>
            <Grants {...grants} />
          </Suspense>
        )
      }
      page={route.page}
      alone={(route.page === "waiting" || route.page === "sessions") && route.id !== undefined}
      inbox={inbox}
      waitingSessions={waitingSessions}
      away={away}
      warnings={useWarnings(client)}
    >
      {route.page === "waiting" && (
        <Devices value={devices}>
          <WaitingPage {...{ client, store, inbox, away, id: route.id }} />
        </Devices>
      )}
      <Suspense fallback={<main id="main" className="page" aria-busy="true" />}>
        {route.page === "none" && <OutsidePage why="nowhere" />}
        {route.page === "sessions" && (
          <SessionsPage
            {...{ client, store, inbox, away, id: route.id }}
            onSessions={rememberSessions}
            onTitle={setTitle}
          />
        )}
        {route.page === "log" && <LogPage client={client} id={route.id} decided={inbox.decided} />}
        {route.page === "settings" && <SettingsPage client={client} theme={theme} onTheme={onTheme} />}
      </Suspense>
    </Shell>
  );
}

/** Whether the ask is hidden because another session is open. */
function isInBackground({ agent }: WireAsk): boolean {
  const route = toRoute(location.pathname);
  return route.page === "sessions" && route.id !== undefined && route.id !== agent.session;
}

/** The hub's warnings about its data, read once. */
function useWarnings(client: HubClient): readonly string[] {
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  useEffect(() => {
    // The connection's state is shown already, and every page reports its own failures.
    client.settings().then(
      ({ warnings = [], overLimit = [] }) => setWarnings([...warnings, ...overLimit]),
      () => {},
    );
  }, [client]);
  return warnings;
}

/** The number of pending asks, in the tab's title and on its icon, and on that of the installed app. */
function usePageTitle(waiting: number, name: string | undefined): void {
  useEffect(() => {
    const title = name === undefined ? "yourcall" : `${name} · yourcall`;
    document.title = waiting === 0 ? title : `(${waiting}) ${title}`;
  }, [waiting, name]);
  useEffect(() => {
    // Not every browser has badges, and not every page may set one.
    void navigator.setAppBadge?.(waiting).catch(() => {});
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = waiting === 0 ? "/favicon.svg" : toIcon(waiting);
  }, [waiting]);
}

function toIcon(count: number): string {
  const text = count > 99 ? "99" : String(count);
  const size = text.length === 1 ? 22 : 18;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4F46E5"/><text x="16" y="17" font-family="system-ui,sans-serif" font-size="${size}" font-weight="600" fill="#fff" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

// A single lost packet is not reported, only a hub that stays away.
const awayMs = 1000;

/** Whether the hub has been away for longer than a moment. Once it is back, that shows immediately. */
function useAway(link: Inbox["link"]): boolean {
  const [away, setAway] = useState(false);
  const isGone = link === "reconnecting";
  useEffect(() => {
    if (!isGone) return setAway(false);
    const timer = setTimeout(() => setAway(true), awayMs);
    return () => clearTimeout(timer);
  }, [isGone]);
  return away && isGone;
}

const inputs = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

/**
 * While the person uses this page, tells the hub so, and their phone stays silent; also when they leave it. A page in the background
 * gets no input.
 */
function beatOnInput(client: Pick<HubClient, "beat" | "leave">, signal: AbortSignal): void {
  // A pointer also moves over a page that has no focus.
  const beat = ({ isTrusted }: Event) => isTrusted && document.hasFocus() && client.beat();
  for (const type of inputs) addEventListener(type, beat, { signal, passive: true, capture: true });
  const leave = () => document.visibilityState === "hidden" && void client.leave();
  document.addEventListener("visibilitychange", leave, { signal });
  addEventListener("pagehide", () => void client.leave(), { signal });
}
