import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { testInBrowser, useBrowser } from "../support/browser.ts";
import { startDesk } from "../support/desk.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { longestTasks } from "../support/longest-tasks.ts";
import { root } from "../support/terminal.ts";
import { openWebInbox } from "../support/web-inbox.ts";

const browser = useBrowser();
// As for a card (frozen-page.test.ts): the promise is 100 ms, on a machine that is not slower than usual.
const longestMs = 150;

testInBrowser("a conversation as heavy as an agent can make it does not stop the page", async () => {
  const directory = temporaryDirectory();
  const agents = { hostile: [process.execPath, join(root, "tests/desk/hostile-agent.mjs")] };
  writeFileSync(join(directory, "config.json"), JSON.stringify({ agents }));
  const hub = await startHub({ directory });
  const desk = await startDesk(hub);
  const { id } = await desk.start("hostile", "heap");
  await desk.until(id, { state: "idle", lastLine: "That was all" });
  const page = await openWebInbox(browser, hub, { path: "/sessions" });
  const row = `document.querySelector('a[href$="${id}"]')`;
  await page.waitForSelector(`a[href$="${id}"]`);
  // Not by a locator: looking for text in this page takes long itself. 49 of the messages are on the last page of 100 entries.
  const isDrawn = 'document.querySelectorAll(".transcript .said-by-agent").length === 50';
  const open = `(async () => {
    ${row}.click();
    while (!(${isDrawn})) await new Promise((resolve) => setTimeout(resolve, 50));
  })()`;
  const took = await longestTasks(page, (measure) => measure("opening", () => page.evaluate(open)));
  console.log("longest task of the page in ms:", took.opening);
  expect(took.opening).toBeLessThanOrEqual(longestMs);
});
