import { copyFileSync } from "node:fs";

/** The pictures used in docs, and their names there. @type {Record<string, string>} */
const shown = {
  "waiting-1440-light": "page-waiting-1440-light",
  "waiting-390-light": "page-waiting-390-light",
  "desk-1440-light": "page-desk-1440-light",
  "desk-390-light": "page-desk-390-light",
  "chat-1120-light": "chat",
};

/** @typedef {{ width: number, height: number }} Size @typedef {"light" | "dark"} Theme */

/** Every combination of a size with a theme. @param {Size[]} sizes */
export function inBothThemes(sizes) {
  return sizes.flatMap((size) => /** @type {const} */ (["light", "dark"]).map((theme) => ({ size, theme })));
}

/**
 * A page of this size and theme. `take` writes its picture to screenshots/page/ and, with `forDocs`, to docs/images/ if docs use it.
 * @param {import("playwright-core").Browser} browser
 * @param {{ size: Size, theme: Theme, forDocs: boolean, login?: import("playwright-core").BrowserContextOptions["storageState"] }} options
 */
export async function openPage(browser, { size, theme, forDocs, login }) {
  const touch = size.width < 640;
  const context = await browser.newContext({
    ...{ viewport: size, colorScheme: theme, reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" },
    ...{ hasTouch: touch, isMobile: touch, deviceScaleFactor: 1, storageState: login },
  });
  const page = await context.newPage();
  return {
    page,
    touch,
    /** @param {string} state */
    async take(state) {
      await page.waitForTimeout(700);
      const name = `${state}-${size.width}-${theme}`;
      const file = `screenshots/page/${name}.png`;
      await page.screenshot({ path: file });
      if (forDocs && shown[name] !== undefined) copyFileSync(file, `docs/images/${shown[name]}.png`);
      process.stdout.write(`${name}\n`);
    },
    close: () => context.close(),
  };
}
