import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { stop } from "esbuild";
import { bundleHub } from "./hub/bundle-hub.ts";
import { type IdleStreams, measureIdleStreams } from "./hub/idle-streams.ts";
import { measureInTurn } from "./hub/measure-in-turn.ts";
import { measurePendingAsks, type PendingAsks } from "./hub/pending-asks.ts";
import { renderFigures, renderScale, renderSection, renderTargets } from "./hub/report.ts";
import { fullSizes, quickSizes } from "./hub/sizes.ts";
import { createSubjects, names } from "./hub/subjects.ts";
import { judgeTargets } from "./hub/targets.ts";
import { parseOptions } from "./options.ts";
import { writeSection } from "./results.ts";

// A hub runs for days, and so do servers like it: all of them are measured once their code is compiled. After one round the
// hub still takes about twice the processor time that it takes after some more.
const settledAfter = "3";

/**
 * How long an ask takes to a person and the answer back, and how many a second, through the hub, hand-written servers and
 * peers; then what 10,000 idle event streams and 100,000 pending asks cost the hub.
 * With --only, the round trips of what has that in its name and of the two references are measured, and nothing else. With
 * it or --quick nothing is written.
 * Returns 1 when a subject failed, else 0.
 */
export async function benchHub(args: string[]): Promise<number> {
  const quick = args.includes("--quick");
  const others = args.filter((arg) => arg !== "--quick");
  const { rounds, warmup, sittings, only } = parseOptions(others, {
    sittings: quick ? "1" : "3",
    rounds: "2",
    warmup: quick ? "1" : settledAfter,
  });
  const sizes = quick ? quickSizes : fullSizes;
  const directory = mkdtempSync(join(tmpdir(), "yourcall-bench-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const run = { sittings, rounds, warmup, sizes, load: loadavg()[0] ?? 0 };
  const files = { hub: await bundleHub("yourcall", directory), fill: await bundleHub("fill-store", directory) };
  await stop();

  const subjects = createSubjects(files.hub).filter(
    ({ name }) => only === undefined || name === names.full || name === names.group || name.includes(only),
  );
  const summaries = await measureInTurn(subjects, directory, run);
  console.log(`\n${renderFigures(summaries)}`);
  const failures = summaries.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name}: ${failure}`]));

  const attempt = async <Value>(what: string, act: () => Promise<Value>): Promise<Value | undefined> => {
    if (only !== undefined) return undefined;
    console.error(what);
    try {
      return await act();
    } catch (error) {
      failures.push(`${what}: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  };
  const streams: IdleStreams | undefined = await attempt(`${sizes.streams} idle streams`, () =>
    measureIdleStreams(files.hub, directory, { count: sizes.streams, idleMs: sizes.idleMs }),
  );
  const pending: PendingAsks | undefined = await attempt(`${sizes.pending} pending asks`, () =>
    measurePendingAsks(files, directory, { count: sizes.pending, roundTrips: sizes.one }),
  );
  const measured = { summaries, streams, pending };
  if (only === undefined) console.log(`\n${renderScale(measured)}`);
  console.log(`\n${renderTargets(judgeTargets(measured))}`);
  for (const failure of failures) console.error(`\n${failure}`);
  if (only === undefined && !quick) writeSection("hub", renderSection(measured, run));
  return failures.length > 0 ? 1 : 0;
}
