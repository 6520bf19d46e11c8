import { expect, test, vi } from "vitest";
import type { Asker, HubAsker } from "./asker.ts";
import { YourcallError } from "./errors.ts";
import { followAsk, putAsk } from "./follow-ask.ts";
import type { Outcome } from "./outcome-schemas.ts";
import { createTestClock } from "./testing/test-clock.ts";

const at = "2030-01-01T00:00:00.000Z";
const answered: Outcome = { status: "answered", answers: [], by: { surface: "web", act: "click" }, at };
const withdrawn: Outcome = { status: "cancelled", reason: "the hub's word", at };
const request = { key: "call-1", questions: [] };
const never = () => new Promise<never>(() => {});
const away = () => Promise.reject(new YourcallError("hub-unreachable", "No hub answers."));

function pretendHub(parts: Partial<HubAsker> = {}) {
  return {
    ask: vi.fn<HubAsker["ask"]>(never),
    create: vi.fn<HubAsker["create"]>(parts.create ?? (async () => ({ id: "ask_1" }))),
    // As in the client, an abort ends the wait.
    wait: vi.fn<HubAsker["wait"]>(
      parts.wait ??
        ((_, { signal } = {}) =>
          new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))),
    ),
    cancel: vi.fn<HubAsker["cancel"]>(parts.cancel ?? (async () => ({ outcome: withdrawn }))),
    report: vi.fn<HubAsker["report"]>(async () => {}),
    delivery: vi.fn<HubAsker["delivery"]>(async () => {}),
  };
}

test("creates, reports the id and the url, and waits, each once", async () => {
  const hub = pretendHub({ create: async () => ({ id: "ask_1", url: "http://hub/a/1" }), wait: async () => answered });
  const onCreated = vi.fn();
  expect(await followAsk(hub, request, { clock: createTestClock(), onCreated })).toEqual(answered);
  expect(onCreated.mock.calls).toEqual([[{ id: "ask_1", url: "http://hub/a/1" }]]);
  expect([hub.create, hub.wait, hub.cancel, hub.ask].map((call) => call.mock.calls.length)).toEqual([1, 1, 0, 0]);
});

test("the outcome of an ended ask is taken by the request that was held for it, or else by waiting for it", async () => {
  const create = async () => ({ id: "ask_1", outcome: answered });
  const held = pretendHub({ create });
  expect(await followAsk(held, request, { clock: createTestClock() })).toEqual(answered);
  expect(held.wait).not.toHaveBeenCalled();
  const found = pretendHub({ create, wait: async () => answered });
  const onCreated = vi.fn();
  expect(await followAsk(found, request, { clock: createTestClock(), onCreated })).toEqual(answered);
  expect(onCreated).toHaveBeenCalledOnce();
  expect(found.wait).toHaveBeenCalledOnce();
});

test("a callback that throws leaves no ask behind", async () => {
  const hub = pretendHub();
  const onCreated = () => Promise.reject(new Error("no terminal here"));
  await expect(followAsk(hub, request, { clock: createTestClock(), onCreated })).rejects.toThrow("no terminal here");
  expect(hub.cancel.mock.calls[0]?.[0]).toBe("ask_1");
  expect(hub.wait).not.toHaveBeenCalled();
});

test.each<[string, Partial<HubAsker>, Outcome]>([
  ["withdraws it", {}, withdrawn],
  [
    "gives the answer if that was first",
    {
      cancel: () => Promise.reject(Object.assign(new YourcallError("already-ended", "It has."), { outcome: answered })),
    },
    answered,
  ],
])("aborting an ask that waits %s", async (_, parts, outcome) => {
  const hub = pretendHub(parts);
  const stop = new AbortController();
  const following = followAsk(hub, request, { clock: createTestClock(), signal: stop.signal });
  await vi.waitFor(() => expect(hub.wait).toHaveBeenCalled());
  stop.abort("enough");
  expect(await following).toEqual(outcome);
  expect(hub.cancel.mock.calls[0]?.slice(0, 2)).toEqual(["ask_1", "enough"]);
});

test("an ask that certainly never reached the hub is cancelled here, with the reason", async () => {
  const stop = new AbortController();
  const hub = pretendHub({
    create: (_, { signal } = {}) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  });
  const following = followAsk(hub, request, { clock: createTestClock(), signal: stop.signal });
  stop.abort("enough");
  expect(await following).toEqual({ status: "cancelled", reason: "enough", at });
  expect(await followAsk(hub, request, { clock: createTestClock(), signal: AbortSignal.abort() })).toMatchObject({
    at,
  });
  expect(hub.cancel).not.toHaveBeenCalled();
});

test("if the hub does not come back in time, the asker learns that the ask may still be pending", async () => {
  const clock = createTestClock();
  const stop = new AbortController();
  const created = Promise.withResolvers<{ id: string }>();
  const hub = pretendHub({ create: () => created.promise });
  const following = followAsk(hub, request, { clock, signal: stop.signal });
  stop.abort();
  clock.advance(30_000);
  await expect(following).rejects.toThrow("if the ask reached it, `yourcall list` shows it");
  // It is still withdrawn as soon as it exists.
  created.resolve({ id: "ask_1" });
  await vi.waitFor(() => expect(hub.cancel).toHaveBeenCalled());

  const onLost = vi.fn();
  const lost = followAsk(pretendHub({ cancel: away }), request, {
    clock: createTestClock(),
    signal: AbortSignal.timeout(1),
    onLost,
  });
  expect(await lost).toMatchObject({ status: "cancelled", at });
  expect(onLost.mock.calls[0]?.[0]).toContain("the ask may still be pending: yourcall cancel ask_1");
});

test("a stopping hub is not an outcome", async () => {
  const hub = pretendHub({ wait: async () => null });
  await expect(followAsk(hub, request, { clock: createTestClock() })).rejects.toThrow("The ask is kept");
  expect(hub.cancel).not.toHaveBeenCalled();
});

test("an asker without a hub asks after the host's callback, and must return an outcome", async () => {
  const said: string[] = [];
  const asker: Asker = {
    async ask() {
      said.push("asked");
      return answered;
    },
  };
  const onAsked = (id?: string) => void said.push(`told ${id}`);
  expect(await putAsk(asker, request, { clock: createTestClock(), onAsked })).toEqual(answered);
  expect(said).toEqual(["told undefined", "asked"]);
  const broken: Asker = { ask: async () => ({ status: "answered" }) as Outcome };
  await expect(putAsk(broken, request, { clock: createTestClock() })).rejects.toThrow("did not return a valid outcome");
});
