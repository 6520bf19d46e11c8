import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { openTerminal, type TestTerminal } from "../support/terminal.ts";

// The guard with its normal duration.
const env = { YOURCALL_KEY_GUARD_MS: undefined };
const everyMs = 1000 / 3;

/** Presses Enter three times a second until two seconds after the prompt takes keys, or until the command has ended. */
async function hammer(terminal: TestTerminal, firstMs: number): Promise<void> {
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
  while (!isOver && performance.now() < until) {
    terminal.press("enter");
    await sleep(everyMs);
  }
}

const offsets = Array.from({ length: 10 }, (_, at) => Math.round((at * everyMs) / 10));

test("Enter pressed three times a second since before the prompt answers nothing; after a pause it answers", async () => {
  await Promise.all(
    offsets.map(async (firstMs) => {
      // The terminal exists, and has keys, before the command starts.
      const shell = `sleep 0.7; "$@"; echo "code $?"`;
      const terminal = openTerminal(["ask", askFile(database), "--format", "value"], { env, shell });
      await hammer(terminal, firstMs);
      expect(terminal.everything()).not.toContain("code");
      await terminal.gone("Typing ignored");
      terminal.press("enter");
      await terminal.see("PostgreSQL (Recommended)\ncode 0");
    }),
  );
});
