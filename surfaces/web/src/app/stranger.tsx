import "./stranger.css";
import { CopyButton } from "./copy-button.tsx";
import { Mark } from "./mark.tsx";
import type { Session } from "./session.ts";

const reasons = {
  used: "That login link was already used, or is older than a minute.",
  ended: "You are logged out: the hub no longer knows this browser.",
  unreachable: "The hub cannot be reached, so you could not be logged in. Is it running?",
};

/** The page for people who are not logged in. */
export function Stranger({ why }: { why?: Extract<Session, { state: "stranger" }>["why"] }) {
  return (
    <main className="stranger" id="main">
      <p className="brand">
        <Mark size={32} />
        yourcall
      </p>
      <h1>Log in to see this inbox</h1>
      {why !== undefined && (
        <p role="status" className="stranger-why">
          {reasons[why]}
        </p>
      )}
      <p>Run this in a terminal on the machine where the hub runs:</p>
      <div className="command">
        <pre>
          <code>yourcall open</code>
        </pre>
        <CopyButton text="yourcall open" label="Copy" name="Copy the command" />
      </div>
      <p className="meta">
        It opens a login link that works once, within a minute. <code>yourcall open --print</code> prints the link
        instead: paste it into this tab.
      </p>
    </main>
  );
}
