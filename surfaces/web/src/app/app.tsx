import type { HubClient } from "@yourcall/client";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { createInboxStore } from "../live/inbox-store.ts";
import { LogPage } from "../log/log-page.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { forgetDrafts } from "../waiting/draft-sync.ts";
import { LinkedAsk } from "../waiting/linked-ask.tsx";
import { WaitingPage } from "../waiting/waiting-page.tsx";
import type { BrowserStorage } from "./browser-storage.ts";
import { AwayBanner, LinkState } from "./link-state.tsx";
import { notifyOf } from "./notifications.ts";
import { navigate, toRoute, usePath } from "./route.ts";
import type { SessionKeeper } from "./session.ts";
import { Shell } from "./shell.tsx";
import { Stranger } from "./stranger.tsx";
import { useTheme } from "./theme.ts";
import { usePageTitle } from "./use-page-title.ts";

export function App({ storage, sessions }: { storage: BrowserStorage; sessions: SessionKeeper }) {
  const session = useSyncExternalStore(sessions.subscribe, sessions.now);
  if (session.state === "entering") return <main id="main" className="stranger" aria-busy="true" />;
  if (session.state === "stranger") return <Stranger why={session.why} />;
  if (session.state === "link") return <LinkedAsk client={session.client} storage={storage} id={session.id} />;
  return <Inside client={session.client} storage={storage} />;
}

/** The pages, for somebody who is logged in. */
function Inside({ client, storage }: { client: HubClient; storage: BrowserStorage }) {
  const route = toRoute(usePath());
  const [theme, onTheme] = useTheme(storage);
  const store = useMemo(() => createInboxStore(client, (pending) => forgetDrafts(storage, pending)), [client, storage]);
  const inbox = useSyncExternalStore(store.subscribe, store.now);
  usePageTitle(inbox.pending);
  useEffect(() => {
    const end = new AbortController();
    store.start(end.signal, (ask) => notifyOf(ask, storage));
    return () => end.abort();
  }, [store, storage]);
  return (
    <Shell page={route.page} waiting={inbox.pending} state={<LinkState {...inbox} />}>
      {inbox.link === "reconnecting" && <AwayBanner />}
      {route.page === "waiting" && (
        <WaitingPage client={client} storage={storage} store={store} inbox={inbox} id={route.id} />
      )}
      {route.page === "log" && <LogPage client={client} navigate={navigate} id={route.id} />}
      {route.page === "settings" && (
        <SettingsPage client={client} navigate={navigate} theme={theme} onTheme={onTheme} />
      )}
    </Shell>
  );
}
