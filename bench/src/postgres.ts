import { join } from "node:path";
import { stop } from "esbuild";
import { findPostgres } from "../../tests/support/postgres-server.ts";
import { bundle, temporaryDirectory } from "./command.ts";
import { ratio, renderTable, renderTargets, show, type Target } from "./figures.ts";
import { measureInTurn, type Summary } from "./hub/measure-in-turn.ts";
import { script } from "./hub/subjects.ts";
import { isMissing, NotInstalled } from "./not-installed.ts";
import { parseOptions } from "./options.ts";
import { startPostgres } from "./postgres/server.ts";
import { createSubjects, names } from "./postgres/subjects.ts";
import { report } from "./results.ts";

/** The round trip of `hub` across hubs that share a PostgreSQL, compared with peers on the same server. */
export async function benchPostgres(args: string[]): Promise<number> {
  const options = parseOptions(args, { rounds: 4, warmup: 2 }, { rounds: 2, warmup: 1 });
  const { rounds, warmup, only, quick, isWhole } = options;
  const sizes = { one: quick ? 40 : 200, many: quick ? 300 : 1500, inFlight: 100 };
  if (findPostgres() === undefined) throw new NotInstalled("PostgreSQL (scripts/install-debian-packages.sh)");
  const directory = temporaryDirectory();
  const server = await startPostgres();
  try {
    const hub = await bundle(script("servers/yourcall.ts"), join(directory, "yourcall.mjs"));
    await stop();
    const subjects = createSubjects(hub, server.url).filter(({ name }) => only === undefined || name.includes(only));
    const summaries = await measureInTurn(subjects, directory, { ...options, sizes });
    report("postgres", isWhole, {
      title: "PostgreSQL",
      programs: [`Node ${process.versions.node}`, `PostgreSQL ${server.version}`],
      packages: [
        ...(["pg-boss", "@dbos-inc/dbos-sdk"] as const),
        ...(["@langchain/langgraph", "@langchain/langgraph-checkpoint-postgres"] as const),
      ],
      extent: `${rounds} rounds after ${warmup} of warm-up, subjects in turn`,
      repeat: `postgres --rounds ${rounds} --warmup ${warmup}`,
      about:
        "One round trip is ask → seen → answered → resumed, every commit synced (`fsync`, `synchronous_commit` on), all on one server in turn. *2 hubs*: the agent is at one hub and the person at the other, over HTTP and event streams. The peers run in one process and have no HTTP, tokens, screens or checks: *pg-boss* sends, fetches, completes and reads a job without its polling; *DBOS* is a workflow with an event and a message; *LangGraph* interrupts and resumes a graph of one node.",
      tables: renderRoundTrips(summaries),
    });
    const failed = summaries.filter(({ failure }) => failure !== undefined);
    for (const { name, failure } of failed) console.error(`${name}: ${failure}`);
    return failed.every(({ failure = "" }) => isMissing(failure)) ? 0 : 1;
  } finally {
    server.end();
  }
}

function renderRoundTrips(summaries: readonly Summary[]): string[] {
  const of = (name: string) => summaries.find((summary) => summary.name === name);
  const compare = (
    figure: "p50" | "perSecond",
    target: string,
    own: string,
    other: string,
    isMet: (times: number) => boolean,
  ): Target => {
    const times = ratio(of(own)?.[figure], of(other)?.[figure]);
    return [target, times, isMet, show(times, 2, "×")];
  };
  return [
    renderTable(
      ["subject", "p50 ms", "p95 ms", "100 in flight, per s"],
      summaries.map(({ name, p50, p95, perSecond, failure }) =>
        failure === undefined
          ? [name, show(p50, 2), show(p95, 2), show(perSecond, 0)]
          : [name, "failed", failure.slice(0, 60).replaceAll("\n", " "), ""],
      ),
    ),
    renderTargets([
      compare("p50", "one hub: p50 ≤ 1.2× pg-boss", names.one, names.boss, (times) => times <= 1.2),
      compare("perSecond", "one hub: throughput ≥ 2.5× pg-boss", names.one, names.boss, (times) => times >= 2.5),
      compare("p50", "two hubs: p50 ahead of DBOS", names.two, names.dbos, (times) => times < 1),
      compare("p50", "two hubs: p50 ahead of LangGraph PostgresSaver", names.two, names.graph, (times) => times < 1),
      compare("perSecond", "two hubs: throughput ≥ 2× pg-boss", names.two, names.boss, (times) => times >= 2),
    ]),
  ];
}
