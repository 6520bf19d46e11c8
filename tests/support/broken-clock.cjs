"use strict";
// Loaded before the command: half a second after the start the clock throws, as a fault of our own might in any frame.
const { now } = Date;
const start = now();
Date.now = () => {
  if (now() - start > 500) throw new Error("the clock is broken");
  return now();
};
