import { toLocalTime } from "@yourcall/core";
import type { Link } from "../live/share-events.ts";

/** Whether the hub is there, in words and a dot. */
export function LinkState({ link }: { link: Link }) {
  return (
    <p className="link-state" data-state={link.state} role="status">
      <span className="dot" aria-hidden="true" />
      {toWords(link)}
    </p>
  );
}

function toWords({ state, lastSeen }: Link): string {
  if (state === "live") return "live";
  if (state === "connecting") return "connecting";
  return `Reconnecting, last seen ${toLocalTime(new Date(lastSeen).toISOString(), Date.now())}`;
}

/** What a person may do while the hub is away. */
export function AwayBanner({ link }: { link: Link }) {
  if (link.state !== "away") return null;
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
