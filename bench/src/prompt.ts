import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { stop } from "esbuild";
import { messageOf } from "../../core/src/errors.ts";
import { temporaryDirectory } from "./command.ts";
import { type Figure, median, ratio, renderTable, renderTargets, show, showSpread, type Target } from "./figures.ts";
import { parseOptions } from "./options.ts";
import { createSubjects, type Subject } from "./prompt/subjects.ts";
import { TerminalChild, withLimit } from "./prompt/terminal-child.ts";
import { report } from "./results.ts";
import { takeTurns } from "./take-turns.ts";

const startLimitMs = 15_000;
const keyLimitMs = 3_000;
// Longer than a frame of Ink (30 a second), so that no press waits for the redraw of the one before.
const betweenPressesMs = 50;
const quietMs = 80;

/** All measured rounds of one subject. A subject that failed in any round has no figures. */
interface Samples {
  subject: Subject;
  startMs: number[];
  keyMs: number[];
  failure?: string;
}

/**
 * How long `yourcall ask` and its peers take to show a question and to react to a key, in a real pty.
 * With --only, bare node is measured too, and RESULTS.md is not changed.
 * Returns 1 if a subject failed, else 0.
 */
export async function benchPrompt(args: string[]): Promise<number> {
  const options = parseOptions(args, { rounds: 10, warmup: 2 });
  const { rounds, warmup, only, isWhole } = options;
  const directory = temporaryDirectory();
  const home = join(directory, "home");
  mkdirSync(home);
  const subjects = await createSubjects(home, join(directory, "bundles"));
  await stop();
  const all = subjects
    .filter(({ name }) => only === undefined || name === "bare node" || name.includes(only))
    .map((subject): Samples => ({ subject, ...noSamples() }));
  await takeTurns(all, options, async (samples, counts) => {
    if (samples.failure !== undefined) return;
    try {
      await measure(samples.subject, counts ? samples : noSamples());
    } catch (error) {
      Object.assign(samples, noSamples(), { failure: messageOf(error) });
    }
  });
  report("prompt", isWhole, {
    title: "Prompt",
    packages: ["@inquirer/prompts", "@clack/prompts", "ink", "react", "esbuild"],
    extent: `${rounds} rounds after ${warmup} of warm-up, subjects in turn`,
    repeat: `prompt --rounds ${rounds} --warmup ${warmup}`,
    about:
      "Milliseconds. *start*: spawn → the first full frame (bare node: spawn → exit). *key*: arrow key written to the pty → pointer moved on the screen; *node echo* is the floor under it, a Node program that sends the byte back. The peers are bundled into one file each, as yourcall is.",
    tables: [renderFigures(all), renderTargets(toTargets(all))],
  });
  const failed = all.filter(({ failure }) => failure !== undefined);
  for (const { subject, failure } of failed) console.error(`\n${subject.name}: ${failure}`);
  return failed.length > 0 ? 1 : 0;
}

function noSamples(): Omit<Samples, "subject"> {
  return { startMs: [], keyMs: [] };
}

/** Runs one subject once. The child has exited when this returns or throws. */
async function measure({ command, isReady, presses }: Subject, samples: Omit<Samples, "subject">): Promise<void> {
  const child = new TerminalChild(command);
  try {
    if (isReady === undefined) {
      const at = await withLimit(child.exited, startLimitMs, () => `did not end within ${startLimitMs} ms`);
      samples.startMs.push(at - child.startedAt);
      return;
    }
    const readyAt = await child.screenWhere("the first full frame", isReady, startLimitMs);
    samples.startMs.push(readyAt - child.startedAt);
    await child.settled(quietMs, 1_000);
    for (const [index, { keys, isShown }] of presses.entries()) {
      const shown = child.screenWhere(`the repaint after key ${index + 1}`, isShown, keyLimitMs);
      const typedAt = child.type(keys);
      samples.keyMs.push((await shown) - typedAt);
      await child.settled(betweenPressesMs, 500);
    }
  } finally {
    await child.end();
  }
}

function renderFigures(all: readonly Samples[]): string {
  const bare = medianOf(all, "bare node", "startMs");
  return renderTable(
    ["", "start p50", "p95", "× bare", "key p50", "p95"],
    all.map(({ subject: { name }, startMs, keyMs, failure }) => [
      failure === undefined ? name : `${name} (failed)`,
      ...showSpread(startMs),
      show(ratio(median(startMs), bare), 2),
      ...showSpread(keyMs, 2),
    ]),
  );
}

function toTargets(all: readonly Samples[]): Target[] {
  const start = medianOf(all, "yourcall", "startMs");
  const key = medianOf(all, "yourcall", "keyMs");
  const compare = (target: string, own: Figure, other: Figure, isMet: (times: number) => boolean): Target => {
    const times = ratio(own, other);
    return [target, times, isMet, show(times, 2, "×")];
  };
  const peers = ["@inquirer/prompts", "@clack/prompts"];
  return [
    compare("first frame ≤ 1.5× bare node", start, medianOf(all, "bare node", "startMs"), (times) => times <= 1.5),
    ...peers.map((peer) =>
      compare(`first frame ≤ 1.1× ${peer}`, start, medianOf(all, peer, "startMs"), (times) => times <= 1.1),
    ),
    ["key → repaint ≤ 1.5 ms p50", key, (ms) => ms <= 1.5, show(key, 2, " ms")],
    ...peers.map((peer) =>
      compare(`key → repaint ahead of ${peer}`, key, medianOf(all, peer, "keyMs"), (times) => times < 1),
    ),
  ];
}

function medianOf(all: readonly Samples[], name: string, what: "startMs" | "keyMs"): Figure {
  return median(all.find(({ subject }) => subject.name === name)?.[what] ?? []);
}
