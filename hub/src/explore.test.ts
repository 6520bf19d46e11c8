import { test } from "vitest";
import { startTestHub } from "./testing/test-hub.ts";
test("x", async () => {
  for (let i = 0; i < 6; i++) {
    let t = performance.now();
    const hub = await startTestHub();
    const a = performance.now() - t; t = performance.now();
    await hub.ask();
    const b = performance.now() - t; t = performance.now();
    await hub.stop();
    console.log("start", a.toFixed(1), "ask", b.toFixed(1), "stop", (performance.now() - t).toFixed(1));
  }
});
