import type { IdleStreams } from "./idle-streams.ts";
import type { PendingAsks } from "./pending-asks.ts";
import { fullSizes } from "./sizes.ts";
import { names } from "./subjects.ts";
import type { Summary } from "./summary.ts";

export interface Measured {
  summaries: readonly Summary[];
  streams: IdleStreams | undefined;
  pending: PendingAsks | undefined;
}

export interface Verdict {
  target: string;
  measured: string;
  verdict: "met" | "missed" | "not measured";
}

/** The targets that this subject can decide, each beside what was measured. */
export function judgeTargets({ summaries, streams, pending }: Measured): Verdict[] {
  const ratio = (figure: "p50" | "perSecond", other: string) => {
    const find = (name: string) => summaries.find((summary) => summary.name === name)?.[figure];
    const own = find(names.yourcall);
    const theirs = find(other);
    return own === undefined || theirs === undefined ? undefined : own / theirs;
  };
  const times = (value: number) => `${value.toFixed(2)}×`;
  // A quick run has fewer of them and decides nothing.
  const enough = streams !== undefined && streams.count >= fullSizes.streams ? streams : undefined;
  const perStream = enough === undefined ? undefined : (enough.withKb - enough.beforeKb) / enough.count;
  const full = pending !== undefined && pending.count >= fullSizes.pending ? pending : undefined;
  return [
    judge("p50 ≤ 1.5× by hand, SQLite FULL", ratio("p50", names.full), "≤", 1.5, times),
    judge(
      "p50 ≤ 0.5× LangGraph SqliteSaver (as it comes, not synced)",
      ratio("p50", names.graphSqlite),
      "≤",
      0.5,
      times,
    ),
    judge("p50 ≤ 0.5× LangGraph SqliteSaver, FULL", ratio("p50", names.graphFull), "≤", 0.5, times),
    judge("p50 ≤ 0.35× MCP elicitation", ratio("p50", names.mcp), "≤", 0.35, times),
    judge("throughput ≥ 0.7× by hand, SQLite group commit", ratio("perSecond", names.group), "≥", 0.7, times),
    judge("throughput ≥ 1× BullMQ", ratio("perSecond", names.bullmq), "≥", 1, times),
    judge("idle event stream ≤ 20 KB", perStream, "≤", 20, (kb) => `${kb.toFixed(1)} KB`),
    judge(
      "100,000 pending asks ≤ 400 MB",
      full === undefined ? undefined : full.peakKb / 1024,
      "≤",
      400,
      (mb) => `${mb.toFixed(0)} MB`,
    ),
    judge("start-up with them ≤ 2 s", full?.startMs, "≤", 2000, (ms) => `${(ms / 1000).toFixed(2)} s`),
  ];
}

function judge(
  target: string,
  value: number | undefined,
  relation: "≤" | "≥",
  limit: number,
  show: (value: number) => string,
): Verdict {
  if (value === undefined) return { target, measured: "–", verdict: "not measured" };
  const isMet = relation === "≤" ? value <= limit : value >= limit;
  return { target, measured: show(value), verdict: isMet ? "met" : "missed" };
}
