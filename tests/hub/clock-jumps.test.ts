import { expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { jumpingClock } from "../support/clocks.ts";
import { startHub } from "../support/hub.ts";

const minute = 60_000;
const hour = 60 * minute;
const answers = [{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }];

test("a clock that jumps ahead expires what is due and nothing else, and answers nothing", async () => {
  const hub = await startHub({ env: jumpingClock(2 * hour) });
  const human = hub.client("human");
  const due = await hub.ask([database], { timeoutMs: hour });
  const later = await hub.ask([database], { timeoutMs: 12 * hour });
  const open = await hub.ask([database]);
  const waiting = hub.client("agent").wait(due.id);
  process.kill(hub.pid, "SIGUSR2");
  const outcome = await waiting;
  expect(outcome).toMatchObject({ status: "expired" });
  expect(outcome).not.toHaveProperty("fallback");
  for (const { id } of [later, open]) {
    expect(await human.get(id)).toMatchObject({ status: "pending" });
    expect(await human.answer(id, { answers })).toMatchObject({ status: "answered" });
  }
});

test("a clock that jumps back expires nothing early, and asks, answers and events keep working", async () => {
  const hub = await startHub({ env: jumpingClock(-2 * hour) });
  const human = hub.client("human");
  const first = await hub.ask([database], { key: "first", timeoutMs: hour });
  const ended: string[] = [];
  const { promise: open, resolve: opened } = Promise.withResolvers<void>();
  const watching = (async () => {
    for await (const event of human.events()) {
      if (event.type === "snapshot") opened();
      if (event.type === "ask-ended") ended.push(event.ask.id);
      if (ended.length === 2) return;
    }
  })();
  await open;
  process.kill(hub.pid, "SIGUSR2");
  await expect.poll(hub.log).toContain("the clock has jumped");
  const second = await hub.ask([database], { timeoutMs: hour });
  expect(Date.parse(second.createdAt)).toBeLessThan(Date.parse(first.createdAt));
  expect((await hub.ask([database], { key: "first" })).id).toBe(first.id);
  expect((await human.list()).asks.map(({ id }) => id)).toEqual([first.id, second.id]);
  for (const { id } of [second, first]) await human.answer(id, { answers });
  await watching;
  expect(ended).toEqual([second.id, first.id]);
  // Ended asks, newest first, in the order they ended, whatever the clock said.
  expect((await human.list({ status: "ended" })).asks.map(({ id }) => id)).toEqual([first.id, second.id]);
});

test("a deadline that passes while no hub runs is honoured by the next", async () => {
  const hub = await startHub();
  const { id, expiresAt = "" } = await hub.ask([database], { timeoutMs: 1500 });
  await hub.stop("SIGKILL");
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(expiresAt));
  const next = await hub.restart();
  const outcome = await next.client("agent").wait(id, { timeoutMs: 30_000 });
  expect(outcome).toMatchObject({ status: "expired" });
  expect(Date.parse(outcome?.at ?? "")).toBeGreaterThan(Date.parse(expiresAt));
});
