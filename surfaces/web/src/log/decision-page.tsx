import "./decision.css";
import type { HubClient, WireAsk } from "@yourcall/client";
import { approvalSubject, toHeaderName } from "@yourcall/core";
import { toJsonLog, toMarkdownLog, toShownPath, toTitleWords, withHostOptions } from "@yourcall/core/internal";
import type { ReactNode } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { Icon } from "../app/icon.tsx";
import { PageLink, toAskPath } from "../app/route.tsx";
import { ReadProblem, useRead } from "../live/use-read.tsx";
import { DecidedQuestion, DecisionEnd, SaidBefore } from "./decided-question.tsx";
import { DecisionFacts } from "./decision-facts.tsx";

/** One decision in full. Give it the id as `key`, so that each decision opens at its top. */
export function DecisionPage({ client, id }: { client: HubClient; id: string }) {
  const reading = useRead(id, () => readAsk(client, id));
  const ask = reading.value;
  return (
    <main id="main" className="page decision" tabIndex={-1}>
      <PageLink to="/log" className="decision-up fine">
        <Icon name="back" />
        Log
      </PageLink>
      {ask === undefined && <h1>Decision</h1>}
      {ask === undefined && reading.problem === undefined && <p className="meta">Loading the decision…</p>}
      <ReadProblem reading={reading} what="The decision" />
      {ask === null && <NotThere id={id} />}
      {ask !== undefined && ask !== null && <Decision client={client} ask={ask} />}
    </main>
  );
}

function NotThere({ id }: { id: string }) {
  return (
    <>
      <h1>Not in the log</h1>
      <p>
        This hub has no question <code>{id}</code>. Decisions older than the time set in{" "}
        <PageLink to="/settings">Settings</PageLink> are deleted.
      </p>
    </>
  );
}

function Decision({ client, ask }: { client: HubClient; ask: WireAsk }) {
  return (
    <>
      <h1>{toTitle(ask)}</h1>
      {ask.outcome === undefined ? (
        <p className="decision-end">
          Still waiting for an answer. <PageLink to={toAskPath(ask.id)}>Answer it</PageLink>
        </p>
      ) : (
        <DecisionEnd ask={ask} outcome={ask.outcome} />
      )}
      <div className="decision-copies">
        {ask.outcome !== undefined && (
          <CopyButton text={() => toMarkdownLog([ask])} label="Copy as markdown" className="small" />
        )}
        <CopyButton text={() => toJsonLog([ask])} label="Copy as JSON" className="small" />
        <button type="button" className="small" onClick={() => print()}>
          Print
        </button>
      </div>
      <div className="decision-columns">
        <div className="decision-main">
          {withHostOptions(ask).questions.map((question, index) => (
            <DecidedQuestion key={question.question} client={client} ask={ask} question={question} index={index} />
          ))}
          <SaidBefore ask={ask} />
        </div>
        <DecisionFacts ask={ask} />
      </div>
    </>
  );
}

/** What it was about: the questions' names, or the act. */
function toTitle(ask: WireAsk): ReactNode {
  if (ask.approval === undefined) return ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  const subject = approvalSubject(ask.approval, ask.agent.cwd);
  if (subject.part.kind === "plan") return "Plan";
  const { verb, object } = toTitleWords(subject);
  return `${verb} ${subject.part.kind === "diff" ? toShownPath(object, 60) : object.slice(0, 80)}`;
}

async function readAsk(client: HubClient, id: string): Promise<WireAsk | null> {
  try {
    return await client.get(id);
  } catch (error) {
    if ((error as { code?: string }).code === "not-found") return null;
    throw error;
  }
}
