import { availableParallelism } from "node:os";
import { percentile } from "../percentile.ts";
import { renderTable } from "../table.ts";
import type { Sample } from "./measure.ts";

export interface Run {
  rounds: number;
  warmup: number;
  nodeVersion: string;
  load: number;
}

export type Figures = ReadonlyMap<string, readonly Sample[]>;

const limit = 1.5;
export const names = { bare: "bare node", answered: "hook, answered at once", stop: "hook, nothing to withdraw" };

export function renderFigures(figures: Figures): string {
  const floor = p50(figures.get(names.bare), "ended");
  return renderTable(
    ["", "printed p50", "p95", "× bare", "ended p50", "p95", "× bare"],
    Array.from(figures, ([name, samples]) => [
      name,
      ...(["printed", "ended"] as const).flatMap((what) => {
        const median = p50(samples, what);
        return [show(median), show(percentile(timesOf(samples, what), 0.95)), show(ratio(median, floor), 2)];
      }),
    ]),
  );
}

export function renderTarget(figures: Figures): string {
  const measured = ratio(p50(figures.get(names.answered), "printed"), p50(figures.get(names.bare), "ended"));
  const verdict = measured === undefined ? "not measured" : measured <= limit ? "met" : "missed";
  return renderTable(
    ["target", "measured", "verdict"],
    [[`spawn → answer printed ≤ ${limit}× bare node, hub running`, `${show(measured, 2)}×`, verdict]],
  );
}

export function renderSection(figures: Figures, { rounds, warmup, nodeVersion, load }: Run): string {
  return `## Hook

${new Date().toISOString().slice(0, 10)} · Node ${nodeVersion} · ${availableParallelism()} CPUs, load ${load.toFixed(1)} before the run · ${rounds} rounds after ${warmup} of warm-up, in turn

Repeat: \`npm run bench -- hook --rounds ${rounds} --warmup ${warmup}\`

Milliseconds from spawn. *answered at once*: \`yourcall hook claude\` with a question, a running hub, and somebody who answers the ask as soon as the event stream shows it; *printed* is when Claude Code could read the answer. *nothing to withdraw*: the same command at the end of a turn. Bare node: spawn → exit of \`node -e 0\`.

${renderFigures(figures)}

${renderTarget(figures)}
`;
}

function timesOf(samples: readonly Sample[] | undefined, what: keyof Sample): number[] {
  return (samples ?? []).flatMap((sample) => sample[what] ?? []);
}

function p50(samples: readonly Sample[] | undefined, what: keyof Sample): number | undefined {
  return percentile(timesOf(samples, what), 0.5);
}

function ratio(figure: number | undefined, floor: number | undefined): number | undefined {
  return figure === undefined || floor === undefined ? undefined : figure / floor;
}

function show(figure: number | undefined, digits = 1): string {
  return figure === undefined ? "–" : figure.toFixed(digits);
}
