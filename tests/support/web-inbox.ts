import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { PageOptions, TestBrowser } from "./browser.ts";
import type { TestHub } from "./hub.ts";
import { skipGuards, typistClock } from "./typist.ts";

/** The web inbox of this hub in a newly logged-in browser, once it is live. */
export async function openWebInbox(
  browser: TestBrowser,
  hub: TestHub,
  { path = "/", script = typistClock, ...options }: PageOptions & { path?: string } = {},
): Promise<Page> {
  const { url } = await hub.client("human").createLoginLink();
  const page = await browser.open(url, { width: 1440, height: 900, script, ...options });
  await isLive(page);
  if (path !== "/") {
    await page.goto(`${hub.url}${path}`);
    await isLive(page);
  }
  return page;
}

export async function isLive(page: Page): Promise<void> {
  await page.getByRole("status").getByText("live", { exact: true }).waitFor();
}

/** Resolves once presses and keys count again after another ask came up. */
export const isSettled = skipGuards;

/** The list's rows as a person sees them, agents included. */
export async function readList(page: Page): Promise<string[]> {
  const parts = await page.locator(".list h2, .list .row").allInnerTexts();
  return parts.map((text) => text.replace(/\s*\n\s*/g, " | "));
}

export function row(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Waiting" }).getByRole("link", { name });
}

/** One figure of the hub's `/metrics`. */
export async function metricOf(hub: TestHub, name: string): Promise<number> {
  const response = await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${hub.tokens.human}` } });
  const value = new RegExp(`^${name} (\\d+)$`, "m").exec(await response.text())?.[1];
  expect(value, `metric ${name}`).toBeDefined();
  return Number(value);
}
