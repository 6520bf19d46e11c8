import type { WireAsk } from "@yourcall/client";
import { toAgentText, toByText, toClock, toDecisionLine, toLocalDate, toLocalDay } from "@yourcall/core";
import { PageLink } from "../app/page-link.tsx";
import { outcomeNames, toDecisionPath } from "./log-query.ts";

const dayFormat = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** Decisions under the days on which they were made. */
export function LogList({ asks }: { asks: readonly WireAsk[] }) {
  // If a clock was set back a day comes twice, so its first decision is part of the key.
  return toDayGroups(asks).map(({ title, asks, first }) => (
    <div key={first} className="log-day">
      <h2 id={`day-of-${first}`}>{title}</h2>
      <ol aria-labelledby={`day-of-${first}`}>
        {asks.map((ask) => (
          <LogRow key={ask.id} ask={ask} />
        ))}
      </ol>
    </div>
  ));
}

function LogRow({ ask }: { ask: WireAsk }) {
  const { outcome, agent } = ask;
  if (outcome === undefined) return null;
  return (
    <li>
      <PageLink to={toDecisionPath(ask.id)} className="log-row">
        <time dateTime={outcome.at} title={toLocalDate(outcome.at)}>
          {toClock(outcome.at)}
        </time>
        <span className="log-what">
          <span className="log-agent">
            {toAgentText({ agent: { name: agent.name, title: agent.title } })}
            {ask.kind === "approval" && <span className="chip">approval</span>}
          </span>
          <span className="log-decision">{toDecisionLine(ask, outcome, Date.now())}</span>
        </span>
        <span className="log-who">
          {outcome.status === "answered" ? (
            toByText(outcome.by)
          ) : (
            <span className="chip">{outcomeNames[outcome.status]}</span>
          )}
          {outcome.status === "declined" && ` ${toByText(outcome.by)}`}
        </span>
      </PageLink>
    </li>
  );
}

interface DayGroup {
  day: string;
  title: string;
  /** The id of its first ask. */
  first: string;
  asks: WireAsk[];
}

/** Groups asks by the day they ended, keeping their order. */
function toDayGroups(asks: readonly WireAsk[]): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const ask of asks) {
    const at = ask.outcome?.at ?? ask.createdAt;
    const day = toLocalDay(at);
    const last = groups.at(-1);
    if (last !== undefined && last.day === day) last.asks.push(ask);
    else groups.push({ day, first: ask.id, title: dayFormat.format(new Date(at)), asks: [ask] });
  }
  return groups;
}
