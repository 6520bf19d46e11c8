import type { WireAsk, WireNotice } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { toLocalDate } from "@yourcall/core/internal";
import { CopyButton } from "../app/copy-button.tsx";
import { Pair } from "../app/pair.tsx";
import { PageLink } from "../app/route.tsx";
import { toLogPath } from "./log-query.ts";

/** Who asked, where and when, with which token it was answered, and the id. How it ended is said at the top. */
export function DecisionFacts({ ask }: { ask: WireAsk }) {
  const { agent, outcome } = ask;
  const token = outcome !== undefined && "by" in outcome ? outcome.by.token : undefined;
  return (
    <section className="facts panel" aria-labelledby="facts-title">
      <h2 id="facts-title" className="fine">
        The ask
      </h2>
      <dl className="pairs">
        <Pair name="Agent">
          <PageLink to={toLogPath({ agent: agent.name })}>{cleanLine(agent.name)}</PageLink>
        </Pair>
        <Pair name="Title">{agent.title && cleanLine(agent.title)}</Pair>
        <Pair name="Session">
          {agent.session && (
            <PageLink to={toLogPath({ session: agent.session })} className="mono">
              {cleanLine(agent.session)}
            </PageLink>
          )}
        </Pair>
        <Pair name="Directory">{agent.cwd && <span className="mono">{cleanLine(agent.cwd)}</span>}</Pair>
        <Pair name="Asked">
          <time dateTime={ask.createdAt}>{toLocalDate(ask.createdAt)}</time>
        </Pair>
        <Pair name="Token">
          {token && (
            <PageLink to={toLogPath({ token: token.id })} className="mono">
              {cleanLine(token.id)}
            </PageLink>
          )}
        </Pair>
        {ask.notices?.map((notice) => (
          <Pair
            key={`${notice.event} ${notice.target}`}
            name={notice.event === "ask-created" ? "Notified" : "Follow-up"}
          >
            {cleanLine(notice.target)}: {toNoticeText(notice)}
          </Pair>
        ))}
        <Pair name="Id">
          <span className="mono">{ask.id}</span> <CopyButton text={ask.id} label="Copy" name="Copy the id" />
        </Pair>
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
      return `gave up${tried}${why}`;
    case "not-needed":
      return `not needed, the ask had ended${why}`;
    case "waiting":
      return attempts === 0 ? "not sent yet" : `failed${why}; it will be retried`;
  }
}
