import type { HubClient, TranscriptEntry, WireAsk } from "@yourcall/client";
import { approvalSubject, cleanLine, toAnswerText, toHeaderName } from "@yourcall/core";
import { toEndWord, toListWords, toShownPath } from "@yourcall/core/internal";
import { InlineMarkdown } from "@yourcall/react/internal";
import { PageLink, toDecisionPath } from "../app/route.tsx";
import { useRead } from "../live/use-read.tsx";
import { toLogPath } from "../log/log-query.ts";
import { isAskTool } from "../sessions/is-ask-tool.ts";
import { toDeskSession, toSessionName } from "./session-link.tsx";

const [mostRead, mostCalls, mostFiles, mostDecisions] = [20, 5, 6, 5];

/** The session that asks: where it works, what it did last, which files it has touched, and what was decided for it before. */
export default function AskSession({ client, ask }: { client: HubClient; ask: WireAsk }) {
  const { agent } = ask;
  const session = agent.session;
  const desk = toDeskSession(ask);
  const { value: decided } = useRead(`session ${session ?? agent.name}`, async () => {
    const { asks } = await client.list({ status: "ended", limit: mostRead, ...toQuery(ask) });
    return asks;
  });
  const { value: entries } = useRead(`transcript ${desk}`, async () =>
    desk === undefined ? [] : (await client.sessions.transcript(desk, {})).entries,
  );
  const { name, title } = toSessionName(ask);
  const calls = (entries ?? []).filter(isCall).slice(-mostCalls).reverse();
  const files = toFiles(entries ?? [], decided ?? [], agent.cwd).slice(0, mostFiles);
  const earlier = (decided ?? []).filter(({ id }) => id !== ask.id).slice(0, mostDecisions);
  return (
    <section className="ask-session" aria-label="The session that asks">
      <div>
        <h2>{[name, title].filter(Boolean).join(" · ")}</h2>
        <dl className="fine">
          {agent.cwd && (
            <div>
              <dt>Directory</dt>
              <dd>
                <code>{toShownPath(agent.cwd, 60)}</code>
              </dd>
            </div>
          )}
          {agent.branch && (
            <div>
              <dt>Branch</dt>
              <dd>
                <code>{cleanLine(agent.branch)}</code>
              </dd>
            </div>
          )}
        </dl>
      </div>
      {calls.length > 0 && (
        <div>
          <h2>Last tool calls</h2>
          <ul className="calls fine">
            {calls.map(({ seq, name, input }) => {
              const { verb, object } = toListWords(approvalSubject({ tool: name, input: input as never }, agent.cwd));
              return (
                <li key={seq}>
                  <span>{verb}</span>
                  <code className="one-line">{object.slice(0, 200)}</code>
                </li>
              );
            })}
          </ul>
        </div>
      )}
      {files.length > 0 && (
        <div>
          <h2>Files touched</h2>
          <ul className="files fine">
            {files.map((path) => (
              <li key={path}>
                <code>{toShownPath(path, 60)}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h2>Earlier decisions</h2>
        {decided !== undefined && earlier.length === 0 && <p className="fine">This is its first question.</p>}
        <ul className="earlier">
          {earlier.map((each) => (
            <li key={each.id}>
              <Decided ask={each} />
            </li>
          ))}
        </ul>
        {(decided?.length ?? 0) > mostDecisions && (
          <p className="fine">
            <PageLink to={toLogPath(session === undefined ? { agent: agent.name } : { session })}>All of them</PageLink>
          </p>
        )}
      </div>
    </section>
  );
}

/** What was asked and how it ended: `Run`, `npm test`, `Allow once`. */
function Decided({ ask }: { ask: WireAsk }) {
  const about = ask.approval && toListWords(approvalSubject(ask.approval, ask.agent.cwd));
  return (
    <>
      <span className="one-line">{about?.verb ?? toHeaderName(ask, 0)}</span>
      <PageLink to={toDecisionPath(ask.id)} className="line">
        {about && <code className="one-line">{about.object.slice(0, 200)}</code>}
        <span className="one-line" dir="auto">
          <InlineMarkdown text={toEndWords(ask)} />
        </span>
      </PageLink>
    </>
  );
}

function toQuery({ agent: { name, session } }: WireAsk) {
  return session === undefined ? { agent: name } : { session };
}

type Call = TranscriptEntry & { type: "tool" };

function isCall(entry: TranscriptEntry): entry is Call {
  return entry.type === "tool" && !isAskTool(entry.name);
}

/** The files that the session has changed, latest first: in its conversation, or as far as it was allowed to. */
function toFiles(entries: readonly TranscriptEntry[], decided: readonly WireAsk[], cwd: string | undefined): string[] {
  const called = entries
    .filter(isCall)
    .filter(({ result }) => result !== undefined && !result.isError)
    .map(({ name, input }) => ({ tool: name, input: input as never }))
    .reverse();
  const allowed = decided.flatMap(({ approval, outcome }) =>
    approval !== undefined &&
    outcome?.status === "answered" &&
    outcome.answers[0]?.selectedOptions.some((label) => label.startsWith("allow"))
      ? [approval]
      : [],
  );
  const subjects = [...called, ...allowed].map((call) => approvalSubject(call, cwd));
  return [...new Set(subjects.flatMap(({ part, subject }) => (part.kind === "diff" ? [subject] : [])))];
}

function toEndWords(ask: WireAsk): string {
  const { outcome } = ask;
  if (outcome === undefined) return "";
  if (outcome.status !== "answered") return toEndWord(outcome);
  return outcome.answers.map((answer, index) => toAnswerText(ask, index, answer)).join(" · ");
}
