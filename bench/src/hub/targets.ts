import { percentile } from "../percentile.ts";
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
  /** Decided by the sitting in the middle; the first and the last are named. */
  const compare = (
    target: string,
    figure: "p50" | "perSecond",
    other: string,
    sense: "≤" | "≥",
    limit: number,
  ): Verdict => {
    const find = (name: string) => summaries.find((summary) => summary.name === name)?.sittings ?? [];
    const theirs = find(other);
    const ratios = find(names.yourcall).flatMap(({ [figure]: own }, index) => {
      const their = theirs[index]?.[figure];
      return own === undefined || their === undefined ? [] : own / their;
    });
    const times = (value: number) => `${value.toFixed(2)}×`;
    const range = ratios.length < 2 ? "" : ` (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
    return judge(target, percentile(ratios, 0.5), sense, limit, (value) => `${times(value)}${range}`);
  };
  // A quick run has fewer of them and decides nothing.
  const enough = streams !== undefined && streams.count >= fullSizes.streams ? streams : undefined;
  const perStream = enough === undefined ? undefined : (enough.withKb - enough.beforeKb) / enough.count;
  const full = pending !== undefined && pending.count >= fullSizes.pending ? pending : undefined;
  return [
    compare("p50 ≤ 1.5× by hand, SQLite FULL", "p50", names.full, "≤", 1.5),
    compare("p50 ≤ 0.5× LangGraph SqliteSaver (as it comes, not synced)", "p50", names.graphSqlite, "≤", 0.5),
    compare("p50 ≤ 0.5× LangGraph SqliteSaver, FULL", "p50", names.graphFull, "≤", 0.5),
    compare("p50 ≤ 0.35× MCP elicitation", "p50", names.mcp, "≤", 0.35),
    compare("throughput ≥ 0.7× by hand, SQLite group commit", "perSecond", names.group, "≥", 0.7),
    compare("throughput ≥ 1× BullMQ", "perSecond", names.bullmq, "≥", 1),
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
