import "./outside-page.css";
import { cleanLine } from "@yourcall/core";
import type { ReactNode } from "react";
import { Command } from "./copy-button.tsx";
import { Mark } from "./icon.tsx";
import { PageLink } from "./route.tsx";
import type { Session } from "./session.ts";

const reasons = {
  used: "That login link has already been used, or is more than a minute old.",
  ended: "You have been logged out: the hub no longer recognizes this browser.",
  unreachable: "Could not reach the hub to log you in. Is it running?",
};

/** What is shown instead of the inbox: to somebody who is not logged in, or whose address leads nowhere. */
export default function OutsidePage({
  why,
}: {
  why: Exclude<Session, { client: unknown } | { state: "entering" }> | "nowhere";
}) {
  if (why === "nowhere") return <Nowhere />;
  if (why.state === "switching") return <OtherLogin {...why} />;
  if (why.state === "foreign") return <Foreign {...why} />;
  return <Stranger why={why.why} />;
}

function Stranger({ why }: { why: keyof typeof reasons | undefined }) {
  return (
    <Outside>
      <h1>Log in to see this inbox</h1>
      {why !== undefined && (
        <p role="status" className="stranger-why">
          {reasons[why]}
        </p>
      )}
      <p>Run this in a terminal on the machine where the hub runs:</p>
      <Command text="yourcall open" />
      <p className="meta">
        It opens a login link that works once and expires after a minute. <code>yourcall open --print</code> prints the
        link instead, so that you can paste it into this tab.
      </p>
    </Outside>
  );
}

/** For somebody who is logged in and has opened the login link of another person. */
function OtherLogin({ from, to, stay, go }: Extract<Session, { state: "switching" }>) {
  const [before, after] = [from, to].map((name) => (name === "" ? "the owner" : cleanLine(name)));
  return (
    <Outside>
      <h1>Log in as {after}?</h1>
      <p role="status" className="stranger-why">
        This browser is logged in as {before}, and the link you opened is for {after}.
      </p>
      <p>
        What you answer is recorded under the name you are logged in with. If you did not ask for this link, stay logged
        in.
      </p>
      <p className="line">
        <button type="button" className="primary" onClick={stay}>
          Stay logged in
        </button>
        <button type="button" onClick={go}>
          Log in with this link
        </button>
      </p>
    </Outside>
  );
}

/** Another program may have taken the hub's port, or this is another hub: nothing is shown, and nothing was sent. */
function Foreign({ canCheck }: Extract<Session, { state: "foreign" }>) {
  if (!canCheck)
    return (
      <Outside>
        <h1>This browser cannot verify your hub</h1>
        <p>
          It does not support Ed25519 and X25519, with which this page makes sure that it is talking to your hub, so
          your login was not sent. Use a newer browser (Chrome 137, Firefox 130, Safari 17), or{" "}
          <code>yourcall inbox</code> in a terminal.
        </p>
      </Outside>
    );
  return (
    <Outside>
      <h1>Something else is answering on this port</h1>
      <p role="status" className="stranger-why">
        Whatever is at {location.host} could not prove that it is the hub you logged in to. Neither your login nor any
        answer was sent to it.
      </p>
      <p>
        Another program may have taken the port, or another hub of yours. To log in to the hub that runs now, run this
        in a terminal on its machine:
      </p>
      <Command text="yourcall open" />
      <p className="meta">
        This page keeps checking, and continues once your hub is back. Do not reload it until then.
      </p>
    </Outside>
  );
}

/** The page of a link to one ask that shows nothing. */
export function DeadLink({ why }: { why: string }) {
  return (
    <Outside>
      <h1>This link does not work</h1>
      <p role="status" className="stranger-why">
        {why}
      </p>
      <p className="meta">Ask for a new link. A link is for one question, and stops working once that has ended.</p>
    </Outside>
  );
}

/** An address that leads nowhere. */
function Nowhere() {
  return (
    <Outside>
      <h1>Page not found</h1>
      <p>
        There is nothing at <code>{location.pathname}</code>. A link to a question looks like <code>/a/ask_…</code>
      </p>
      <p>
        <PageLink to="/">See what is waiting</PageLink>
      </p>
    </Outside>
  );
}

/** The frame of a page that is shown instead of the inbox. */
function Outside({ children }: { children: ReactNode }) {
  return (
    <main className="stranger" id="main" tabIndex={-1}>
      <p className="brand line">
        <Mark size={32} />
        yourcall
      </p>
      {children}
    </main>
  );
}
