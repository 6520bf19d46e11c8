import { toLocalTime } from "@yourcall/core";
import type { Inbox } from "../live/inbox-store.ts";

/** Whether the hub is there, in words and a dot. */
export function LinkState({ link, lastSeen }: Pick<Inbox, "link" | "lastSeen">) {
  return (
    <p className="link-state" data-state={link} role="status">
      <span className="dot" aria-hidden="true" />
      {link === "reconnecting"
        ? `Reconnecting, last seen ${toLocalTime(new Date(lastSeen).toISOString(), Date.now())}`
        : link}
    </p>
  );
}

/** What a person may do while the hub is away. */
export function AwayBanner() {
  return (
    <aside className="away" aria-label="Connection">
      <p>
        The hub does not answer. What you fill in is kept here as a draft, and nothing is sent until you press Send. The
        page goes on by itself once the hub is back.
      </p>
      <p className="meta">
        If it came back at another address, <code>yourcall open</code> leads there.
      </p>
    </aside>
  );
}
