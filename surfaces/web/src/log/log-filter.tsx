import type { HubClient, WireAsk } from "@yourcall/client";
import { cleanLine, outcomeStatuses } from "@yourcall/core";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { PageLink } from "../app/page-link.tsx";
import { useRead } from "../read/use-read.tsx";
import { isFiltered, type LogQuery, outcomeNames, toLogPath } from "./log-query.ts";

export interface LogFilterProps {
  client: HubClient;
  query: LogQuery;
  /** The visible decisions, whose sessions can be chosen. */
  asks: readonly WireAsk[];
  navigate: (path: string) => void;
}

/** Text, agent, session and outcome. Nothing changes before it is submitted; then it is in the address. */
export function LogFilter({ client, query, asks, navigate }: LogFilterProps) {
  const agents = useRead("agents", () => client.agents()).value ?? [];
  const address = toLogPath(query);
  const [typed, setTyped] = useState({ address, query });
  // Another part of the log was opened: show its filter.
  if (typed.address !== address) setTyped({ address, query });
  const field = (name: "q" | "agent" | "session" | "outcome") => ({
    name,
    value: typed.query[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setTyped({ address, query: { ...typed.query, [name]: target.value } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { before: _, after: __, ...filter } = typed.query;
    navigate(toLogPath(filter));
  };
  return (
    <search>
      <form className="log-filter" onSubmit={submit} aria-label="Decisions">
        <label className="log-words">
          Search
          <input type="search" {...field("q")} maxLength={200} autoComplete="off" />
        </label>
        <label>
          Agent
          <select {...field("agent")}>
            <option value="">all</option>
            {withCurrent(agents, query.agent).map((name) => (
              <option key={name} value={name}>
                {cleanLine(name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Session
          <select {...field("session")}>
            <option value="">all</option>
            {toSessions(asks, query.session).map(([session, title]) => (
              <option key={session} value={session}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Outcome
          <select {...field("outcome")}>
            <option value="">all</option>
            {outcomeStatuses.map((status) => (
              <option key={status} value={status}>
                {outcomeNames[status]}
              </option>
            ))}
          </select>
        </label>
        {query.token !== "" && <p className="meta">Only with the token {cleanLine(query.token)}</p>}
        <div className="log-submit">
          <button type="submit">Search</button>
          {isFiltered(query) && <PageLink to="/log">Show everything</PageLink>}
        </div>
      </form>
    </search>
  );
}

function withCurrent(names: readonly string[], current: string): string[] {
  return current === "" || names.includes(current) ? [...names] : [current, ...names];
}

/** The sessions of these asks and the chosen one, each with a readable name. */
function toSessions(asks: readonly WireAsk[], current: string): [session: string, title: string][] {
  const sessions = new Map<string, string>(current === "" ? [] : [[current, cleanLine(current)]]);
  for (const { agent } of asks) {
    if (agent.session === undefined) continue;
    const title = cleanLine(agent.title ?? "");
    const name = cleanLine(agent.session);
    sessions.set(agent.session, title === "" ? name : `${title} (${name.slice(0, 12)})`);
  }
  return [...sessions];
}
