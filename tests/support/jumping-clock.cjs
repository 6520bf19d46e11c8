"use strict";
// Loaded before the command: time runs 30 times as fast, and at SIGUSR2 it jumps by TEST_JUMP_MS milliseconds.
require("./fast-clock.cjs");
const { now } = Date;
let offset = 0;
Date.now = () => now() + offset;
process.on("SIGUSR2", () => {
  offset += Number(process.env.TEST_JUMP_MS);
  process.stderr.write("the clock has jumped\n");
});
