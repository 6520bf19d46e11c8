import type { WireAsk, WireNotice } from "@yourcall/client";
import { cleanLine, toLocalDate } from "@yourcall/core";
import type { ReactNode } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { PageLink } from "../app/page-link.tsx";
import { toLogPath } from "./log-query.ts";

/** Who asked, where and when, with which token it was answered, and the id. How it ended is said at the top. */
export function DecisionFacts({ ask }: { ask: WireAsk }) {
  const { agent, outcome } = ask;
  const by = outcome !== undefined && "by" in outcome ? outcome.by : undefined;
  return (
    <section className="facts" aria-labelledby="facts-title">
      <h2 id="facts-title">The ask</h2>
      <dl className="pairs">
        <Fact name="Agent">
          <PageLink to={toLogPath({ agent: agent.name })}>{cleanLine(agent.name)}</PageLink>
        </Fact>
        {agent.title !== undefined && <Fact name="Title">{cleanLine(agent.title)}</Fact>}
        {agent.session !== undefined && (
          <Fact name="Session">
            <PageLink to={toLogPath({ session: agent.session })} className="mono">
              {cleanLine(agent.session)}
            </PageLink>
          </Fact>
        )}
        {agent.cwd !== undefined && (
          <Fact name="Directory">
            <span className="mono">{cleanLine(agent.cwd)}</span>
          </Fact>
        )}
        <Fact name="Asked">
          <time dateTime={ask.createdAt}>{toLocalDate(ask.createdAt)}</time>
        </Fact>
        {by?.token !== undefined && (
          <Fact name="Token">
            <PageLink to={toLogPath({ token: by.token.id })} className="mono">
              {cleanLine(by.token.id)}
            </PageLink>
          </Fact>
        )}
        {ask.notices?.map((notice) => (
          <Fact
            key={`${notice.event} ${notice.target}`}
            name={notice.event === "ask-created" ? "Notified" : "Follow-up"}
          >
            {cleanLine(notice.target)}: {toNoticeText(notice)}
          </Fact>
        ))}
        <Fact name="Id">
          <span className="mono">{ask.id}</span> <CopyButton text={ask.id} label="Copy" name="Copy the id" />
        </Fact>
      </dl>
    </section>
  );
}

function toNoticeText({ state, at, attempts, reason }: WireNotice): string {
  const why = reason === undefined ? "" : `, ${cleanLine(reason)}`;
  const tried = attempts > 1 ? ` after ${attempts} attempts` : "";
  switch (state) {
    case "sent":
      return `sent ${toLocalDate(at)}${tried}`;
    case "failed":
      return `given up${tried}${why}`;
    case "not-needed":
      return `not needed, the ask had ended${why}`;
    case "waiting":
      return attempts === 0 ? "not sent yet" : `failed${why}; it will be tried again`;
  }
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
