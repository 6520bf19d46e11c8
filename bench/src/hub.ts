import { join } from "node:path";
import { stop } from "esbuild";
import { messageOf } from "../../core/src/errors.ts";
import { bundle, temporaryDirectory } from "./command.ts";
import { renderTargets } from "./figures.ts";
import { measureIdleStreams } from "./hub/idle-streams.ts";
import { measureInTurn } from "./hub/measure-in-turn.ts";
import { measurePendingAsks } from "./hub/pending-asks.ts";
import { readRedisVersion } from "./hub/redis.ts";
import { renderFigures, renderScale, toTargets } from "./hub/report.ts";
import { createSubjects, names, script } from "./hub/subjects.ts";
import { isMissing } from "./not-installed.ts";
import { parseOptions } from "./options.ts";
import { report } from "./results.ts";

// A hub runs for days, and so do servers like it: all of them are measured once their code is compiled. After one round the
// hub still takes about twice the processor time that it takes after some more.
const settledAfter = 3;
const fullSizes = {
  ...{ one: 300, many: 3000, inFlight: 100, streams: 10_000, pending: 100_000 },
  // Enough for a few heartbeats, which come every 15 s, and for V8 to free the memory that opening the streams took.
  idleMs: 62_000,
};
const quickSizes: typeof fullSizes = {
  ...{ one: 50, many: 400, inFlight: 100, streams: 500, pending: 2000, idleMs: 2000 },
};

/**
 * How long an ask takes to reach a person and the answer to come back, and how many of these fit into a second, through the hub,
 * hand-written servers and peers; then what 10,000 idle event streams and 100,000 pending asks cost the hub.
 * With --only, just the round trips of the matching subjects and of the two references are measured. With --only or --quick,
 * RESULTS.md is not changed. Returns 1 if a subject failed, else 0.
 */
export async function benchHub(args: string[]): Promise<number> {
  const options = parseOptions(
    args,
    { sittings: 3, rounds: 2, warmup: settledAfter },
    { sittings: 1, rounds: 2, warmup: 1 },
  );
  const { sittings, rounds, warmup, only, quick, isWhole } = options;
  const sizes = quick ? quickSizes : fullSizes;
  const directory = temporaryDirectory();
  const bundleServer = (name: string) => bundle(script(`servers/${name}.ts`), join(directory, `${name}.mjs`));
  const files = { hub: await bundleServer("yourcall"), fill: await bundleServer("fill-store") };
  await stop();

  const subjects = createSubjects(files.hub).filter(
    ({ name }) => only === undefined || name === names.full || name === names.group || name.includes(only),
  );
  const summaries = await measureInTurn(subjects, directory, { ...options, sizes });
  const failures = summaries.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name}: ${failure}`]));

  const attempt = async <Value>(what: string, act: () => Promise<Value>): Promise<Value | undefined> => {
    if (only !== undefined) return undefined;
    console.error(what);
    try {
      return await act();
    } catch (error) {
      failures.push(`${what}: ${messageOf(error)}`);
      return undefined;
    }
  };
  const streams = await attempt(`${sizes.streams} idle streams`, () =>
    measureIdleStreams(files.hub, directory, { count: sizes.streams, idleMs: sizes.idleMs }),
  );
  const pending = await attempt(`${sizes.pending} pending asks`, () =>
    measurePendingAsks(files, directory, sizes.pending),
  );
  const measured = { summaries, streams, pending, decides: !quick };
  const redis = readRedisVersion();
  report("hub", isWhole, {
    title: "Hub",
    programs: [`Node ${process.versions.node}`, ...(redis === undefined ? [] : [`redis-server ${redis}`])],
    packages: [
      ...(["@langchain/langgraph", "@langchain/langgraph-checkpoint-sqlite", "bullmq", "ioredis"] as const),
      ...(["@modelcontextprotocol/sdk", "esbuild"] as const),
    ],
    extent: `${sittings} sittings of ${rounds} rounds after ${warmup} of warm-up, subjects in turn`,
    repeat: `hub --sittings ${sittings} --rounds ${rounds} --warmup ${warmup}`,
    about: `One round trip: ask → seen → answered → resumed. Every subject has ${warmup} rounds before anything is counted, so that all are measured as long-running processes. All processes are started afresh for each sitting: the same program is up to a third faster in one process than in the next, and a target is decided by the sitting in the middle. *p50*, *p95*: ${sizes.one} a round, one in flight; *× by hand* against SQLite FULL. *per second*: as many as fit into 1.5 seconds, at most ${sizes.many}, ${sizes.inFlight} in flight, median of the rounds; *× by hand* against SQLite with group commit. *server µs*: processor time of the server process for one of those (BullMQ: of Redis; LangGraph has no server).`,
    tables: [
      renderFigures(summaries),
      ...(only === undefined ? [renderScale(measured)] : []),
      renderTargets(toTargets(measured)),
    ],
  });
  const faults = failures.length - summaries.filter(({ failure }) => isMissing(failure ?? "")).length;
  for (const failure of failures) console.error(`\n${failure}`);
  return faults > 0 ? 1 : 0;
}
