"use strict";
// Loaded before the command: after SIGUSR2 the clock throws, as a bug of ours might in any frame.
const { now } = Date;
let broken = false;
Date.now = () => {
  if (broken) throw new Error("the clock is broken");
  return now();
};
process.on("SIGUSR2", () => {
  broken = true;
});
