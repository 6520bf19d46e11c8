import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import axe from "axe-core";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { testWith } from "./needs.ts";
import { root } from "./terminal.ts";

const program = "/usr/bin/chromium";
// The same engine without the browser around it: a page costs a quarter of the processor time.
const shell = "/usr/bin/chromium-headless-shell";

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
  /** Runs in the page and its frames before any of their own scripts; a frame that forbids scripts reports it as an error. */
  script?: string;
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

// The files that a worker runs one after the other share its browsers, which end with the worker. Each page has its own profile.
const shared = globalThis as { testBrowsers?: Map<string, Promise<Browser>> };
shared.testBrowsers ??= new Map();
const running = shared.testBrowsers;

function useProgram(path: string): Promise<Browser> {
  const before = running.get(path);
  if (before !== undefined) return before;
  const started = launch(path);
  running.set(path, started);
  // A test may have crashed it.
  const forget = () => void running.delete(path);
  started.then((browser) => browser.once("disconnected", forget), forget);
  return started;
}

/** A Chromium, started with the first page. `whole`: with what only a whole browser has, notifications. */
export function useBrowser({ whole = false } = {}): TestBrowser {
  return {
    async open(url, options = {}) {
      const browser = await useProgram(whole || !existsSync(shell) ? program : shell);
      const { width = 1024, height = 768, zoom = 1, dark = false, touch = false, script, expected } = options;
      const context = await browser.newContext({
        viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
        deviceScaleFactor: zoom,
        colorScheme: dark ? "dark" : "light",
        reducedMotion: "reduce",
        hasTouch: touch,
        isMobile: touch,
        locale: "en-GB",
        timezoneId: "UTC",
      });
      // For what hangs. A slow machine is not at fault.
      context.setDefaultTimeout(60_000);
      onTestFinished(() => context.close());
      if (script) await context.addInitScript(script);
      return goTo(await context.newPage(), url, expected);
    },
    async tab(page, url, { expected } = {}) {
      return goTo(await page.context().newPage(), url, expected);
    },
  };
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
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
export async function accessibilityFaults(page: Page | Frame, what: "all" | "contrast" = "all"): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  const options = {
    resultTypes: ["violations"],
    ...(what === "contrast" ? { runOnly: ["color-contrast"] } : {}),
  };
  // Colours are checked once they are what a person sees: after the next frame and what it sets in motion. In a sandboxed
  // frame no script runs, so neither does axe.
  return page.evaluate<string[]>(`(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const isEnding = (animation) => animation.effect.getComputedTiming().endTime !== Infinity;
    await Promise.allSettled(document.getAnimations().filter(isEnding).map(({ finished }) => finished));
    const { violations } = await axe.run({ exclude: ["iframe[sandbox]"] }, ${JSON.stringify(options)});
    return violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(", "));
  })()`);
}

/** Whether anything is wider than the window. */
export async function scrollsSideways(page: Page | Frame): Promise<boolean> {
  // After a resize, wait for the new layout. In one call, since the page's policy refuses what Playwright
  // evaluates again later.
  return page.evaluate<boolean>(`(async () => {
    const { documentElement: page } = document;
    const until = performance.now() + 10_000;
    while (page.scrollWidth > page.clientWidth && performance.now() < until) await new Promise(requestAnimationFrame);
    return page.scrollWidth > page.clientWidth;
  })()`);
}

export const isTakingScreenshots = process.env.YOURCALL_SCREENSHOTS === "yes";

/** With `YOURCALL_SCREENSHOTS=yes`, a picture of the whole page to look at: `screenshots/NAME.png`, not in git. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!isTakingScreenshots) return;
  const path = join(root, "screenshots", `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: true });
}
