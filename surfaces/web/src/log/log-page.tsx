import "./log.css";
import type { HubClient } from "@yourcall/client";
import { toMarkdownLog } from "@yourcall/core";
import { useRef, useState } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { CopyButton } from "../app/copy-button.tsx";
import { usePageKeys } from "../app/page-keys.ts";
import { PageLink } from "../app/page-link.tsx";
import { useSearch } from "../app/route.ts";
import { ReadProblem, useRead } from "../read/use-read.tsx";
import { DecisionPage } from "./decision-page.tsx";
import { LogFilter } from "./log-filter.tsx";
import { LogList } from "./log-list.tsx";
import { isFiltered, type LogPart, parseLogQuery, readLogPart } from "./log-query.ts";
import { WaitStrip } from "./wait-strip.tsx";

interface LogPageProps {
  client: HubClient;
  storage: BrowserStorage;
  id?: string;
  /** Grows with every ask that ends or is delivered. */
  decided: number;
}

/** Every decision, or the one that the address names. */
export default function LogPage({ id, ...props }: LogPageProps) {
  return id === undefined ? <WholeLog {...props} /> : <DecisionPage key={id} client={props.client} id={id} />;
}

function WholeLog({ client, storage, decided }: Omit<LogPageProps, "id">) {
  const search = useSearch();
  const query = parseLogQuery(search);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // A new decision comes in at the top: not while it would move the rows under the pointer.
  const [shown, setShown] = useState(decided);
  const [held, setHeld] = useState(false);
  if (shown !== decided && !held) setShown(decided);
  const part = useRead(`${search}#${shown}`, () => readLogPart(client, query));
  const asks = part.value?.asks;
  usePageKeys(
    storage,
    {
      "/": () => {
        field.current?.focus();
        return true;
      },
    },
    () => null,
  );
  return (
    <main id="main" className="page log" tabIndex={-1}>
      <header className="log-head">
        <h1>Log</h1>
        <WaitStrip client={client} decided={shown} />
      </header>
      <LogFilter client={client} query={query} field={field}>
        {asks !== undefined && asks.length > 0 && <CopyButton text={toMarkdownLog(asks)} label="Copy as markdown" />}
      </LogFilter>
      <ReadProblem reading={part} what="The log" />
      <div
        ref={list}
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
  const main = document.getElementById("main");
  main?.scrollTo(0, 0);
  main?.focus({ preventScroll: true });
}
