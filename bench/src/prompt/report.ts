import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { renderTable } from "../table.ts";
import type { Spread, Summary } from "./summary.ts";
import { judgeTargets } from "./targets.ts";

export interface Run {
  rounds: number;
  warmup: number;
  nodeVersion: string;
  /** Load of the machine just before the run: other work on it makes the figures worth less. */
  load: number;
}

/** The figures of every subject, one row each. */
export function renderFigures(summaries: readonly Summary[]): string {
  const bare = summaries.find((summary) => summary.name === "bare node")?.start?.p50;
  return renderTable(
    ["", "start p50", "p95", "× bare", "key p50", "p95", "RSS MB", "peak MB"],
    summaries.map(({ name, start, key, rssKb, peakKb, failure }) => [
      failure === undefined ? name : `${name} (failed)`,
      ...toCells(start, 1),
      start === undefined || bare === undefined ? "–" : (start.p50 / bare).toFixed(2),
      ...toCells(key, 2),
      ...[rssKb, peakKb].map((kb) => (kb === undefined ? "–" : (kb / 1024).toFixed(1))),
    ]),
  );
}

/** The targets beside what was measured. */
export function renderTargets(summaries: readonly Summary[]): string {
  return renderTable(
    ["target", "measured", "verdict"],
    judgeTargets(summaries).map(({ target, measured, verdict }) => [target, measured, verdict]),
  );
}

/** The section for RESULTS.md. */
export function renderSection(summaries: readonly Summary[], run: Run): string {
  return `## Prompt

${new Date().toISOString().slice(0, 10)} · Node ${run.nodeVersion} · ${availableParallelism()} CPUs, load ${run.load.toFixed(1)} before the run · ${run.rounds} rounds after ${run.warmup} of warm-up, subjects in turn
${renderVersions()}

Repeat: \`npm run bench -- prompt --rounds ${run.rounds} --warmup ${run.warmup}\`

Milliseconds. *start*: spawn → the first full frame (bare node: spawn → exit). *key*: arrow key written to the pty → pointer moved on the screen; *node echo* is the floor under it, a Node program that sends the byte back. *RSS*, *peak*: memory of the process while it waits at the prompt (VmRSS, VmHWM; median).

${renderFigures(summaries)}

${renderTargets(summaries)}
`;
}

function renderVersions(): string {
  const file = join(import.meta.dirname, "../../package.json");
  const { dependencies } = JSON.parse(readFileSync(file, "utf8")) as { dependencies: Record<string, string> };
  const names = ["@inquirer/prompts", "@clack/prompts", "prompts", "ink", "react", "esbuild"];
  return names.map((name) => `${name} ${dependencies[name] ?? "?"}`).join(" · ");
}

function toCells(spread: Spread | undefined, digits: number): [string, string] {
  return spread === undefined ? ["–", "–"] : [spread.p50.toFixed(digits), spread.p95.toFixed(digits)];
}
