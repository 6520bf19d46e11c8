import { expect, test } from "vitest";
import { createTestClock } from "../../core/src/testing/test-clock.ts";
import { database } from "./testing/sample-questions.ts";
import { soon } from "./testing/soon.ts";
import { startTestHub } from "./testing/test-hub.ts";

test("an ask that is to be withdrawn later stays until then, and for good if its asker comes back", async () => {
  const clock = createTestClock();
  const hub = await startTestHub({ clock });
  const [left, awaited] = [await hub.ask({ questions: [database] }), await hub.ask({ questions: [database] })];
  const statusOf = async (id: string) => (await hub.human("GET", `/v1/asks/${id}`)).body.status;
  for (const { id } of [left, awaited]) {
    const planned = await hub.agent("POST", `/v1/asks/${id}/cancel`, { reason: "Gone", afterMs: 60_000 });
    expect([planned.status, planned.body.status]).toEqual([200, "pending"]);
  }
  clock.advance(50_000);
  await hub.agent("GET", `/v1/asks/${awaited.id}`);
  const held = hub.agent("GET", `/v1/asks/${awaited.id}?wait=5`);
  await soon(() => hub.hub.waiters.total()).toBe(1);
  expect(await statusOf(left.id)).toBe("pending");
  clock.advance(10_000);
  await held;
  await soon(() => statusOf(left.id)).toBe("cancelled");
  expect((await hub.human("GET", `/v1/asks/${left.id}`)).body.outcome).toMatchObject({ reason: "Gone" });
  clock.advance(600_000);
  expect(await statusOf(awaited.id)).toBe("pending");
  expect((await hub.agent("POST", `/v1/asks/${awaited.id}/cancel`, { afterMs: 0 })).status).toBe(422);
});
