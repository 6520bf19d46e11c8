import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { step, steppingClock } from "../support/clocks.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { storePastDecisions } from "../support/past-decisions.ts";

const secret = "the password is swordfish";
const long = { ...database, kind: "choice" as const, question: `${secret}? ${"x".repeat(3000)}` };

/** A state directory that keeps decisions for a day. */
function oneDay(): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify({ keep: "1d" }));
  return directory;
}

async function kept(hub: TestHub): Promise<string[]> {
  return (await hub.client("human").list({ status: "ended" })).asks.map(({ id }) => id).sort();
}

test("`keep` cannot delete an answer that nobody has received along with those that were; what it deletes is gone from the disk", async () => {
  const directory = oneDay();
  const [, ...rest] = await storePastDecisions(directory, [
    ...Array.from({ length: 100 }, () => ({ daysAgo: 2, waitedMs: 1000, question: long })),
    { daysAgo: 9, waitedMs: 1000, taken: false },
    { daysAgo: 0.5, waitedMs: 1000 },
    { daysAgo: 11, waitedMs: 1000, taken: false, question: long },
  ]);
  const [undelivered = "", young = ""] = rest.slice(-3);
  const size = () => statSync(join(directory, "yourcall.db")).size;
  const before = size();
  const hub = await startHub({ directory });
  await expect.poll(() => kept(hub)).toEqual([undelivered, young].sort());
  await expect.poll(size).toBeLessThan(before / 2);
  const files = readdirSync(directory).filter((name) => name.startsWith("yourcall.db"));
  const holding = () => files.filter((name) => readFileSync(join(directory, name)).includes(secret));
  await expect.poll(holding).toEqual([]);
});

test("a clock set forward by ten years cannot delete a decision", async () => {
  const directory = oneDay();
  const [id] = await storePastDecisions(directory, [{ daysAgo: 0.5, waitedMs: 1000 }]);
  const hub = await startHub({ directory, env: steppingClock(3650 * 86_400_000) });
  // Each hour the hub records the time that it trusts.
  const note = () => {
    const opened = new DatabaseSync(join(directory, "yourcall.db"), { readOnly: true });
    const row = opened.prepare("SELECT value FROM meta WHERE name = 'note:trusted-time'").get();
    opened.close();
    return row?.value;
  };
  await expect.poll(note).toBeDefined();
  const before = note();
  step(hub.pid);
  await expect.poll(note).not.toEqual(before);
  await hub.ask([database]);
  expect(await kept(hub)).toEqual([id]);
});
