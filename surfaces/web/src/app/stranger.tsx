import type { Session } from "./session.ts";

const reasons = {
  used: "That login link was used before, or is older than a minute.",
  ended: "You are logged out: the hub no longer knows this browser.",
  unreachable: "The hub cannot be reached, so nobody could be logged in. Is it running?",
};

/** All a stranger sees: how to get in. */
export function Stranger({ why }: { why?: Extract<Session, { state: "stranger" }>["why"] }) {
  return (
    <main className="stranger" id="main">
      <p className="wordmark">yourcall</p>
      <h1>This inbox is for the person it belongs to</h1>
      {why !== undefined && (
        <p role="status" className="stranger-why">
          {reasons[why]}
        </p>
      )}
      <p>To get in, run this in a terminal on the machine where the hub runs:</p>
      <pre>
        <code>yourcall open</code>
      </pre>
      <p className="meta">
        It opens a login link that is good once and for one minute. <code>yourcall open --print</code> prints the link
        instead.
      </p>
    </main>
  );
}
