import { expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { openTerminal } from "../support/terminal.ts";
test("half a line", async () => {
  const terminal = openTerminal(["ask", askFile(database), "--accessible"]);
  terminal.type("2");
  await terminal.see("? for help:");
  terminal.type("\r");
  await expect.poll(() => terminal.raw(), { interval: 5, timeout: 3000 }).toMatch(/help: \r\n[^]*\n/).catch((e) => console.log(e.message));
  console.log(JSON.stringify(terminal.raw()));
});
test("early", async () => {
  let lost = 0;
  for (let i = 0; i < 15; i++) {
    const terminal = openTerminal(["ask", askFile(database), "--accessible"]);
    await terminal.see("? for help:");
    terminal.type("2\r");
    const won = await Promise.race([terminal.exited.then(() => true), new Promise((r) => setTimeout(r, 1500, false))]);
    if (!won) lost++;
  }
  console.log("lost", lost);
});
