import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { stop } from "esbuild";
import { findNode } from "./find-node.mjs";
import { parseOptions } from "./options.ts";
import { measure, type Sample } from "./prompt/measure.ts";
import { type Run, renderFigures, renderSection, renderTargets } from "./prompt/report.ts";
import { createSubjects, type Subject } from "./prompt/subjects.ts";
import { type Summary, toSummary } from "./prompt/summary.ts";
import { writeSection } from "./results.ts";

/**
 * How long `yourcall ask` and its peers take to show a question and to follow a key, under a real pty.
 * With --only, bare node is measured too and nothing is written.
 * Returns 1 when a subject failed, else 0.
 */
export async function benchPrompt(args: string[]): Promise<number> {
  const { rounds, warmup, only } = parseOptions(args, { rounds: "10", warmup: "2" });
  const directory = mkdtempSync(join(tmpdir(), "yourcall-bench-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const home = join(directory, "home");
  mkdirSync(home);
  const run: Run = {
    rounds,
    warmup,
    nodeVersion: execFileSync(findNode(), ["-p", "process.versions.node"], { encoding: "utf8" }).trim(),
    load: loadavg()[0] ?? 0,
  };
  const subjects = await createSubjects(home, join(directory, "bundles"));
  await stop();
  if (!subjects.some(({ name }) => name === "yourcall")) console.error("yourcall: not built");
  const wanted = subjects.filter(({ name }) => only === undefined || name === "bare node" || name.includes(only));

  const summaries = await measureInTurn(wanted, run);
  console.log(`\n${renderFigures(summaries)}\n\n${renderTargets(summaries)}`);
  const failed = summaries.filter(({ failure }) => failure !== undefined);
  for (const { name, failure } of failed) console.error(`\n${name}: ${failure}`);
  if (only === undefined) writeSection("prompt", renderSection(summaries, run));
  return failed.length > 0 ? 1 : 0;
}

// In turn, and every other round backwards, so that a slow spell of the machine or a heavy neighbour meets all of them.
async function measureInTurn(subjects: readonly Subject[], { rounds, warmup }: Run): Promise<Summary[]> {
  const samples = new Map<Subject, Sample[]>(subjects.map((subject) => [subject, []]));
  const failures = new Map<Subject, string>();
  for (let round = 0; round < warmup + rounds; round++) {
    console.error(round < warmup ? `warm-up ${round + 1} of ${warmup}` : `round ${round - warmup + 1} of ${rounds}`);
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      if (failures.has(subject)) continue;
      try {
        const sample = await measure(subject);
        if (round >= warmup) samples.get(subject)?.push(sample);
      } catch (error) {
        failures.set(subject, error instanceof Error ? error.message : String(error));
      }
    }
  }
  return subjects.map((subject) => toSummary(subject.name, samples.get(subject) ?? [], failures.get(subject)));
}
