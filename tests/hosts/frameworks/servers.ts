import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HubClient, WireAsk } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { expect, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../../hub/src/testing/temporary-directory.ts";
import { startTestHub } from "../../../hub/src/testing/test-hub.ts";
import { usePostgres } from "../../support/postgres.ts";
import { runPostgres } from "../../support/postgres-server.ts";

/** Where a server may die. Each point is reached in every run, most of them several times. */
export const points = [
  "before asking",
  "after asking",
  "before resuming",
  "inside",
  "after resuming",
  "before taken",
] as const;

/** The note for a question, or the id of the choice for an approval. */
export type Decide = (ask: WireAsk, before: number) => { select: string; note?: string; edited?: string };

// For hangs: the frameworks take long to load.
const timeout = 300_000;

let databases = 0;

/** A hub with a person at it, and what servers of this program need. */
export async function openPlace(program: string, store: "file" | "PostgreSQL", settings: Record<string, string> = {}) {
  const directory = temporaryDirectory();
  const hub = await startTestHub();
  const { body } = await hub.human("POST", "/v1/tokens", { scope: "agent", name: "bridge" });
  const human = createHubClient({ url: hub.url, token: hub.tokens.human });
  onTestFinished(() => human.close());
  const log = join(directory, "log");
  const env = {
    ...settings,
    PATH: process.env.PATH,
    YOURCALL_URL: hub.url,
    YOURCALL_TOKEN: `${body.token}`,
    LOG: log,
    DATABASE: store === "file" ? join(directory, "runs.db") : await createDatabase(),
  };

  /** Starts a server; `ended` is its signal or exit code. */
  function start(dieAt?: string) {
    const args = [
      "--conditions=yourcall-source",
      "--disable-warning=ExperimentalWarning",
      join(import.meta.dirname, program),
    ];
    const child = spawn(process.execPath, args, {
      cwd: directory,
      env: { ...env, ...(dieAt && { DIE_AT: dieAt }) },
      stdio: "pipe",
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
    const ended = new Promise<string>((resolve) =>
      child.once("close", (code, signal) => resolve(signal ?? `${code}: ${said}`)),
    );
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await ended;
    });
    return { ended, said: () => said, kill: () => child.kill("SIGKILL") };
  }

  const asks = async () => (await human.list({ status: "all", order: "oldest" })).asks;
  const lines = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
  return { hub, human, start, asks, lines, directory };
}

async function createDatabase(): Promise<string> {
  const url = await usePostgres();
  databases += 1;
  const name = `frameworks_${process.pid}_${databases}`;
  runPostgres("psql", [url, "-qc", `CREATE DATABASE ${name}`]);
  return Object.assign(new URL(url), { pathname: name }).href;
}

/** A person who decides about everything that comes, once, until the test ends. */
export function decideAll(human: HubClient, decide: Decide): void {
  let going = true;
  const seen = new Map<string, number>();
  const loop = (async () => {
    while (going) {
      for (const ask of (await human.list({ status: "pending" })).asks) {
        const { question } = ask.questions[0] ?? { question: "" };
        const before = seen.get(question) ?? 0;
        seen.set(question, before + 1);
        const { select, note, edited } = decide(ask, before);
        const answers = [{ question, selectedOptions: [select], notes: note, edited }];
        await human.answer(ask.id, { answers, act: "click", surface: "web" });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  loop.catch(() => {});
  onTestFinished(() => {
    going = false;
  });
}

/** Lets two servers die at the point, one after the other, then starts two at once, until the run has ended and all is delivered. */
export async function runThrough(place: Awaited<ReturnType<typeof openPlace>>, point: string | undefined) {
  const { start, lines, asks } = place;
  const isDone = () => lines().some((line) => line.startsWith("finished"));
  if (point !== undefined) {
    expect(await start(point).ended).toBe("SIGKILL");
    const second = start(point);
    // It may have been the last time that the run came to this point.
    const done = expect.poll(isDone, { timeout }).toBe(true);
    await Promise.race([second.ended, done.catch(() => {})]);
  }
  const first = start();
  if (point === undefined) await expect.poll(first.said).toContain("ready");
  const servers = [first, start()];
  const died = Promise.race(servers.map(({ ended }) => ended)).then((how) => Promise.reject(new Error(how)));
  died.catch(() => {});
  const settled = async () =>
    isDone() && (await asks()).every(({ delivery }) => delivery !== undefined && delivery.state !== "waiting");
  await Promise.race([expect.poll(settled, { timeout }).toBe(true), died]);
  // Nothing is left to do twice.
  expect(servers.map(({ said }) => said().replace("ready\n", ""))).toEqual(["", ""]);
}
