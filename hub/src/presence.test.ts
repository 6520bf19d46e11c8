import { expect, test } from "vitest";
import { createTestClock } from "../../core/src/testing/test-clock.ts";
import { createPresence } from "./presence.ts";
import type { Messages } from "./store/store.ts";

test("a person is at a screen for 90 s after a beat, and each has their own", () => {
  const clock = createTestClock();
  const presence = createPresence(clock);
  expect(presence.until("ana")).toBeNull();
  presence.beat("ana");
  clock.advance(60_000);
  presence.beat("ana");
  clock.advance(89_000);
  expect(presence.until("ana")).toBe(clock.now() + 1000);
  expect(presence.until(undefined)).toBeNull();
  clock.advance(1000);
  expect(presence.until("ana")).toBeNull();
});

test("a clock that is set back, or a machine that slept, makes nobody present for longer", () => {
  const clock = createTestClock();
  const presence = createPresence(clock);
  presence.beat("ana");
  clock.set(-3_600_000);
  clock.advance(91_000);
  expect(presence.until("ana")).toBeNull();
  presence.beat("ana");
  clock.set(3_600_000);
  expect(presence.until("ana")).toBeNull();
});

test("a person who leaves a screen is away 5 s later, unless they come back or are at another one", () => {
  const clock = createTestClock();
  const presence = createPresence(clock);
  let away = 0;
  presence.onAway(() => away++);
  presence.beat("ana", "page");
  presence.leave("ana", "page");
  clock.advance(3000);
  expect(presence.until("ana")).toBe(clock.now() + 2000);
  presence.beat("ana", "page");
  clock.advance(10_000);
  presence.beat("ana", "inbox");
  presence.leave("ana", "page");
  clock.advance(80_000);
  expect([presence.until("ana"), away]).toEqual([clock.now() + 10_000, 0]);
  presence.leave("ana", "inbox");
  presence.leave("ben", "page");
  clock.advance(6000);
  expect([presence.until("ana"), presence.until("ben"), presence.count(), away]).toEqual([null, null, 0, 1]);
});

test("many screens of one person take little memory", () => {
  const clock = createTestClock();
  const presence = createPresence(clock);
  for (let screen = 0; screen < 10_000; screen++) presence.beat("ana", `${screen}`);
  expect(presence.until("ana")).not.toBeNull();
  for (let screen = 0; screen < 50; screen++) presence.leave("ana", `${screen}`);
  clock.advance(6000);
  expect(presence.until("ana")).toBeNull();
});

test("a person at a screen of another hub on the same store counts too", () => {
  const listeners = new Set<(text: string) => void>();
  const messages: Messages = {
    send: (text) => {
      for (const listener of listeners) listener(text);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const clock = createTestClock();
  const [here, there] = [createPresence(clock, messages), createPresence(clock, messages)];
  here.beat("ana");
  here.beat(undefined);
  expect([there.until("ana"), there.until(undefined)]).not.toContain(null);
  expect(there.until("ben")).toBeNull();
  here.leave("ana");
  clock.advance(6000);
  expect([there.until("ana"), there.until(undefined)]).toEqual([null, expect.any(Number)]);
  there.stop();
  expect(listeners.size).toBe(1);
});
