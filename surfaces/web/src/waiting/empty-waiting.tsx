import "./empty-waiting.css";
import type { HubClient } from "@yourcall/client";
import { toSpan } from "@yourcall/core/internal";
import { Command } from "../app/copy-button.tsx";
import { Mark } from "../app/icon.tsx";
import { PageLink } from "../app/route.tsx";
import { useRead } from "../live/use-read.tsx";
import { DecisionRow } from "../log/decision-row.tsx";

const ways = [
  {
    name: "Connect your agent",
    what: "From then on, Claude Code’s questions show up here.",
    command: "yourcall setup claude",
  },
  {
    name: "Ask from a script",
    what: "It waits for your answer and prints it.",
    command: 'yourcall ask -q "Which port?" -o 8080 -o 9090',
  },
  {
    name: "Try the demo",
    what: "A scripted agent asks four questions and builds what you decide. No API key needed.",
    command: "yourcall demo",
  },
];

/** Nothing is pending: what was decided today and last; for somebody who has decided nothing yet, how to ask. */
export default function EmptyWaiting({ client }: { client: HubClient }) {
  const { value } = useRead("decided", () => client.list({ status: "ended", limit: 5 }));
  const decided = value?.asks ?? [];
  const isNew = value !== undefined && decided.length === 0;
  return (
    <div className="empty">
      <div className="hello">
        <Mark size={48} />
        <h1>Nothing is waiting for you</h1>
        {decided.length > 0 ? (
          <Today client={client} />
        ) : (
          <p>When one of your agents needs a decision, it shows up here. Until then, enjoy the quiet.</p>
        )}
      </div>
      {isNew && (
        <ul className="panel">
          {ways.map(({ name, what, command }) => (
            <li key={name} className="way">
              <div>
                <h2>{name}</h2>
                <p className="fine">{what}</p>
              </div>
              <Command text={command} name={`Copy the command: ${name}`} />
            </li>
          ))}
        </ul>
      )}
      {decided.length > 0 && (
        <section aria-labelledby="decided-title">
          <div className="panel-head">
            <h2 id="decided-title">Your last decisions</h2>
            <PageLink to="/log">See the whole log</PageLink>
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

/** How much was decided today, and how long it waited. */
function Today({ client }: { client: HubClient }) {
  const { value } = useRead("today", () =>
    client.days({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone }).catch(() => client.days()),
  );
  const day = value?.days.at(-1);
  const count = day === undefined ? 0 : day.ended.answered + day.ended.declined;
  // A line is kept for it, so that nothing moves when it has been read.
  if (day === undefined || count === 0) return <p>{value === undefined ? "\u00a0" : "Nothing decided yet today."}</p>;
  return (
    <p>
      Today: {count} {count === 1 ? "decision" : "decisions"}
      {day.waited !== undefined && `, median wait ${toSpan(day.waited.medianMs)}`}.
    </p>
  );
}
