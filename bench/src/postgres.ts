import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { stop } from "esbuild";
import { bundleHub } from "./hub/bundle-hub.ts";
import { measureInTurn } from "./hub/measure-in-turn.ts";
import { fullSizes, quickSizes } from "./hub/sizes.ts";
import type { Summary } from "./hub/summary.ts";
import { parseOptions } from "./options.ts";
import { measureCeilings } from "./postgres/ceilings.ts";
import { measureCosts } from "./postgres/costs.ts";
import { startPostgres } from "./postgres/server.ts";
import { createSubjects, names } from "./postgres/subjects.ts";
import { writeSection } from "./results.ts";
import { renderTable } from "./table.ts";

/**
 * The round trip of `hub` across hubs that share a PostgreSQL, beside peers on the same server, and what one ask costs it.
 * `--only costs` measures just that, and `--only ceilings` where it ends.
 */
export async function benchPostgres(args: string[]): Promise<number> {
  const quick = args.includes("--quick");
  const others = args.filter((arg) => arg !== "--quick");
  const { rounds, warmup, sittings, only } = parseOptions(others, {
    sittings: "1",
    rounds: quick ? "2" : "4",
    warmup: quick ? "1" : "2",
  });
  const sizes = quick ? { ...quickSizes, one: 40, many: 300 } : { ...fullSizes, one: 200, many: 1500 };
  const directory = mkdtempSync(join(tmpdir(), "yourcall-bench-"));
  const load = loadavg()[0] ?? 0;
  const server = await startPostgres();
  try {
    if (only === "ceilings") {
      console.log(`\n${await measureCeilings(server)}`);
      return 0;
    }
    const hub = await bundleHub("yourcall", directory);
    await stop();
    const subjects = createSubjects(hub, server.url).filter(({ name }) => only === undefined || name.includes(only));
    const summaries = await measureInTurn(subjects, directory, { sittings, rounds, warmup, sizes });
    const costs = only === undefined || only === "costs" ? await measureCosts(server) : "";
    const text = [...(only === "costs" ? [] : [renderFigures(summaries), renderTargets(summaries)]), costs].join(
      "\n\n",
    );
    console.log(`\n${text}`);
    if (only === undefined && !quick)
      writeSection(
        "postgres",
        `## PostgreSQL

${new Date().toISOString().slice(0, 10)} · Node ${process.versions.node} · PostgreSQL ${server.version} · ${availableParallelism()} CPUs, load ${load.toFixed(1)} before the run · ${renderVersions()}

Repeat: \`npm run bench -- postgres --rounds ${rounds} --warmup ${warmup}\`

One round trip is ask → seen → answered → resumed, every commit synced (\`fsync\`, \`synchronous_commit\` on), all on one server in turn. *2 hubs*: the agent is at one hub and the person at the other, over HTTP and event streams. *By hand* is the floor: two synced commits and two notifications, in one process, and nothing else. The peers run in one process and have no HTTP, tokens, screens or checks: *pg-boss* sends, fetches, completes and reads a job without its polling; *DBOS* is a workflow with an event and a message; *LangGraph* interrupts and resumes a graph of one node.

${text}
`,
      );
    for (const { name, failure } of summaries) if (failure !== undefined) console.error(`${name}: ${failure}`);
    return summaries.some(({ failure }) => failure !== undefined) ? 1 : 0;
  } finally {
    server.end();
    rmSync(directory, { recursive: true, force: true });
  }
}

function renderVersions(): string {
  const file = join(import.meta.dirname, "../package.json");
  const { dependencies } = JSON.parse(readFileSync(file, "utf8")) as { dependencies: Record<string, string> };
  const packages = [
    "pg-boss",
    "@dbos-inc/dbos-sdk",
    "@langchain/langgraph",
    "@langchain/langgraph-checkpoint-postgres",
  ];
  return packages.map((name) => `${name} ${dependencies[name]}`).join(" · ");
}

function renderFigures(summaries: readonly Summary[]): string {
  return renderTable(
    ["subject", "p50 ms", "p95 ms", "100 in flight, per s"],
    summaries.map(({ name, p50, p95, perSecond, failure }) =>
      failure === undefined
        ? [name, toText(p50, 2), toText(p95, 2), toText(perSecond, 0)]
        : [name, "failed", failure.slice(0, 60).replaceAll("\n", " "), ""],
    ),
  );
}

function renderTargets(summaries: readonly Summary[]): string {
  const of = (name: string) => summaries.find((summary) => summary.name === name);
  const hubs = of(names.two);
  const peers = [names.boss, names.dbos, names.graph].flatMap((name) => of(name)?.p50 ?? []);
  const p50 = (hubs?.p50 ?? Number.NaN) / Math.min(...peers);
  const rate = (hubs?.perSecond ?? Number.NaN) / (of(names.boss)?.perSecond ?? Number.NaN);
  return renderTable(
    ["target", "measured", "verdict"],
    [
      ["p50 across two hubs ≤ 0.35 × the best peer", `${p50.toFixed(2)} ×`, p50 <= 0.35 ? "met" : "missed"],
      ["throughput of two hubs ≥ 2 × pg-boss", `${rate.toFixed(1)} ×`, rate >= 2 ? "met" : "missed"],
    ],
  );
}

function toText(value: number | undefined, digits: number): string {
  return value === undefined ? "" : value.toFixed(digits);
}
