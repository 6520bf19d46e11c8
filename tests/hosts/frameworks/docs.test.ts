import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../support/terminal.ts";
import { decideAll, openPlace } from "./servers.ts";

test("the code of the pages about frameworks, and the bridges, fit the types of the frameworks", () => {
  const tsc = join(root, "node_modules/.bin/tsc");
  let faults = "";
  try {
    execFileSync(tsc, ["-p", import.meta.dirname, "--noEmit"], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    faults = String((error as { stdout?: string }).stdout);
  }
  expect(faults).toBe("");
});

test.each([
  ["docs/langgraph/program.ts", "Ship it", "Selected: Ship it"],
  ["docs/langgraph/review.ts", "approve", "removed /a"],
  ["docs/openai-agents/program.ts", "allow-once", "removed /a"],
  ["docs/mastra/program.ts", "Oregon", "Selected: Oregon"],
])("%s continues with what the person decided", async (program, select, result) => {
  const place = await openPlace(program, "file");
  decideAll(place.human, () => ({ select }));
  const { said } = place.start();
  await expect.poll(said).toContain(result);
  await expect.poll(async () => (await place.asks()).map(({ delivery }) => delivery?.state)).toEqual(["taken"]);
});

test("the program of LangGraph's page continues after it was killed", async () => {
  const place = await openPlace("docs/langgraph/program.ts", "file");
  const first = place.start();
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  first.kill();
  await first.ended;
  decideAll(place.human, () => ({ select: "Wait" }));
  await expect.poll(place.start().said).toContain("Selected: Wait");
});
