import "./shell.css";
import { cleanLine } from "@yourcall/core";
import { toLocalTime } from "@yourcall/core/internal";
import type { WireDevice } from "@yourcall/core/internal/wire";
import { type ReactNode, useState } from "react";
import type { Inbox } from "../live/inbox-store.ts";
import { Icon, Mark } from "./icon.tsx";
import { PageLink, type Route } from "./route.tsx";

interface ShellProps {
  /** The person's devices. Those that fail are named. */
  devices: readonly WireDevice[];
  /** What is allowed for a while. */
  grants: ReactNode;
  page: Route["page"];
  /** Whether one ask fills a small screen. */
  alone: boolean;
  inbox: Inbox;
  /** How many sessions of the desk are waiting for the person. */
  waitingSessions: number;
  /** Whether the hub has been away for longer than a moment. */
  away: boolean;
  /** What the person should know about the hub's data. */
  warnings: readonly string[];
  children: ReactNode;
}

const pages = [
  { page: "waiting", to: "/", name: "Waiting", icon: "inbox" },
  { page: "sessions", to: "/sessions", name: "Sessions", icon: "chat" },
  { page: "log", to: "/log", name: "Log", icon: "log" },
  { page: "settings", to: "/settings", name: "Settings", icon: "settings" },
] as const;

/** The frame of every page: skip link, name, navigation, the state of the connection. None of it ever moves the page. */
export function Shell({ devices, grants, page, alone, inbox, waitingSessions, away, warnings, children }: ShellProps) {
  return (
    <div className="shell" data-alone={alone || undefined}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <span className="brand line">
          <Mark />
          yourcall
        </span>
        {/* On a phone at the bottom of the screen, where a thumb is. */}
        <nav className="tabs" aria-label="Pages">
          {pages.map(({ to, name, icon, ...tab }) => (
            <PageLink key={to} to={to} className="line" aria-current={page === tab.page ? "page" : undefined}>
              <Icon name={icon} />
              {name}
              {tab.page === "waiting" && <span className="count">{inbox.pending}</span>}
              {tab.page === "sessions" && waitingSessions > 0 && (
                <span className="count attention" title="Sessions waiting for you">
                  {waitingSessions}
                </span>
              )}
            </PageLink>
          ))}
        </nav>
        <FailingDevices devices={devices} />
        {grants}
        <LinkState link={inbox.link} lastSeen={inbox.lastSeen} away={away} />
      </header>
      {children}
      <Warnings warnings={warnings} />
    </div>
  );
}

/** The devices that cannot be reached, before a question needs them. */
function FailingDevices({ devices }: Pick<ShellProps, "devices">) {
  const failing = devices.filter(({ reason }) => reason !== undefined);
  if (failing.length === 0) return null;
  const text = failing.map(({ name, reason = "" }) => `${cleanLine(name)} fails: ${cleanLine(reason)}`).join(" · ");
  return (
    <p className="failing-devices line fine" role="status" title={text}>
      <Icon name="warn" />
      <span>{text}</span>
    </p>
  );
}

/** Whether the hub can be reached, as words and a dot. */
function LinkState({ link, lastSeen, away }: Pick<Inbox, "link" | "lastSeen"> & { away: boolean }) {
  return (
    <p className="link-state line fine" data-state={away ? "reconnecting" : "live"} role="status">
      <span className="dot" aria-hidden="true" />
      {away ? (
        <span title="If the hub has moved to another address, run: yourcall open">
          <b>Reconnecting.</b>{" "}
          <span className="last-seen">Hub last seen {toLocalTime(new Date(lastSeen).toISOString(), Date.now())}</span>
        </span>
      ) : link === "connecting" ? (
        "connecting"
      ) : (
        "live"
      )}
    </p>
  );
}

/** The warnings, over the bottom of the page until they are dismissed. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const shown = warnings.filter((warning) => !seen.includes(warning));
  if (shown.length === 0) return null;
  return (
    <aside className="warnings" aria-label="Warning">
      {shown.map((warning) => (
        <p key={warning}>
          <Icon name="warn" />
          <span>{warning}</span>
        </p>
      ))}
      <button type="button" onClick={() => setSeen(warnings)}>
        Dismiss
      </button>
    </aside>
  );
}
