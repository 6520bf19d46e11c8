import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { startHub, type TestHub } from "./hub.ts";
import { commandOf, root, type TestTerminal } from "./terminal.ts";

const preload = (file: string) => ({ NODE_OPTIONS: `--require=${join(root, "tests/support", file)}` });

/** An environment in which each SIGUSR2 (`step`) moves the command's clock and timers ahead by this much. */
export const steppingClock = (ms: number) => ({ ...preload("stepping-clock.cjs"), TEST_STEP_MS: String(ms) });

/** Moves the stepping clock of this process. Check the result before the next step. */
export const step = (pid: number) => void process.kill(pid, "SIGUSR2");

/** Moves it ten times a second, until the test is over or the returned function is called, which says how often it was moved. */
export function keepStepping(pid: number): () => number {
  let steps = 0;
  const timer = setInterval(() => {
    if (!canStep(pid)) return;
    steps += 1;
    step(pid);
  }, 100);
  const stop = () => {
    clearInterval(timer);
    return steps;
  };
  onTestFinished(() => void stop());
  return stop;
}

/** Moves it until this has happened. Resolves with how often. */
export async function stepUntil(pid: number, happened: Promise<unknown>): Promise<number> {
  const stop = keepStepping(pid);
  await happened.finally(stop);
  return stop();
}

/** Whether the process handles SIGUSR2. One that is just starting would die of it. */
function canStep(pid: number): boolean {
  try {
    const [, caught = ""] = /^SigCgt:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return (BigInt(`0x${caught}`) & (1n << 11n)) !== 0n;
  } catch {
    return false;
  }
}

export interface SteppedHub extends TestHub {
  /** For a prompt whose clock moves with the hub's. */
  env: Record<string, string>;
  /** Moves both clocks, once the hub has the prompt's ask. */
  step(terminal: TestTerminal): Promise<void>;
}

/** A hub whose clock moves ahead by this much at each step: a deadline passes in the hub and on the prompt at the same time. */
export async function startSteppedHub(ms: number): Promise<SteppedHub> {
  const clock = steppingClock(ms);
  const hub = await startHub({ env: clock });
  const human = hub.client("human");
  return {
    ...hub,
    env: { ...clock, YOURCALL_HOME: hub.directory },
    async step(terminal) {
      await expect.poll(async () => (await human.list()).asks.length).toBe(1);
      step(hub.pid);
      step(commandOf(terminal));
    },
  };
}

/** An environment in which the command's clock throws after SIGUSR2. */
export const brokenClock = preload("broken-clock.cjs");

/** An environment in which the command's clock runs 30 times as fast, and jumps by this much at each SIGUSR2. */
export const jumpingClock = (ms: number) => ({ ...preload("jumping-clock.cjs"), TEST_JUMP_MS: String(ms) });
