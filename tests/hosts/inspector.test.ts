import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { askOf } from "../support/find-ask.ts";
import { freePort } from "../support/free-port.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { yourcall } from "../support/terminal.ts";

const build = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const browser = useBrowser();

/** The Inspector in a browser, connected to `yourcall mcp`. */
async function openInspector(hub: TestHub): Promise<Page> {
  const [port, sandbox] = [await freePort(), await freePort()];
  const server = [process.execPath, yourcall, "mcp"];
  const args = [join(import.meta.dirname, build), "--web", "-e", `YOURCALL_HOME=${hub.directory}`, ...server];
  const inspector = spawn(process.execPath, args, {
    stdio: "ignore",
    env: {
      PATH: process.env.PATH,
      HOME: temporaryDirectory("inspector"),
      CLIENT_PORT: String(port),
      MCP_SANDBOX_PORT: String(sandbox),
      MCP_INSPECTOR_SECRET_STORE: "memory",
      DANGEROUSLY_OMIT_AUTH: "true",
      MCP_AUTO_OPEN_ENABLED: "false",
    },
  });
  onTestFinished(() => void inspector.kill());
  const url = `http://127.0.0.1:${port}/`;
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp).toBe(true);
  // Faults of the Inspector's own page are not ours.
  const page = await browser.open(url, { width: 1400, height: 1000, expected: [/./] });
  // The switch itself is hidden behind its drawing.
  await page.getByText("Disconnected", { exact: true }).waitFor();
  await page.getByRole("switch", { name: /^Connect/ }).press("Space");
  await page.getByText("Connected", { exact: true }).waitFor();
  return page;
}

test("the Inspector shows the card of a question, and a click in it answers", async () => {
  const hub = await startHub();
  const human = hub.client("human");
  const page = await openInspector(hub);
  // A press while it still connects is lost. The tool of the card is not listed as an app.
  async function countApps(): Promise<number> {
    await page.getByText("Apps", { exact: true }).click();
    return page.getByText("MCP Apps (1)").count();
  }
  await expect.poll(countApps, { interval: 1000 }).toBe(1);
  await page.getByRole("button", { name: /^Ask the user/ }).click();
  await page.getByRole("button", { name: "Add item to questions" }).click();
  for (const _ of [1, 2]) await page.getByRole("button", { name: "Add item to options" }).click();
  const fill = async (name: RegExp, texts: string[]) => {
    for (const [index, text] of texts.entries()) await page.getByLabel(name).nth(index).fill(text);
  };
  await fill(/^question\b/i, ["Which database?"]);
  await fill(/^header\b/i, ["Database"]);
  await fill(/^label\b/i, ["SQLite", "PostgreSQL"]);
  await fill(/^description\b/i, ["One file", "A server"]);
  // Without a press it is not sent, and it is required.
  for (const _ of [1, 2])
    await page
      .getByLabel(/^multiSelect\b/i)
      .first()
      .click({ force: true });
  await page.getByRole("button", { name: "Open App" }).click();
  const { id } = await askOf(human, "Which database?");
  const card = page.frameLocator("iframe").frameLocator("iframe");
  const option = card.locator(".yc-option").filter({ hasText: "SQLite" });
  // In its first moment presses on the card do not count.
  await card.locator(".yc-card:not([data-settling])").waitFor();
  await option.hover();
  await option.click();
  await card.locator('.yc-card[data-state="answered"]').waitFor();
  expect((await human.get(id)).outcome).toMatchObject({
    answers: [{ selectedOptions: ["SQLite"] }],
    by: { surface: expect.stringMatching(/inspector.* \(card\)$/i), act: "click" },
  });
  // It takes no messages.
  await card.getByText("If it has stopped, write to it.").waitFor();
});
