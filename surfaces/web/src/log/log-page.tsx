import "./log.css";
import type { HubClient } from "@yourcall/client";
import { PageLink } from "../app/page-link.tsx";
import { useSearch } from "../app/route.ts";
import { ReadProblem, useRead } from "../read/use-read.tsx";
import { DecisionPage } from "./decision-page.tsx";
import { LogFilter } from "./log-filter.tsx";
import { LogList } from "./log-list.tsx";
import { isFiltered, type LogPart, parseLogQuery, readLogPart } from "./log-query.ts";
import { WaitStrip } from "./wait-strip.tsx";

export interface LogPageProps {
  client: HubClient;
  id?: string;
  navigate: (path: string) => void;
}

/** Every decision, or the one that the address names. */
export function LogPage({ client, id, navigate }: LogPageProps) {
  return id === undefined ? <WholeLog client={client} navigate={navigate} /> : <DecisionPage client={client} id={id} />;
}

function WholeLog({ client, navigate }: Omit<LogPageProps, "id">) {
  const search = useSearch();
  const query = parseLogQuery(search);
  const part = useRead(search, () => readLogPart(client, query));
  const asks = part.value?.asks;
  return (
    <main id="main" className="page log" tabIndex={-1}>
      <h1>Log</h1>
      <WaitStrip client={client} />
      <LogFilter client={client} query={query} asks={asks ?? []} navigate={navigate} />
      <ReadProblem reading={part} what="The log" />
      <div aria-busy={part.busy}>
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

/** Links to older and newer decisions. */
function LogPages({ part: { newer, older } }: { part: LogPart }) {
  if (newer === undefined && older === undefined) return null;
  return (
    <nav className="log-pages" aria-label="Pages of the log">
      {newer !== undefined && (
        <PageLink to={newer} rel="prev" onClick={toTop}>
          Newer
        </PageLink>
      )}
      {older !== undefined && (
        <PageLink to={older} rel="next" onClick={toTop}>
          Older
        </PageLink>
      )}
    </nav>
  );
}

// The next page starts at its top, for screen readers too.
function toTop(): void {
  scrollTo(0, 0);
  document.getElementById("main")?.focus({ preventScroll: true });
}
