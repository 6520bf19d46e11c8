// Takes the pictures of the documentation and writes them to docs/images: `npm run screenshots`.
import { chromium } from "playwright-core";
import { asks, sessions } from "./screenshots/asks.mjs";
import { takeChat } from "./screenshots/chat.mjs";
import { takeDesk } from "./screenshots/desk.mjs";
import { takePhone } from "./screenshots/phone.mjs";
import { takeReview } from "./screenshots/review.mjs";
import { startHub } from "./screenshots/start-hub.mjs";
import { takeTerminalAndPage } from "./screenshots/terminal.mjs";

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** @typedef {{ width: number, height: number }} Size */

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const hub = await startHub();
try {
  const agent = hub.connect("agent");
  const human = hub.connect("human");
  /** @type {Record<string, string>} */
  const ids = {};
  for (const [name, request] of Object.entries(asks)) ids[name] = (await agent.create(request)).id;
  for (const size of [desktop, phone]) {
    const { page, take } = await open(size);
    await page.goto((await human.createLoginLink()).url);
    await page.getByRole("status").getByText("live", { exact: true }).waitFor({ state: "attached" });
    // Without the offer of desktop notifications.
    await page.evaluate("localStorage.setItem('yourcall.notify', 'off')");
    await page.goto(`${hub.url}/a/${ids.sessions}`);
    await page
      .getByRole("region", { name: "Open ask" })
      .getByText(sessions.questions[0]?.question ?? "")
      .waitFor();
    await take(`page-waiting-${size.width}-light`);
  }
  await takeTerminalAndPage(browser, hub.directory);
  await takeChat(open, hub.directory);
  await takeDesk(open, [desktop, phone]);
  await takePhone(browser, open);
  await takeReview(open, hub);
  agent.close();
  human.close();
} finally {
  await browser.close();
  await hub.remove();
}

/** A page of this size, in a profile of its own. @param {Size} size */
async function open(size) {
  const touch = size.width < 640;
  const context = await browser.newContext({
    ...{ viewport: size, colorScheme: "light", reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" },
    ...{ hasTouch: touch, isMobile: touch },
  });
  const page = await context.newPage();
  return {
    page,
    /** Writes docs/images/NAME.png and closes the page. @param {string} name */
    async take(name) {
      // Fonts and colours settle.
      await page.waitForTimeout(700);
      await page.screenshot({ path: `docs/images/${name}.png` });
      await context.close();
    },
  };
}

/** @typedef {typeof open} Open */
