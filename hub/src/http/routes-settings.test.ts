import { YourcallError } from "@yourcall/core";
import type { SettingsBody } from "@yourcall/core/internal/wire";
import { expect, test } from "vitest";
import { createTestClock } from "../../../core/src/testing/test-clock.ts";
import { soon } from "../testing/soon.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

const hour = 3_600_000;
const day = 86_400_000;

async function read(hub: TestHub) {
  const { text } = await hub.human("GET", "/v1/settings");
  return JSON.parse(text) as Record<string, unknown>;
}

test("settings show where the hub is and how it is configured", async () => {
  const hub = await startTestHub({ keepMs: 90 * day, defaultTimeoutMs: 60_000, publicUrl: "https://calls.example/" });
  expect(await read(hub)).toEqual({
    version: "1.2.3",
    token: "human",
    url: hub.url,
    socket: hub.socket,
    publicUrl: "https://calls.example",
    directory: hub.directory,
    keepMs: 90 * day,
    timeoutMs: 60_000,
    canSave: false,
  });
  const put = await hub.human("PUT", "/v1/settings", { keepMs: null });
  expect([put.status, put.body.code]).toEqual([404, "not-found"]);
  expect((await read(hub)).keepMs).toBe(90 * day);
});

test("a shorter time to keep asks is saved, takes effect immediately, and can be undone", async () => {
  const clock = createTestClock();
  const saved: SettingsBody[] = [];
  const hub = await startTestHub({ clock, settings: { save: (change) => void saved.push(change) } });
  const old = await hub.ask();
  await hub.agent("POST", `/v1/asks/${old.id}/cancel`);
  clock.advance(3 * hour);
  const recent = await hub.ask();
  await hub.agent("POST", `/v1/asks/${recent.id}/cancel`);
  expect(await read(hub)).toMatchObject({ keepMs: null, canSave: true });
  const put = await hub.human("PUT", "/v1/settings", { keepMs: 2 * hour });
  expect([put.status, JSON.parse(put.text).keepMs]).toEqual([200, 2 * hour]);
  await soon(async () => (await hub.human("GET", `/v1/asks/${old.id}`)).status).toBe(404);
  expect((await hub.human("GET", `/v1/asks/${recent.id}`)).status).toBe(200);
  await hub.human("PUT", "/v1/settings", { keepMs: null });
  clock.advance(5 * hour);
  expect((await hub.human("GET", `/v1/asks/${recent.id}`)).status).toBe(200);
  expect(saved).toEqual([{ keepMs: 2 * hour }, { keepMs: null }]);
});

test("a change that cannot be saved changes nothing, and the reply says why", async () => {
  const save = () => {
    throw new YourcallError("store-unavailable", "config.json is not JSON.");
  };
  const hub = await startTestHub({ settings: { save } });
  const { status, body } = await hub.human("PUT", "/v1/settings", { keepMs: day });
  expect([status, body.message]).toEqual([503, "config.json is not JSON."]);
  expect((await read(hub)).keepMs).toBeNull();
});

test.each([
  [{}, "keepMs"],
  [{ keepMs: 0 }, "keepMs"],
  [{ keepMs: 367 * day }, "keepMs"],
  [{ keepMs: "90d" }, "keepMs"],
  [{ keepMs: day, port: 1 }, ""],
])("%j is refused and not saved", async (body, path) => {
  const saved: SettingsBody[] = [];
  const hub = await startTestHub({ settings: { save: (change) => void saved.push(change) } });
  const put = await hub.human("PUT", "/v1/settings", body);
  expect([put.status, put.body.code, put.body.issues?.[0]?.path]).toEqual([422, "bad-request", path]);
  expect(saved).toEqual([]);
});
