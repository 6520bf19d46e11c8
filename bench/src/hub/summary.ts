import { percentile } from "../percentile.ts";

/** What one subject did in one turn. */
export interface Slot {
  /** Which processes it was: they are started afresh for each sitting, and no two are equally fast. */
  sitting: number;
  /** The round trips with one in flight. */
  oneMs: number[];
  /** Round trips a second with many in flight. */
  perSecond: number;
  /** Processor time of the server for one of those, in microseconds; undefined if there is no server. */
  cpuUs: number | undefined;
}

/** All turns of one subject. One that failed in any has no figures, only the `failure`. */
export interface Summary {
  name: string;
  p50: number | undefined;
  p95: number | undefined;
  /** Median of the turns. */
  perSecond: number | undefined;
  /** Median of the turns. */
  cpuUs: number | undefined;
  failure: string | undefined;
  /** The same for each sitting. */
  sittings: { p50: number | undefined; perSecond: number | undefined }[];
}

export function toSummary(name: string, all: readonly Slot[], failure: string | undefined): Summary {
  const slots = failure === undefined ? all : [];
  const ms = slots.flatMap((slot) => slot.oneMs);
  const cpu = slots.flatMap(({ cpuUs }) => cpuUs ?? []);
  const rates = slots.map((slot) => slot.perSecond);
  const sittings = [...new Set(slots.map(({ sitting }) => sitting))].map((sitting) => {
    const own = slots.filter((slot) => slot.sitting === sitting);
    const oneMs = own.flatMap((slot) => slot.oneMs);
    const perSecond = own.map((slot) => slot.perSecond);
    return { p50: percentile(oneMs, 0.5), perSecond: percentile(perSecond, 0.5) };
  });
  return {
    name,
    p50: percentile(ms, 0.5),
    p95: percentile(ms, 0.95),
    perSecond: percentile(rates, 0.5),
    cpuUs: percentile(cpu, 0.5),
    failure,
    sittings,
  };
}
