import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { openTerminal, type TestTerminal } from "../support/terminal.ts";

// The guard with its normal duration.
const env = { YOURCALL_KEY_GUARD_MS: undefined };
const everyMs = 1000 / 3;
// A run with a longer pause proves nothing about somebody who presses Enter three times a second.
const longestGapMs = 420;

/** Presses Enter three times a second until two seconds after the prompt takes keys. Returns the longest gap. */
async function hammer(terminal: TestTerminal, firstMs: number): Promise<number> {
  let isOver = false;
  let until = Number.POSITIVE_INFINITY;
  void terminal.exited.then(() => {
    isOver = true;
  });
  void terminal.ready().then(
    () => {
      until = performance.now() + 2000;
    },
    () => {},
  );
  await sleep(firstMs);
  let longest = 0;
  let last = performance.now();
  for (let due = last; !isOver && performance.now() < until; due += everyMs) {
    await sleep(Math.max(0, due - performance.now()));
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    terminal.press("enter");
  }
  return longest;
}

/** Whether the prompt was answered by somebody who presses Enter all the time; afterwards they mean it. */
async function isAnsweredByHammering(firstMs: number): Promise<boolean> {
  // The terminal exists, and gets keys, before the command starts.
  const shell = `sleep 0.7; "$@"; echo "code $?"`;
  const terminal = openTerminal(["ask", askFile(database), "--format", "value"], { env, shell });
  const longest = await hammer(terminal, firstMs);
  // What the last presses did may show only now.
  await terminal.see(/Typing ignored|code \d/);
  if (terminal.everything().includes("code 0")) return longest > longestGapMs ? isAnsweredByHammering(firstMs) : true;
  await terminal.gone("Typing ignored");
  terminal.press("enter");
  expect(await terminal.see("code 0")).toContain("✔ Database: PostgreSQL");
  return false;
}

const offsets = Array.from({ length: 5 }, (_, at) => Math.round((at * everyMs) / 5));

test("Enter pressed three times a second since before the prompt answers nothing; after a pause it answers", async () => {
  expect(await Promise.all(offsets.map(isAnsweredByHammering))).toEqual(offsets.map(() => false));
});
