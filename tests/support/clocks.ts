import { join } from "node:path";
import { root } from "./terminal.ts";

const preload = (file: string) => ({ NODE_OPTIONS: `--require=${join(root, "tests/support", file)}` });

/** An environment in which the command's clock runs 30 times as fast: a minute passes in two seconds. */
export const fastClock = preload("fast-clock.cjs");

/** An environment in which the command's clock throws once the command has run for a moment. */
export const brokenClock = preload("broken-clock.cjs");

/** An environment in which the command's clock is fast too, and jumps by this much at each SIGUSR2. */
export const jumpingClock = (ms: number) => ({ ...preload("jumping-clock.cjs"), TEST_JUMP_MS: String(ms) });
