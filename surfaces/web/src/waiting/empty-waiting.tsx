import type { HubClient, WireAsk } from "@yourcall/client";
import { toDecisionLine, toLocalTime } from "@yourcall/core";
import { useEffect, useState } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { PageLink } from "../app/page-link.tsx";
import { useNow } from "../live/use-now.ts";

const example = `yourcall ask --no-wait --question "Which port?" --header Port \\
  --option 8080 --option 9090`;

/** Nothing is pending: shows the last decision, and how to ask. */
export function EmptyWaiting({ client }: { client: HubClient }) {
  const [decided, setDecided] = useState<WireAsk[]>([]);
  const now = useNow();
  useEffect(() => {
    let current = true;
    client.list({ status: "ended", limit: 3 }).then(
      ({ asks }) => current && setDecided(asks),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [client]);
  return (
    <div className="empty">
      <h1>Nothing is waiting for you</h1>
      {decided.length > 0 && (
        <section>
          <h2>Last decisions</h2>
          <ul className="decided">
            {decided.map((ask) => (
              <li key={ask.id}>
                <PageLink to={`/log/${ask.id}`}>{ask.outcome && toDecisionLine(ask, ask.outcome, Date.now())}</PageLink>{" "}
                <span className="meta">{ask.outcome && toLocalTime(ask.outcome.at, now)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Ask from a shell</h2>
        <pre>
          <code>{example}</code>
        </pre>
        <CopyButton text={example} label="Copy" name="Copy the command" />
      </section>
    </div>
  );
}
