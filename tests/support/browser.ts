import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";
import { testWith } from "./needs.ts";
import { root } from "./terminal.ts";

const program = "/usr/bin/chromium";

/** `test`, if there is a Chromium. */
export const testInBrowser = testWith(program);

export interface PageOptions {
  width?: number;
  height?: number;
  dark?: boolean;
  /** Touch instead of a pointer. */
  touch?: boolean;
  /** 2 is a zoom of 200 %: half as many CSS pixels. */
  zoom?: number;
  /** Errors that the test expects, such as failed requests while a hub is away. */
  expected?: RegExp[];
}

export interface TestBrowser {
  /**
   * A page in its own profile, closed after the test. Errors on its console, uncaught errors and violations of its
   * Content-Security-Policy fail the test.
   */
  open(url: string, options?: PageOptions): Promise<Page>;
  /** Another tab in this page's profile, with the same checks. */
  tab(page: Page, url: string, options?: Pick<PageOptions, "expected">): Promise<Page>;
}

/** One Chromium for all tests in a file, started with the first page. */
export function useBrowser(): TestBrowser {
  let running: Promise<Browser> | undefined;
  afterAll(async () => {
    await (await running)?.close();
  });

  return {
    async open(url, options = {}) {
      running ??= launch();
      const { width = 1024, height = 768, zoom = 1, dark = false, touch = false, expected } = options;
      const context = await (await running).newContext({
        viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
        deviceScaleFactor: zoom,
        colorScheme: dark ? "dark" : "light",
        reducedMotion: "reduce",
        hasTouch: touch,
        isMobile: touch,
        locale: "en-GB",
        timezoneId: "UTC",
      });
      onTestFinished(() => context.close());
      return goTo(await context.newPage(), url, expected);
    },
    async tab(page, url, { expected } = {}) {
      return goTo(await page.context().newPage(), url, expected);
    },
  };
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    args: [
      "--no-sandbox",
      // No request may leave the machine.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-domain-reliability",
      "--disable-sync",
      "--no-pings",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
  });
}

async function goTo(page: Page, url: string, expected: RegExp[] = []): Promise<Page> {
  const faults: string[] = [];
  // Chromium also logs Content-Security-Policy violations to the console, for frames too.
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
  // Registered after the context's cleanup, so it runs before it.
  onTestFinished(() => {
    expect(
      faults.filter((fault) => !expected.some((known) => known.test(fault))),
      "faults on the page",
    ).toEqual([]);
  });
  await page.goto(url);
  return page;
}

/** What axe finds on the page, one line each: the rule and the elements. `contrast`: only colour rules. */
export async function accessibilityFaults(page: Page, what: "all" | "contrast" = "all"): Promise<string[]> {
  // In legacy mode axe does not open a page to finish in, which takes longer than its search. In a sandboxed frame no
  // script runs, so neither does axe.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude("iframe[sandbox]");
  const { violations } = await (what === "all" ? axe : axe.withRules(["color-contrast"])).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** Whether anything is wider than the window. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  // After a resize, wait for the new layout. In one call, since the page's policy refuses what Playwright
  // evaluates again later.
  return page.evaluate<boolean>(`(async () => {
    const { documentElement: page } = document;
    const until = performance.now() + 10_000;
    while (page.scrollWidth > page.clientWidth && performance.now() < until) await new Promise(requestAnimationFrame);
    return page.scrollWidth > page.clientWidth;
  })()`);
}

/** A picture of the whole page for people to look at: `screenshots/NAME.png`, not in git. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const path = join(root, "screenshots", `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: true });
}
