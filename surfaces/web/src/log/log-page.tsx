import "./log.css";
import type { HubClient, WireAsk } from "@yourcall/client";
import { toLocalDay, toMarkdownLog } from "@yourcall/core/internal";
import { useState } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { usePageKeys } from "../app/page-keys.ts";
import { PageLink, useSearch } from "../app/route.tsx";
import { ReadProblem, useRead } from "../live/use-read.tsx";
import { DecisionPage } from "./decision-page.tsx";
import { DecisionRow } from "./decision-row.tsx";
import { LogFilter } from "./log-filter.tsx";
import { isFiltered, type LogPart, parseLogQuery, readLogPart } from "./log-query.ts";
import { WaitStrip } from "./wait-strip.tsx";

interface LogPageProps {
  client: HubClient;
  id?: string;
  /** Grows with every ask that ends or is delivered. */
  decided: number;
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const yearFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "full" });

/** Every decision, or the one that the address names. */
export default function LogPage({ id, ...props }: LogPageProps) {
  usePageKeys();
  return id === undefined ? <WholeLog {...props} /> : <DecisionPage key={id} client={props.client} id={id} />;
}

function WholeLog({ client, decided }: Omit<LogPageProps, "id">) {
  const search = useSearch();
  const query = parseLogQuery(search);
  // New decisions are added at the top, but not while that would move rows under the pointer.
  const [shown, setShown] = useState(decided);
  const [held, setHeld] = useState(false);
  if (shown !== decided && !held) setShown(decided);
  const part = useRead(`${search}#${shown}`, () => readLogPart(client, query));
  const asks = part.value?.asks;
  return (
    <main id="main" className="page log" tabIndex={-1}>
      <header className="log-head">
        <h1>Log</h1>
        <WaitStrip client={client} decided={shown} />
      </header>
      <LogFilter client={client} query={query}>
        {asks !== undefined && asks.length > 0 && (
          <CopyButton text={() => toMarkdownLog(asks)} label="Copy as markdown" className="" />
        )}
      </LogFilter>
      <ReadProblem reading={part} what="The log" />
      <div
        aria-busy={part.busy}
        onPointerEnter={(event) => setHeld(event.pointerType === "mouse")}
        onPointerLeave={() => setHeld(false)}
      >
        {asks === undefined && part.problem === undefined && <p className="meta">Loading the log…</p>}
        {asks !== undefined && asks.length > 0 && <LogList asks={asks} />}
        {asks?.length === 0 && (
          <p className="log-empty">
            {isFiltered(query)
              ? "Nothing found. Try fewer words or another filter."
              : "No decisions yet. They will be listed here, newest first."}
          </p>
        )}
      </div>
      {part.value !== undefined && <LogPages part={part.value} />}
    </main>
  );
}

/** Decisions under the days on which they were made. */
function LogList({ asks }: { asks: readonly WireAsk[] }) {
  // If a clock was set back, a day may appear twice, so the key includes its first decision.
  return toDayGroups(asks).map(({ title, asks, first }) => (
    <div key={first} className="log-day">
      <h2 id={`day-of-${first}`} className="fine">
        {title}
      </h2>
      <ol className="panel" aria-labelledby={`day-of-${first}`}>
        {asks.map((ask) => (
          <DecisionRow key={ask.id} ask={ask} />
        ))}
      </ol>
    </div>
  ));
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
    else groups.push({ day, first: ask.id, title: toTitle(new Date(at)), asks: [ask] });
  }
  return groups;
}

function toTitle(date: Date): string {
  const now = new Date();
  if (date.getFullYear() !== now.getFullYear()) return yearFormat.format(date);
  const day = dayFormat.format(date);
  return toLocalDay(date.getTime()) === toLocalDay(now.getTime()) ? `Today, ${day}` : day;
}

/** Links to older and newer decisions. */
function LogPages({ part: { newer, older } }: { part: LogPart }) {
  if (newer === undefined && older === undefined) return null;
  return (
    <nav className="log-pages" aria-label="Pages of the log">
      {newer !== undefined && (
        <PageLink className="button" to={newer} rel="prev" onClick={toTop}>
          Newer
        </PageLink>
      )}
      {older !== undefined && (
        <PageLink className="button" to={older} rel="next" onClick={toTop}>
          Older
        </PageLink>
      )}
    </nav>
  );
}

// Starts the next page at its top, for screen readers too.
function toTop(): void {
  const main = document.getElementById("main");
  main?.scrollTo(0, 0);
  main?.focus({ preventScroll: true });
}
