import { join } from "node:path";
import { stop } from "esbuild";
import { bundle, temporaryDirectory } from "./command.ts";
import { type Figure, ratio, renderTable, renderTargets, show } from "./figures.ts";
import { measureInTurn, type Summary } from "./hub/measure-in-turn.ts";
import { script } from "./hub/subjects.ts";
import { parseOptions } from "./options.ts";
import { measureCeilings } from "./postgres/ceilings.ts";
import { measureCosts } from "./postgres/costs.ts";
import { startPostgres } from "./postgres/server.ts";
import { createSubjects, names } from "./postgres/subjects.ts";
import { report } from "./results.ts";

/**
 * The round trip of `hub` across hubs that share a PostgreSQL, compared with peers on the same server, and what one ask costs the
 * database. `--only costs` measures just that cost, and `--only ceilings` the limits.
 */
export async function benchPostgres(args: string[]): Promise<number> {
  const options = parseOptions(args, { rounds: 4, warmup: 2 }, { rounds: 2, warmup: 1 });
  const { rounds, warmup, only, quick, isWhole } = options;
  const sizes = { one: quick ? 40 : 200, many: quick ? 300 : 1500, inFlight: 100 };
  const directory = temporaryDirectory();
  const server = await startPostgres();
  try {
    if (only === "ceilings") {
      console.log(`\n${await measureCeilings(server)}`);
      return 0;
    }
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
        "One round trip is ask → seen → answered → resumed, every commit synced (`fsync`, `synchronous_commit` on), all on one server in turn. *2 hubs*: the agent is at one hub and the person at the other, over HTTP and event streams. *By hand* is the floor: two synced commits and two notifications, in one process, and nothing else. The peers run in one process and have no HTTP, tokens, screens or checks: *pg-boss* sends, fetches, completes and reads a job without its polling; *DBOS* is a workflow with an event and a message; *LangGraph* interrupts and resumes a graph of one node.",
      tables: [
        ...(only === "costs" ? [] : renderRoundTrips(summaries)),
        ...(only === undefined || only === "costs" ? [await measureCosts(server)] : []),
      ],
    });
    const failed = summaries.filter(({ failure }) => failure !== undefined);
    for (const { name, failure } of failed) console.error(`${name}: ${failure}`);
    return failed.length > 0 ? 1 : 0;
  } finally {
    server.end();
  }
}

function renderRoundTrips(summaries: readonly Summary[]): string[] {
  const of = (name: string) => summaries.find((summary) => summary.name === name);
  const hubs = of(names.two);
  const peers = [names.boss, names.dbos, names.graph].flatMap((name) => of(name)?.p50 ?? []);
  const best: Figure = peers.length === 0 ? undefined : Math.min(...peers);
  const p50 = ratio(hubs?.p50, best);
  const rate = ratio(hubs?.perSecond, of(names.boss)?.perSecond);
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
      ["p50 across two hubs ≤ 0.35 × the best peer", p50, (times) => times <= 0.35, show(p50, 2, " ×")],
      ["throughput of two hubs ≥ 2 × pg-boss", rate, (times) => times >= 2, show(rate, 1, " ×")],
    ]),
  ];
}
