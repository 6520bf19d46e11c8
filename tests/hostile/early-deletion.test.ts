import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { toPng } from "../../hub/src/testing/sample-picture.ts";
import { database } from "../support/asks.ts";
import { step, steppingClock } from "../support/clocks.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { storePastDecisions } from "../support/past-decisions.ts";

const secret = "the password is swordfish";
const long = { ...database, kind: "choice" as const, question: `${secret}? ${"x".repeat(3000)}` };

const sketch = toPng(48, 32);
const hash = createHash("sha256").update(sketch).digest("hex");
const measures = { bytes: sketch.length, width: 48, height: 32 };
const picture = { hash, type: "image/png" as const, ...measures, data: sketch.toString("base64") };

/** A state directory that keeps decisions for a day. */
function oneDay(): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify({ keep: "1d" }));
  return directory;
}

async function kept(hub: TestHub): Promise<string[]> {
  return (await hub.client("human").list({ status: "ended" })).asks.map(({ id }) => id).sort();
}

test("`keep` cannot delete an answer that nobody has received along with those that were; what it deletes is gone from the disk, with its pictures", async () => {
  const directory = oneDay();
  const [, ...rest] = await storePastDecisions(directory, [
    { daysAgo: 2, waitedMs: 1000, picture },
    ...Array.from({ length: 100 }, () => ({ daysAgo: 2, waitedMs: 1000, question: long })),
    { daysAgo: 9, waitedMs: 1000, taken: false },
    { daysAgo: 0.5, waitedMs: 1000, picture },
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
  const opened = new DatabaseSync(join(directory, "yourcall.db"), { readOnly: true });
  const pictured = opened.prepare("SELECT ask FROM pictures").all();
  opened.close();
  expect(pictured).toMatchObject([{ ask: young }]);
  expect(await hub.client("human").picture(young, hash)).toMatchObject({ data: picture.data });
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
