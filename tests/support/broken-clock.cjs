"use strict";
// Loaded before the command: from SIGUSR2 on the clock throws, as a fault of our own might in any frame.
const { now } = Date;
let broken = false;
Date.now = () => {
  if (broken) throw new Error("the clock is broken");
  return now();
};
process.on("SIGUSR2", () => {
  broken = true;
});
