import { createHubClient } from "@yourcall/client/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../core/src/testing/test-clock.ts";
import { database } from "./testing/sample-questions.ts";
import { startTestHub, type TestHub, withStore } from "./testing/test-hub.ts";

const large = { questions: [database], context: "x".repeat(2000) };
const ask = (hub: TestHub, more: object = {}) => hub.agent("POST", "/v1/asks", { ...large, ...more });

describe("what a token has stored in a day", () => {
  test("has a limit, even if its asks have ended, until the next day", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock, maxBytesPerTokenAndDay: 10_000 });
    for (const _ of [1, 2, 3]) {
      const { body } = await ask(hub);
      await hub.agent("POST", `/v1/asks/${body.id}/cancel`, {});
    }
    expect(await ask(hub)).toMatchObject({ status: 429, body: { code: "too-many" } });
    expect((await hub.human("GET", "/v1/settings")).text).toContain(
      "The shared agent token has used up its 10000 bytes",
    );
    clock.set(86_400_000);
    expect((await ask(hub)).status).toBe(201);
    expect((await hub.human("GET", "/v1/settings")).text).not.toContain("used up");
  });

  test("does not grow with a call that is repeated, nor with one that is refused", async () => {
    const hub = await startTestHub({ maxBytesPerTokenAndDay: 10_000, maxPendingPerSession: 1 });
    for (const _ of Array.from({ length: 10 })) expect([201, 200]).toContain((await ask(hub, { key: "k" })).status);
    for (const _ of Array.from({ length: 10 })) expect((await ask(hub)).text).toContain("maxPendingPerSession");
    const other = { agent: { name: "other", session: "other" } };
    expect((await ask(hub, other)).status).toBe(201);
  });

  test("holds for asks that come at the same time, and after a restart", async () => {
    const hub = await startTestHub({ maxBytesPerTokenAndDay: 10_000 });
    const all = await Promise.all(Array.from({ length: 20 }, () => ask(hub)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(3);
    const later = await hub.restart();
    expect((await ask(later)).status).toBe(429);
    // Another token has its own limit.
    const named = await later.human("POST", "/v1/tokens", { scope: "agent", name: "ci" });
    expect((await later.call("POST", "/v1/asks", large, { as: `${named.body.token}` })).status).toBe(201);
  });
});

test("a client counts pending asks without listing them", async () => {
  const list = () => Promise.reject(new Error("The asks were listed."));
  const hub = await startTestHub(withStore(() => ({ list })));
  for (const _ of [1, 2, 3]) await ask(hub);
  const client = createHubClient({ url: hub.url, token: hub.tokens.human });
  onTestFinished(() => client.close());
  expect(await client.countPending()).toBe(3);
  const agent = createHubClient({ url: hub.url, token: hub.tokens.agent });
  onTestFinished(() => agent.close());
  await expect(agent.countPending()).rejects.toMatchObject({ code: "forbidden" });
});
