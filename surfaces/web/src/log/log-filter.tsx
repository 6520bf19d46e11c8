import type { HubClient } from "@yourcall/client";
import { cleanLine, outcomeStatuses } from "@yourcall/core";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { FilterField } from "../app/filter-field.tsx";
import { navigate, PageLink } from "../app/route.tsx";
import { useRead } from "../live/use-read.tsx";
import { isFiltered, type LogQuery, toLogPath } from "./log-query.ts";

interface LogFilterProps {
  client: HubClient;
  query: LogQuery;
  /** At the end of the line. */
  children: ReactNode;
}

// A pause this long means that the person has stopped typing.
const typingMs = 200;

/** Text, agent and outcome. It searches while the person types; what is searched for is in the address. */
export function LogFilter({ client, query, children }: LogFilterProps) {
  const agents = useRead("agents", () => client.agents()).value ?? [];
  const [words, setWords] = useState({ from: query.q, text: query.q });
  // The address now names another part of the log: show its filter.
  if (words.from !== query.q) setWords({ from: query.q, text: words.text.trim() === query.q ? words.text : query.q });
  const { before: _, after: __, ...filter } = query;
  const open = (change: Partial<LogQuery>) => navigate(toLogPath({ ...filter, ...change }), { replace: true });

  const searchFor = useEffectEvent((text: string) => {
    if (text.trim() !== query.q.trim()) open({ q: text });
  });
  useEffect(() => {
    const timer = setTimeout(() => searchFor(words.text), typingMs);
    return () => clearTimeout(timer);
  }, [words.text]);

  return (
    <search>
      <form className="log-filter" onSubmit={(event) => event.preventDefault()} aria-label="Decisions">
        <FilterField
          label="Search"
          placeholder="Search questions and answers"
          text={words.text}
          onText={(text) => setWords({ ...words, text })}
        />
        <select aria-label="Agent" value={query.agent} onChange={({ target }) => open({ agent: target.value })}>
          <option value="">Any agent</option>
          {withCurrent(agents, query.agent).map((name) => (
            <option key={name} value={name}>
              {cleanLine(name)}
            </option>
          ))}
        </select>
        <select
          aria-label="Outcome"
          value={query.outcome}
          onChange={({ target }) => open({ outcome: outcomeStatuses.find((status) => status === target.value) ?? "" })}
        >
          <option value="">Any outcome</option>
          {outcomeStatuses.map((status) => (
            <option key={status} value={status}>
              {status === "cancelled" ? "withdrawn" : status}
            </option>
          ))}
        </select>
        {children}
        {isFiltered(query) && (
          <p className="log-only fine">
            {query.session !== "" && <span>Only session {cleanLine(query.session)}</span>}
            {query.token !== "" && <span>Only token {cleanLine(query.token)}</span>}
            <PageLink to="/log">Show everything</PageLink>
          </p>
        )}
      </form>
    </search>
  );
}

function withCurrent(names: readonly string[], current: string): string[] {
  return current === "" || names.includes(current) ? [...names] : [current, ...names];
}
