import { percentile } from "../percentile.ts";
import type { Sample } from "./measure.ts";

export interface Spread {
  p50: number;
  p95: number;
}

/** What all measured rounds of one subject come to. One that failed in any round has no figures, only the `failure`. */
export interface Summary {
  name: string;
  start: Spread | undefined;
  key: Spread | undefined;
  rssKb: number | undefined;
  peakKb: number | undefined;
  failure: string | undefined;
}

export function toSummary(name: string, all: readonly Sample[], failure: string | undefined): Summary {
  const samples = failure === undefined ? all : [];
  const memories = samples.flatMap((sample) => sample.memory ?? []);
  return {
    name,
    start: toSpread(samples.map((sample) => sample.startMs)),
    key: toSpread(samples.flatMap((sample) => sample.keyMs)),
    rssKb: percentile(
      memories.map((memory) => memory.rss),
      0.5,
    ),
    peakKb: percentile(
      memories.map((memory) => memory.peak),
      0.5,
    ),
    failure,
  };
}

function toSpread(samples: readonly number[]): Spread | undefined {
  const p50 = percentile(samples, 0.5);
  const p95 = percentile(samples, 0.95);
  return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
}
