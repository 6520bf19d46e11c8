import { toLocalTime } from "@yourcall/core";
import type { ReactNode } from "react";
import type { Inbox } from "../live/inbox-store.ts";
import { PageLink } from "./page-link.tsx";
import type { Route } from "./route.ts";

export interface ShellProps {
  page: Route["page"];
  inbox: Inbox;
  /** What a person should know of the state of the hub's data. */
  warnings: readonly string[];
  children: ReactNode;
}

/** What is around every page: skip link, name, navigation, the state of the connection. */
export function Shell({ page, inbox, warnings, children }: ShellProps) {
  const here = (name: Route["page"]) => (page === name ? { "aria-current": "page" as const } : {});
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <span className="wordmark">yourcall</span>
        <nav aria-label="Pages">
          <PageLink to="/" {...here("waiting")}>
            Waiting <span className="count">{inbox.pending}</span>
          </PageLink>
          <PageLink to="/log" {...here("log")}>
            Log
          </PageLink>
          <PageLink to="/settings" {...here("settings")}>
            Settings
          </PageLink>
        </nav>
        <LinkState {...inbox} />
      </header>
      {inbox.link === "reconnecting" && <AwayBanner />}
      {warnings.map((warning) => (
        <aside className="away" aria-label="Warning" key={warning}>
          <p>{warning}</p>
        </aside>
      ))}
      {children}
    </>
  );
}

/** Whether the hub is there, in words and a dot. */
function LinkState({ link, lastSeen }: Pick<Inbox, "link" | "lastSeen">) {
  return (
    <p className="link-state" data-state={link} role="status">
      <span className="dot" aria-hidden="true" />
      {link === "reconnecting"
        ? `Reconnecting, last seen ${toLocalTime(new Date(lastSeen).toISOString(), Date.now())}`
        : link}
    </p>
  );
}

function AwayBanner() {
  return (
    <aside className="away" aria-label="Connection">
      <p>
        The hub does not respond. Your input is kept here as a draft, and nothing is sent until you press Send. The page
        reconnects by itself.
      </p>
      <p className="meta">
        If the hub is back at another address, run <code>yourcall open</code>.
      </p>
    </aside>
  );
}
