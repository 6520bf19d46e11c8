import { createKeyGuard } from "@yourcall/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { createQuietWatch } from "./quiet-watch.ts";

test("a timer that fires too early does not leave the warning on the screen for ever", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let now = 1000;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now);
  onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
  const guard = createKeyGuard();
  let isQuiet = false;
  const { watch } = createQuietWatch(guard, () => {
    isQuiet = true;
  });
  guard.start(now);
  expect(guard.allows({ name: "enter" }, now)).toBe(false);
  watch();
  // The timers run one millisecond ahead of the clock.
  now += 249;
  vi.advanceTimersByTime(250);
  expect(isQuiet).toBe(false);
  now += 1;
  vi.advanceTimersByTime(1);
  expect(isQuiet).toBe(true);
});
