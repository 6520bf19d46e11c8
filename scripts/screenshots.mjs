// Takes pictures of every state of the page, of a desk's sessions and of the chat example, at several sizes and in both themes: `npm run screenshots [-- NAME…]`.
// They go to screenshots/page/; with --docs, those that the documentation shows go to docs/images/ too.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { takeChat } from "./screenshots/chat.mjs";
import { takeDesk } from "./screenshots/desk.mjs";
import { inBothThemes, openPage } from "./screenshots/open-page.mjs";
import { screens } from "./screenshots/screens.mjs";
import { startHub } from "./screenshots/start-hub.mjs";

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

const args = process.argv.slice(2);
const forDocs = args.includes("--docs");
const wanted = args.filter((arg) => !arg.startsWith("--"));
const hub = await startHub();

try {
  const [agent, human] = [hub.connect("agent"), hub.connect("human")];
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  mkdirSync("screenshots/page", { recursive: true });
  if (forDocs) mkdirSync("docs/images", { recursive: true });
  /** One login for all screens, as one person would have. @type {ReturnType<typeof logIn> | undefined} */
  let login;
  /** @type {(() => Promise<void>)[]} */
  const whenAway = [];
  for (const screen of screens) {
    await screen.prepare?.({ agent, human });
    if (wanted.length > 0 && !wanted.includes(screen.name)) continue;
    const own = screen.sizes === undefined ? sizes : sizes.filter(({ width }) => screen.sizes?.includes(width));
    for (const look of inBothThemes(own)) {
      const take = await show(screen, look);
      if (screen.away === true) whenAway.push(take);
      else await take();
    }
  }
  if (wanted.length === 0 || wanted.includes("chat")) await takeChat(browser, { home: hub.directory, forDocs });
  if (wanted.length === 0 || wanted.includes("desk")) await takeDesk(browser, { forDocs });
  hub.end();
  for (const take of whenAway) await take();
  await browser.close();

  /**
   * Opens a state of the page, and returns the function that takes its picture.
   * @param {import("./screenshots/screens.mjs").Screen} screen @param {ReturnType<typeof inBothThemes>[number]} look
   */
  async function show(screen, look) {
    const options = { ...look, forDocs, login: screen.stranger === true ? undefined : await login };
    const { page, take, close } = await openPage(browser, options);
    if (screen.stranger !== true) {
      login ??= logIn(page);
      await login;
    }
    await page.goto(`${hub.url}${screen.path?.() ?? "/"}`);
    await screen.act?.(page, { agent, human });
    return async () => {
      if (screen.away === true) await page.getByText("Reconnecting").waitFor({ state: "attached" });
      await take(screen.name);
      await close();
    };
  }
  /** What a browser stores once it is logged in. @param {import("playwright-core").Page} page */
  async function logIn(page) {
    await page.goto((await human.createLoginLink()).url);
    await page.getByRole("status").getByText("live", { exact: true }).waitFor({ state: "attached" });
    await page.evaluate("localStorage.setItem('yourcall.notify', 'off')");
    return page.context().storageState();
  }
  agent.close();
  human.close();
} finally {
  await hub.remove();
}
