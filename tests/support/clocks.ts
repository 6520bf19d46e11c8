import { join } from "node:path";
import { root } from "./terminal.ts";

const preload = (file: string) => ({ NODE_OPTIONS: `--require=${join(root, "tests/support", file)}` });

/** An environment in which each SIGUSR2 (`step`) moves the command's clock and timers ahead by this much. */
export const steppingClock = (ms: number) => ({ ...preload("stepping-clock.cjs"), TEST_STEP_MS: String(ms) });

/** Moves the stepping clock of this process. Check the result before the next step. */
export const step = (pid: number) => void process.kill(pid, "SIGUSR2");

/** An environment in which the command's clock throws after SIGUSR2. */
export const brokenClock = preload("broken-clock.cjs");

/** An environment in which the command's clock runs 30 times as fast, and jumps by this much at each SIGUSR2. */
export const jumpingClock = (ms: number) => ({ ...preload("jumping-clock.cjs"), TEST_JUMP_MS: String(ms) });
