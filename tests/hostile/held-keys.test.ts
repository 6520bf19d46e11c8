import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { askFile, authMethod, database } from "../support/asks.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { askApproval, textQuestion } from "../support/inbox.ts";
import { openTerminal, type TestTerminal } from "../support/terminal.ts";

// The guard with its normal duration.
const env = { YOURCALL_KEY_GUARD_MS: undefined };
const delayMs = 500;
const repeatMs = 1000 / 30;
// A real keyboard leaves no longer pause, so a test run that did proves nothing about a held key.
const longestGapMs = 45;

/** Presses a key like a keyboard on which it is held down: again after 500 ms, then 30 times a second. Returns the longest gap. */
async function hold(terminal: TestTerminal, key: string, isEnough: () => boolean): Promise<number> {
  terminal.press(key);
  await sleep(delayMs);
  let longest = 0;
  let last = performance.now();
  for (let due = last; !isEnough(); due += repeatMs) {
    await sleep(Math.max(0, due - performance.now()));
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    terminal.press(key);
  }
  return longest;
}

/** Runs the attempt again if something was answered, but the machine was too slow to press keys like a keyboard. */
async function untilFast(run: () => Promise<{ longest: number; answered: unknown }>): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const { longest, answered } = await run();
    if (answered === null || longest <= longestGapMs || attempt === 8) return answered;
    console.log(`held keys: a gap of ${Math.round(longest)} ms, once more`);
  }
}

/** Holds a key from before the first frame until two seconds after it. Returns what was answered, or null. */
async function holdThroughAsk(questions: unknown[], key: string, earlyMs: number) {
  const terminal = openTerminal(["ask", askFile(...questions)], { env });
  let ended = false;
  let seenAt = Number.POSITIVE_INFINITY;
  void terminal.exited.then(() => {
    ended = true;
  });
  void terminal.ready().then(
    () => {
      seenAt = performance.now();
    },
    () => {},
  );
  await sleep(earlyMs);
  const longest = await hold(terminal, key, () => ended || performance.now() - seenAt > 2000);
  // The key is released now: its last press must not send either.
  await sleep(500);
  const answered = ended ? (await terminal.exited).stdout : null;
  if (!ended) {
    terminal.press("ctrl+c");
    expect(await terminal.exited).toEqual({ code: 130, stdout: "" });
  }
  return { longest, answered };
}

describe("a key that was held down before the question came", () => {
  test.each([
    ["enter", 0],
    ["1", 150],
  ])("does not answer it: %s, pressed %d ms after the start", async (key, earlyMs) => {
    expect(await untilFast(() => holdThroughAsk([database], key, earlyMs))).toBeNull();
  });

  test("does not go through four questions and send them", async () => {
    const four = [authMethod, database, textQuestion("Drop", "Drop it?"), textQuestion("Push", "Push it?")];
    expect(await untilFast(() => holdThroughAsk(four, "enter", 0))).toBeNull();
  });
});

describe("a held Enter in `yourcall inbox`", () => {
  async function holdThroughInbox(hub: TestHub, wanted: string) {
    const terminal = openTerminal(["inbox"], {
      stdoutOnTerminal: true,
      env: { ...env, YOURCALL_HOME: hub.directory },
    });
    let seenAt = Number.POSITIVE_INFINITY;
    void terminal.see(wanted).then(
      () => {
        seenAt = performance.now();
      },
      () => {},
    );
    const longest = await hold(terminal, "enter", () => performance.now() - seenAt > 2000);
    await sleep(500);
    const { asks } = await hub.client("human").list({ status: "ended" });
    terminal.press("ctrl+c");
    await terminal.exited;
    return { longest, answered: asks[0]?.outcome ?? null };
  }

  test("opens the first ask and does not allow what its agent wants to do", async () => {
    const run = async () => {
      const hub = await startHub();
      await askApproval(hub);
      return holdThroughInbox(hub, "fly deploy");
    };
    expect(await untilFast(run)).toBeNull();
  });
});
