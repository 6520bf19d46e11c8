import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { renderTable } from "../table.ts";
import { readRedisVersion } from "./redis.ts";
import type { Sizes } from "./sizes.ts";
import { names } from "./subjects.ts";
import type { Summary } from "./summary.ts";
import { judgeTargets, type Measured, type Verdict } from "./targets.ts";

export interface Run {
  sittings: number;
  rounds: number;
  warmup: number;
  sizes: Sizes;
  /** Load of the machine just before the run: other work on it makes the figures worth less. */
  load: number;
}

/** The round trips of every subject, one row each. */
export function renderFigures(summaries: readonly Summary[]): string {
  const find = (name: string) => summaries.find((summary) => summary.name === name);
  const full = find(names.full)?.p50;
  const group = find(names.group)?.perSecond;
  const ratio = (own: number | undefined, other: number | undefined) =>
    own === undefined || other === undefined ? "–" : (own / other).toFixed(2);
  const show = (value: number | undefined, digits: number) => value?.toFixed(digits) ?? "–";
  return renderTable(
    ["", "p50 ms", "p95", "× by hand", "per second", "× by hand", "server µs"],
    summaries.map(({ name, p50, p95, perSecond, cpuUs, failure }) => [
      failure === undefined ? name : `${name} (${failure.startsWith("not installable") ? failure : "failed"})`,
      show(p50, 2),
      show(p95, 2),
      ratio(p50, full),
      show(perSecond, 0),
      ratio(perSecond, group),
      show(cpuUs, 0),
    ]),
  );
}

/** What many streams and many asks cost the hub. */
export function renderScale({ streams, pending }: Measured): string {
  const rows: string[][] = [];
  const mb = (kb: number) => `${(kb / 1024).toFixed(0)} MB`;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  if (streams !== undefined) {
    const { count, beforeKb, openedKb, withKb, openedMs, tellUs } = streams;
    const each = (kb: number) => `${((kb - beforeKb) / count).toFixed(1)} KB`;
    rows.push(
      ["hub before any event stream", mb(beforeKb)],
      [`hub with ${count} event streams, idle for a while`, mb(withKb)],
      ["each of them", each(withKb)],
      ["each when the last had just been opened", each(openedKb)],
      ["opening them all, snapshots included", ms(openedMs)],
      ["a new ask on all of them, processor time for each", `${tellUs.toFixed(1)} µs`],
    );
  }
  if (pending !== undefined)
    rows.push(
      [`hub with ${pending.count} pending asks, started`, mb(pending.startKb)],
      ["the same at its highest, after the rows below", mb(pending.peakKb)],
      ["start-up with them: spawn → /healthz", ms(pending.startMs)],
      ["start-up with an empty store", ms(pending.emptyStartMs)],
      ["list, first page of 100", ms(pending.listMs)],
      ["search, a word that only the newest ask has", ms(pending.rareMs)],
      ["search, a word that every ask has", ms(pending.commonMs)],
      ["a new event stream and its snapshot", ms(pending.snapshotMs)],
      ["round trip p50 with all of them pending", ms(pending.roundTripMs)],
    );
  return renderTable(["the hub alone", "measured"], rows);
}

export function renderTargets(verdicts: readonly Verdict[]): string {
  return renderTable(
    ["target", "measured", "verdict"],
    verdicts.map(({ target, measured, verdict }) => [target, measured, verdict]),
  );
}

/** The section for RESULTS.md. */
export function renderSection(measured: Measured, run: Run): string {
  const { sizes } = run;
  return `## Hub

${new Date().toISOString().slice(0, 10)} · Node ${process.versions.node} · ${availableParallelism()} CPUs, load ${run.load.toFixed(1)} before the run · ${run.sittings} sittings of ${run.rounds} rounds after ${run.warmup} of warm-up, subjects in turn
${renderVersions()}

Repeat: \`npm run bench -- hub --sittings ${run.sittings} --rounds ${run.rounds} --warmup ${run.warmup}\`

One round trip: ask → seen → answered → resumed. Every subject has ${run.warmup} rounds before anything is counted, so that all are measured as long-running processes. All processes are started afresh for each sitting: the same program is up to a third faster in one process than in the next, and a target is decided by the sitting in the middle. *p50*, *p95*: ${sizes.one} a round, one in flight; *× by hand* against SQLite FULL. *per second*: as many as fit into 1.5 seconds, at most ${sizes.many}, ${sizes.inFlight} in flight, median of the rounds; *× by hand* against SQLite with group commit. *server µs*: processor time of the server process for one of those (BullMQ: of Redis; LangGraph has no server).

${renderFigures(measured.summaries)}

${renderScale(measured)}

${renderTargets(judgeTargets(measured))}
`;
}

function renderVersions(): string {
  const file = join(import.meta.dirname, "../../package.json");
  const { dependencies } = JSON.parse(readFileSync(file, "utf8")) as { dependencies: Record<string, string> };
  const packages = [
    ...["@langchain/langgraph", "@langchain/langgraph-checkpoint-sqlite", "bullmq", "ioredis"],
    ...["@modelcontextprotocol/sdk", "esbuild"],
  ];
  const versions = packages.map((name) => `${name} ${dependencies[name]}`);
  const redis = readRedisVersion();
  return [...versions, ...(redis === undefined ? [] : [`redis-server ${redis}`])].join(" · ");
}
