/**
 * How fast the SQLite store writes, and how long it holds the event loop meanwhile, with this disk's fsync and with one of
 * 10 ms. Run by hand: `npx node --conditions=source hub/src/store/measure-writers.ts`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { newAsk, outcomes } from "./conformance/example-ask.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const slowSync = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
typedef int (*sync_function)(int);
int fsync(int file) { usleep(10000); return ((sync_function)dlsym(RTLD_NEXT, "fsync"))(file); }
int fdatasync(int file) { usleep(10000); return ((sync_function)dlsym(RTLD_NEXT, "fdatasync"))(file); }
`;
const seconds = 3;

const directory = mkdtempSync(join(tmpdir(), "yourcall-measure-"));
try {
  if (process.argv[2] === "once") await measure();
  else runAll();
} finally {
  rmSync(directory, { recursive: true });
}

function runAll() {
  const source = join(directory, "slow-sync.c");
  const library = join(directory, "slow-sync.so");
  writeFileSync(source, slowSync);
  const built = spawnSync("gcc", ["-shared", "-fPIC", "-o", library, source, "-ldl"]).status === 0;
  if (!built) console.log("There is no gcc here: the runs with a slow fsync are left out.");
  console.log("Times in ms; a pair is one create and one end, each acknowledged.");
  console.log("fsync | in flight | pairs/s | pair p50 | p95 | loop delay p50 | p99 | max");
  for (let round = 0; round < 3; round++)
    for (const slow of built ? [false, true] : [false]) {
      const env = { ...process.env, SYNC: slow ? "10 ms" : "real", ...(slow ? { LD_PRELOAD: library } : {}) };
      const self = fileURLToPath(import.meta.url);
      spawnSync(process.execPath, [...process.execArgv, self, "once"], { env, stdio: "inherit" });
    }
}

async function measure() {
  const store = await openSqliteStore(join(directory, "yourcall.db"));
  async function load(inFlight: number, forSeconds: number): Promise<number[]> {
    const times: number[] = [];
    const until = performance.now() + forSeconds * 1000;
    async function askAndAnswer() {
      for (let start = performance.now(); start < until; start = performance.now()) {
        const ask = newAsk();
        await store.create(ask);
        await store.end(ask.id, outcomes.answered());
        times.push(performance.now() - start);
      }
    }
    await Promise.all(Array.from({ length: inFlight }, askAndAnswer));
    return times.sort((a, b) => a - b);
  }
  await load(100, 0.5);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (const inFlight of [1, 100]) {
    delay.reset();
    const times = await load(inFlight, seconds);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
    const loop = [delay.percentile(50), delay.percentile(99), delay.max].map((nanoseconds) => nanoseconds / 1e6);
    const figures = [at(0.5), at(0.95), ...loop].map((milliseconds) => milliseconds.toFixed(1));
    console.log([process.env.SYNC, inFlight, Math.round(times.length / seconds), ...figures].join(" | "));
  }
  delay.disable();
  await store.close();
}
