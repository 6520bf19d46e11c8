import "./stranger.css";
import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { Mark } from "./mark.tsx";
import { PageLink } from "./page-link.tsx";
import type { Session } from "./session.ts";

const reasons = {
  used: "That login link was already used, or is older than a minute.",
  ended: "You are logged out: the hub no longer knows this browser.",
  unreachable: "The hub cannot be reached, so you could not be logged in. Is it running?",
};

/** The page for people who are not logged in. */
export function Stranger({ why }: { why?: Extract<Session, { state: "stranger" }>["why"] }) {
  return (
    <Outside>
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
    </Outside>
  );
}

/** Somebody else may have the hub's port: nothing is shown, and nothing was sent. */
export function Foreign({ canCheck }: { canCheck: boolean }) {
  return (
    <Outside>
      {canCheck ? (
        <>
          <h1>Something else answers on this port</h1>
          <p role="status" className="stranger-why">
            What answers at {location.host} could not prove that it is your hub. It was sent neither your login nor any
            answer.
          </p>
          <p>
            Another program may have taken the port, or your hub no longer knows this browser. Your hub may be at
            another address now. Run this in a terminal on the machine where it runs:
          </p>
          <pre>
            <code>yourcall open</code>
          </pre>
          <p className="meta">This page keeps looking, and continues once your hub is back. Do not reload it before.</p>
        </>
      ) : (
        <>
          <h1>This browser cannot check who answers here</h1>
          <p>
            It lacks WebCrypto, with which the page makes sure that it talks to your hub. So your login was not sent.
            Use a newer browser, or <code>yourcall inbox</code> in a terminal.
          </p>
        </>
      )}
    </Outside>
  );
}

/** An address that leads nowhere. */
export function Nowhere() {
  return (
    <Outside>
      <h1>There is no such page</h1>
      <p>
        Nothing is at <code>{location.pathname}</code>. A link to a question looks like <code>/a/ask_…</code>
      </p>
      <p>
        <PageLink to="/">What is waiting</PageLink>
      </p>
    </Outside>
  );
}

/** A page instead of the inbox. */
function Outside({ children }: { children: ReactNode }) {
  return (
    <main className="stranger" id="main" tabIndex={-1}>
      <p className="brand">
        <Mark size={32} />
        yourcall
      </p>
      {children}
    </main>
  );
}
