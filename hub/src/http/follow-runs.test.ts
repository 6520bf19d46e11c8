import type { Answered, WireAsk } from "@yourcall/client";
import { followRuns, type PausedRuns, settleRun } from "@yourcall/client/internal";
import { createHubClient } from "@yourcall/client/node";
import { InvalidAskError } from "@yourcall/core";
import { expect, onTestFinished, test } from "vitest";
import { choose, database } from "../testing/sample-questions.ts";
import { startTestHub } from "../testing/test-hub.ts";

/** A framework whose runs go through steps. Each step has pauses, and goes on when all of them are decided. */
async function openFramework(steps: string[][]) {
  const hub = await startTestHub();
  const { body } = await hub.human("POST", "/v1/tokens", { name: "bridge", scope: "agent" });
  const client = createHubClient({ url: hub.url, token: `${body.token}` });
  onTestFinished(() => client.close());
  const at = new Map([["run-1", 0]]);
  const resumed: string[][] = [];
  const errors: unknown[] = [];
  const pausesOf = (run: string) => steps[at.get(run) ?? steps.length] ?? [];
  const runs: PausedRuns = {
    hub: client,
    name: "framework",
    async *list() {
      yield* [...at.keys()].filter((run) => pausesOf(run).length > 0);
    },
    async read(run) {
      if (pausesOf(run).includes("unreadable")) throw new InvalidAskError([{ path: "", message: "Unreadable." }]);
      return pausesOf(run).map((key) => ({ questions: [database], key }));
    },
    async resume(run, asks) {
      resumed.push(asks.map(({ key, outcome }) => `${key} ${outcome.status}`));
      at.set(run, (at.get(run) ?? 0) + 1);
    },
    recover: async (): Promise<Answered> => ({ state: "refused", note: "gone" }),
  };
  function follow(change: Partial<PausedRuns> = {}) {
    const options = { leaseMs: 1000, onError: (error: unknown) => void errors.push(error) };
    const following = followRuns({ ...runs, ...change }, options);
    onTestFinished(() => following.close());
    return following;
  }
  const human = createHubClient({ url: hub.url, token: hub.tokens.human });
  onTestFinished(() => human.close());
  const asks = async () => (await human.list({ status: "all", order: "oldest" })).asks;
  const find = async (key: string) => {
    const found = async () => (await asks()).find((ask) => ask.key === key);
    await expect.poll(found).toBeDefined();
    return (await found()) as WireAsk;
  };
  return {
    ...{ runs, at, resumed, errors, follow, human, asks, find },
    answer: async (key: string) =>
      human.answer((await find(key)).id, { ...choose("SQLite"), act: "click", surface: "web" }),
    deliveries: async () => (await asks()).map(({ key, delivery }) => [key, delivery?.state]),
  };
}

test("a run goes on once all of a step is decided, by one of two followers, and its next question is asked", async () => {
  const { follow, answer, resumed, deliveries, human, find } = await openFramework([["a", "b"], ["c"]]);
  follow();
  follow();
  await answer("a");
  await human.decline((await find("b")).id, { surface: "web" });
  await answer("c");
  await expect.poll(deliveries).toEqual(
    [
      ["a", "taken"],
      ["b", "taken"],
      ["c", "taken"],
    ].toSorted(),
  );
  expect(resumed.map((step) => step.toSorted())).toEqual([["a answered", "b declined"], ["c answered"]]);
});

test("an outcome stays untaken while another of its step waits", async () => {
  const { follow, answer, resumed, find } = await openFramework([["a", "b"]]);
  follow();
  await find("b");
  await answer("a");
  // A failure of the handler would be tried again; a pause is not one.
  await expect.poll(async () => (await find("a")).delivery?.state).toBe("waiting");
  expect(resumed).toEqual([]);
  await answer("b");
  await expect.poll(async () => (await find("a")).delivery?.state).toBe("taken");
});

test("a run whose framework fails is tried again, and its outcome is not taken before", async () => {
  const { runs, follow, answer, resumed, errors, find } = await openFramework([["a"]]);
  let failures = 0;
  follow({
    async resume(run, asks) {
      failures += 1;
      if (failures === 1) throw new Error("The database is away.");
      return runs.resume(run, asks);
    },
  });
  await answer("a");
  await expect.poll(() => errors).toMatchObject([{ message: "The database is away." }]);
  expect((await find("a")).delivery?.state).toBe("waiting");
  await expect.poll(async () => (await find("a")).delivery?.state).toBe("taken");
  expect(resumed).toEqual([["a answered"]]);
});

test("a question that its run no longer waits for is withdrawn, and an answer to it is refused", async () => {
  const { runs, at, follow, answer, human, find, resumed } = await openFramework([["a"], ["b"], []]);
  await settleRun(runs, "run-1");
  at.set("run-1", 1);
  await settleRun(runs, "run-1");
  expect((await find("a")).status).toBe("cancelled");
  await answer("b");
  at.set("run-1", 2);
  follow();
  await expect
    .poll(async () => (await human.get((await find("b")).id)).delivery)
    .toMatchObject({
      ...{ state: "refused", note: "gone" },
    });
  expect(resumed).toEqual([]);
});

test("a pause that cannot be asked about is reported and does not hold up the outcome before it, or other runs", async () => {
  const { at, follow, answer, errors, find } = await openFramework([["a"], ["unreadable"]]);
  at.set("run-0", 1);
  follow();
  await answer("a");
  await expect.poll(async () => (await find("a")).delivery?.state).toBe("taken");
  expect(errors).toMatchObject([{ code: "invalid-ask" }, { code: "invalid-ask" }]);
});
