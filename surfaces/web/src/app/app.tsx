import { useSyncExternalStore } from "react";
import { LogPage } from "../log/log-page.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import type { BrowserStorage } from "./browser-storage.ts";
import { ClientContext } from "./client-context.ts";
import { navigate, toRoute, usePath } from "./route.ts";
import type { SessionKeeper } from "./session.ts";
import { Shell } from "./shell.tsx";
import { Stranger } from "./stranger.tsx";
import { useTheme } from "./theme.ts";

export function App({ storage, sessions }: { storage: BrowserStorage; sessions: SessionKeeper }) {
  const session = useSyncExternalStore(sessions.subscribe, sessions.now);
  const route = toRoute(usePath());
  const [theme, onTheme] = useTheme(storage);
  if (session.state === "entering") return <main id="main" className="stranger" aria-busy="true" />;
  if (session.state === "stranger") return <Stranger {...(session.why === undefined ? {} : { why: session.why })} />;
  const { client } = session;
  return (
    <ClientContext value={client}>
      <Shell page={route.page} waiting={0} state={null}>
        {route.page === "waiting" && (
          <main id="main" className="page" tabIndex={-1}>
            <h1>Waiting</h1>
          </main>
        )}
        {route.page === "log" && (
          <LogPage client={client} navigate={navigate} {...(route.id === undefined ? {} : { id: route.id })} />
        )}
        {route.page === "settings" && (
          <SettingsPage client={client} navigate={navigate} theme={theme} onTheme={onTheme} />
        )}
      </Shell>
    </ClientContext>
  );
}
