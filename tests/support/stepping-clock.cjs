"use strict";
// Loaded before the command: each SIGUSR2 moves the clock and all timers ahead by TEST_STEP_MS milliseconds, so a test
// decides when minutes pass.
const stepMs = Number(process.env.TEST_STEP_MS);
const { now } = Date;
let passed = 0;
Date.now = () => now() + passed;

/** @typedef {NodeJS.Timeout & { _idleTimeout: number, _destroyed: boolean }} Timer */
/** @type {Map<Timer, number>} When each is due. */
const timers = new Map();
const { setTimeout } = globalThis;
/** @type {(callback: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => NodeJS.Timeout} */
const steppingTimeout = (callback, ms = 0, ...given) => {
  const timer = /** @type {Timer} */ (setTimeout(callback, ms, ...given));
  timers.set(timer, Date.now() + ms);
  return timer;
};
Object.assign(globalThis, { setTimeout: steppingTimeout });

process.on("SIGUSR2", () => {
  passed += stepMs;
  for (const [timer, due] of timers) {
    if (timer._destroyed) timers.delete(timer);
    else {
      timer._idleTimeout = Math.max(1, due - Date.now());
      timer.refresh();
    }
  }
});
