import type { HubClient } from "@yourcall/client";
import { CopyButton } from "../app/copy-button.tsx";
import { Mark } from "../app/mark.tsx";
import { PageLink } from "../app/page-link.tsx";
import { DecisionRow } from "../log/decision-row.tsx";
import { useRead } from "../read/use-read.tsx";

const ways = [
  {
    name: "Connect your agent",
    what: "Claude Code’s questions and approvals come here from now on.",
    command: "yourcall setup claude",
  },
  {
    name: "Ask from a script",
    what: "It waits for your answer and prints it.",
    command: `yourcall ask --question "Which port?" --header Port \\\n  --option 8080 --option 9090`,
  },
  {
    name: "See it once",
    what: "A scripted agent asks three questions and builds what you decide. No key needed.",
    command: "yourcall demo",
  },
];

/** Nothing is pending: shows how to ask, and the last decisions. */
export function EmptyWaiting({ client }: { client: HubClient }) {
  const { value } = useRead("decided", () => client.list({ status: "ended", limit: 3 }));
  const decided = value?.asks ?? [];
  return (
    <div className="empty">
      <div className="hello">
        <Mark size={48} />
        <h1>Nothing is waiting for you</h1>
        <p>When one of your agents needs a decision, it shows up here. Until then, enjoy the quiet.</p>
      </div>
      <ul className="panel">
        {ways.map(({ name, what, command }) => (
          <li key={name} className="way">
            <div>
              <h2>{name}</h2>
              <p>{what}</p>
            </div>
            <div className="command">
              <pre>
                <code>{command}</code>
              </pre>
              <CopyButton text={command} label="Copy" name={`Copy the command: ${name}`} />
            </div>
          </li>
        ))}
      </ul>
      {decided.length > 0 && (
        <section aria-labelledby="decided-title">
          <div className="panel-head">
            <h2 id="decided-title">Your last decisions</h2>
            <PageLink to="/log">All in the log</PageLink>
          </div>
          <ol className="panel">
            {decided.map((ask) => (
              <DecisionRow key={ask.id} ask={ask} />
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
