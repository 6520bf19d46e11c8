import type { HubClient } from "@yourcall/client";
import { cleanLine, outcomeStatuses } from "@yourcall/core";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { FilterField } from "../app/filter-field.tsx";
import { PageLink } from "../app/page-link.tsx";
import { navigate } from "../app/route.ts";
import { useRead } from "../read/use-read.tsx";
import { isFiltered, type LogQuery, outcomeNames, toLogPath } from "./log-query.ts";

interface LogFilterProps {
  client: HubClient;
  query: LogQuery;
  field: RefObject<HTMLInputElement | null>;
  /** At the end of the line. */
  children: ReactNode;
}

// Between two keys of somebody who types.
const typingMs = 200;

/** Text, agent and outcome. It searches while the person types; what is searched for is in the address. */
export function LogFilter({ client, query, field, children }: LogFilterProps) {
  const agents = useRead("agents", () => client.agents()).value ?? [];
  const [words, setWords] = useState({ from: query.q, text: query.q });
  // Another part of the log was opened: show its filter.
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
          field={field}
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
              {outcomeNames[status]}
            </option>
          ))}
        </select>
        {children}
        {isFiltered(query) && (
          <p className="log-only">
            {query.session !== "" && <span>Only session {cleanLine(query.session)}</span>}
            {query.token !== "" && <span>Only with the token {cleanLine(query.token)}</span>}
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
