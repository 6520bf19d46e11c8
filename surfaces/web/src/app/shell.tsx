import type { ReactNode } from "react";
import { PageLink } from "./page-link.tsx";
import type { Route } from "./route.ts";

export interface ShellProps {
  page: Route["page"];
  waiting: number;
  /** The state of the connection, in words. */
  state: ReactNode;
  children: ReactNode;
}

/** What stands around every page: skip link, name, navigation, the state of the connection. */
export function Shell({ page, waiting, state, children }: ShellProps) {
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
            Waiting <span className="count">{waiting}</span>
          </PageLink>
          <PageLink to="/log" {...here("log")}>
            Log
          </PageLink>
          <PageLink to="/settings" {...here("settings")}>
            Settings
          </PageLink>
        </nav>
        {state}
      </header>
      {children}
    </>
  );
}
