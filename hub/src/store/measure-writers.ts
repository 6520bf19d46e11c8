import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { openDatabase } from "./open-database.ts";
import { createSameThreadWriter } from "./same-thread-writer.ts";
import type { NewAsk } from "./store.ts";
import { createWorkerWriter } from "./worker-writer.ts";

const shim = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
int fsync(int fd) { usleep(10000); return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(fd); }
int fdatasync(int fd) { usleep(10000); return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(fd); }
`;

const [kind, seconds] = process.argv.slice(2);
if (kind === undefined) runAll();
else console.log(JSON.stringify(await measure(kind, Number(seconds))));

function runAll() {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-measure-"));
  writeFileSync(join(directory, "slow.c"), shim);
  const library = join(directory, "slow.so");
  const built = spawnSync("gcc", ["-shared", "-fPIC", "-o", library, join(directory, "slow.c"), "-ldl"]).status === 0;
  if (!built) console.log("No gcc: the slow fsync is left out.");
  for (let round = 0; round < 5; round++)
    for (const slow of built ? [false, true] : [false])
      for (const kind of ["same-thread", "worker"]) {
        const env = { ...process.env, ...(slow ? { LD_PRELOAD: library } : {}) };
        const child = spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), kind, "3"], {
          env,
          encoding: "utf8",
        });
        console.log(slow ? "slow" : "real", kind.padEnd(12), child.stdout.trim(), child.stderr.trim());
      }
  rmSync(directory, { recursive: true });
}

async function measure(kind: string, seconds: number) {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-measure-"));
  const file = join(directory, "yourcall.db");
  const database = openDatabase(file, { busyTimeoutMs: 1000 });
  const onCommitted = () => {};
  const writer =
    kind === "worker"
      ? await createWorkerWriter(file, 10_000, onCommitted)
      : createSameThreadWriter(database, 10_000, onCommitted);
  async function pair() {
    const ask = example();
    await writer.run("create", ask);
    await writer.run("end", ask.id, {
      status: "answered",
      answers: [{ question: "Which database?", header: "Database", selectedOptions: ["PostgreSQL"] }],
      by: { surface: "web", act: "click" },
      at: new Date().toISOString(),
    });
  }
  async function load(inFlight: number, seconds: number) {
    const until = performance.now() + seconds * 1000;
    const times: number[] = [];
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (performance.now() < until) {
          const from = performance.now();
          await pair();
          times.push(performance.now() - from);
        }
      }),
    );
    return times.sort((a, b) => a - b);
  }
  const at = (times: number[], q: number) => Number((times[Math.floor(times.length * q)] ?? 0).toFixed(2));
  await load(1, 0.5);
  await load(100, 0.5);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const loopDelay = () => ({
    loopP50: +(delay.percentile(50) / 1e6).toFixed(1),
    loopP99: +(delay.percentile(99) / 1e6).toFixed(1),
    loopMax: +(delay.max / 1e6).toFixed(1),
  });
  delay.enable();
  const one = await load(1, seconds);
  const oneDelay = loopDelay();
  delay.reset();
  const hundred = await load(100, seconds);
  const hundredDelay = loopDelay();
  delay.disable();
  await writer.close();
  database.close();
  rmSync(directory, { recursive: true });
  return {
    one: { p50: at(one, 0.5), p95: at(one, 0.95), ...oneDelay },
    hundred: {
      perSecond: Math.round(hundred.length / seconds),
      p50: at(hundred, 0.5),
      p95: at(hundred, 0.95),
      ...hundredDelay,
    },
  };
}

function example(): NewAsk {
  const now = Date.now();
  return {
    id: `ask_${randomBytes(16).toString("hex")}`,
    token: "agent",
    key: null,
    kind: "question",
    agent: { name: "agent", session: "s1" },
    questions: [
      {
        question: "Which database should we use for this project?",
        header: "Database",
        kind: "choice",
        multiSelect: false,
        options: [
          { label: "PostgreSQL", description: "Runs beside what we have" },
          { label: "SQLite", description: "One file, no server" },
        ],
      },
    ],
    approval: null,
    context: null,
    metadata: null,
    onTimeout: "expire",
    createdAt: now,
    expiresAt: null,
    lastSeenAt: now,
  };
}
