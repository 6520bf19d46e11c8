import { type Figure, median, ratio, renderTable, show, type Target } from "../figures.ts";
import { isMissing } from "../not-installed.ts";
import type { IdleStreams } from "./idle-streams.ts";
import type { Summary } from "./measure-in-turn.ts";
import type { PendingAsks } from "./pending-asks.ts";
import { names } from "./subjects.ts";

interface Measured {
  summaries: readonly Summary[];
  streams: IdleStreams | undefined;
  pending: PendingAsks | undefined;
  /** Whether there were enough streams and asks for a verdict. */
  decides: boolean;
}

/** The round trips of every subject, one row each. */
export function renderFigures(summaries: readonly Summary[]): string {
  const find = (name: string) => summaries.find((summary) => summary.name === name);
  const full = find(names.full)?.p50;
  const group = find(names.group)?.perSecond;
  return renderTable(
    ["", "p50 ms", "p95", "× by hand", "per second", "× by hand", "server µs"],
    summaries.map(({ name, p50, p95, perSecond, cpuUs, failure }) => [
      failure === undefined ? name : `${name} (${isMissing(failure) ? failure : "failed"})`,
      ...[show(p50, 2), show(p95, 2), show(ratio(p50, full), 2)],
      ...[show(perSecond, 0), show(ratio(perSecond, group), 2), show(cpuUs, 0)],
    ]),
  );
}

/** What many streams and many asks cost the hub. */
export function renderScale({ streams, pending }: Measured): string {
  const rows: string[][] = [];
  const mb = (kb: number) => show(kb / 1024, 0, " MB");
  const ms = (value: Figure) => show(value, 1, " ms");
  if (streams !== undefined) {
    const { count, beforeKb, openedKb, withKb, openedMs, tellUs } = streams;
    const each = (kb: number) => show((kb - beforeKb) / count, 1, " KB");
    rows.push(
      ["hub before any event stream", mb(beforeKb)],
      [`hub with ${count} event streams, idle for a while`, mb(withKb)],
      ["each of them", each(withKb)],
      ["each when the last had just been opened", each(openedKb)],
      ["opening them all, snapshots included", ms(openedMs)],
      ["a new ask on all of them, processor time for each", show(tellUs, 1, " µs")],
    );
  }
  if (pending !== undefined)
    rows.push(
      [`hub with ${pending.count} pending asks, started`, mb(pending.startKb)],
      ["the same at its highest", mb(pending.peakKb)],
      ["start-up with them: spawn → /healthz", ms(pending.startMs)],
      ["start-up with an empty store", ms(pending.emptyStartMs)],
    );
  return renderTable(["the hub alone", "measured"], rows);
}

export function toTargets({ summaries, streams, pending, decides }: Measured): Target[] {
  const sittingsOf = (name: string) => summaries.find((summary) => summary.name === name)?.sittings ?? [];
  /** Decided by the median sitting; the lowest and the highest are shown too. */
  const compare = (
    target: string,
    figure: "p50" | "perSecond",
    other: string,
    isMet: (times: number) => boolean,
  ): Target => {
    const theirs = sittingsOf(other);
    const ratios = sittingsOf(names.yourcall).flatMap(
      ({ [figure]: own }, index) => ratio(own, theirs[index]?.[figure]) ?? [],
    );
    const middle = median(ratios);
    const range = ratios.length < 2 ? "" : ` (${show(Math.min(...ratios), 2)} to ${show(Math.max(...ratios), 2)})`;
    return [target, middle, isMet, show(middle, 2, `×${range}`)];
  };
  const streamKb = streams && decides ? (streams.withKb - streams.beforeKb) / streams.count : undefined;
  const pendingMb = pending && decides ? pending.peakKb / 1024 : undefined;
  const startMs = decides ? pending?.startMs : undefined;
  return [
    compare("p50 ≤ 2.2× by hand, SQLite FULL", "p50", names.full, (times) => times <= 2.2),
    compare("p50 ≤ 0.5× LangGraph SqliteSaver", "p50", names.langgraph, (times) => times <= 0.5),
    compare("p50 ≤ 0.35× MCP elicitation", "p50", names.mcp, (times) => times <= 0.35),
    compare("throughput ≥ 0.4× by hand, SQLite group commit", "perSecond", names.group, (times) => times >= 0.4),
    compare("throughput ≥ 2× BullMQ", "perSecond", names.bullmq, (times) => times >= 2),
    ["idle event stream ≤ 20 KB", streamKb, (kb) => kb <= 20, show(streamKb, 1, " KB")],
    ["100,000 pending asks ≤ 400 MB", pendingMb, (mb) => mb <= 400, show(pendingMb, 0, " MB")],
    ["start-up with them ≤ 2 s", startMs, (ms) => ms <= 2000, show(ratio(startMs, 1000), 2, " s")],
  ];
}
