"use strict";
// Loaded before the command: clock and timers run 30 times as fast; at SIGUSR2 the clock jumps by TEST_JUMP_MS milliseconds.
const factor = 30;
const { now } = Date;
const start = now();
let offset = 0;
Date.now = () => start + (now() - start) * factor + offset;
process.on("SIGUSR2", () => {
  offset += Number(process.env.TEST_JUMP_MS);
  process.stderr.write("the clock has jumped\n");
});

const { setTimeout, setInterval } = globalThis;
/** @type {(callback: () => void, ms?: number) => NodeJS.Timeout} */
const fastTimeout = (callback, ms = 0) => setTimeout(callback, ms / factor);
/** @type {(callback: () => void, ms?: number) => NodeJS.Timeout} */
const fastInterval = (callback, ms = 0) => setInterval(callback, ms / factor);
Object.assign(globalThis, { setTimeout: fastTimeout, setInterval: fastInterval });
