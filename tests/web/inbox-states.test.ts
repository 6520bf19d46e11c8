import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { authMethod, database, features, layout } from "../support/asks.ts";
import {
  accessibilityFaults,
  isTakingScreenshots,
  scrollsSideways,
  takeScreenshot,
  testInBrowser as test,
  useBrowser,
} from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { answerElsewhere, askApproval, claude, loop } from "../support/inbox.ts";
import { isSettled, openWebInbox, row } from "../support/web-inbox.ts";

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
] as const;

/** Nothing is too wide in any of these sizes. Takes pictures in both themes. */
async function picture(page: Page, name: string, only: (typeof sizes)[number][] = [...sizes]): Promise<void> {
  for (const size of only) {
    await page.setViewportSize(size);
    expect(await scrollsSideways(page), `${name} at ${size.width}`).toBe(false);
    if (!isTakingScreenshots) continue;
    for (const theme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await takeScreenshot(page, `${name}-${size.width}-${theme}`);
    }
  }
}

async function boxesOf(page: Page, selector: string) {
  const boxes = await Promise.all((await page.locator(selector).all()).map((each) => each.boundingBox()));
  return boxes.flatMap((box) => box ?? []);
}

const context =
  "I can move sessions out of memory now.\n\nThe **store** needs a choice first: it decides how `migrate` works, what has to run beside the service, and how it fails when the disk is full or the network is slow. I would rather not guess.";

describe("the web inbox in every state and size", () => {
  const browser = useBrowser();

  test("empty, then waiting", async () => {
    const hub = await startHub();
    await answerElsewhere(hub, await hub.ask([authMethod], { agent: claude }), "JWT");
    const page = await openWebInbox(browser, hub);
    await page.getByRole("link", { name: "JWT" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, "empty");
    await hub.ask([database], { agent: claude, context, timeoutMs: 15 * 60_000 });
    await hub.ask([features, authMethod], { agent: loop });
    await askApproval(hub);
    await page.setViewportSize({ width: 1440, height: 900 });
    await row(page, "Run").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await accessibilityFaults(page, "contrast")).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await picture(page, "waiting");
  });

  test("one question, several, an approval, answered elsewhere, unknown", async () => {
    const hub = await startHub();
    const single = await hub.ask([database], { agent: claude, context, timeoutMs: 15 * 60_000 });
    const several = await hub.ask([features, authMethod], { agent: loop });
    const approval = await askApproval(hub);
    const page = await openWebInbox(browser, hub, { expected: [/status of 40[49]/] });
    for (const [name, { id }] of Object.entries({ single, several, approval })) {
      await page.goto(`${hub.url}/a/${id}`);
      const last = name === "approval" ? "Add a note" : "Decline";
      await page.getByRole("region", { name: "Open ask" }).getByRole("button", { name: last }).first().waitFor();
      await picture(page, name, name === "single" ? sizes.slice(1) : [sizes[0], sizes[2]]);
    }
    // On a phone, where the card fills the screen.
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(single.url);
    await page.getByRole("radio", { name: "Other" }).click();
    await page.getByLabel("Your own answer").fill("DuckDB");
    await answerElsewhere(hub, single, "MongoDB");
    await page.getByText("Your words are kept, not sent.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Your draft, not sent").waitFor();
    await picture(page, "answered-elsewhere", sizes.slice(0, 1));
    await page.goto(`${hub.url}/a/ask_00000000000000000000000000`);
    await page.getByRole("heading", { name: "Unknown question" }).waitFor();
    await picture(page, "unknown", sizes.slice(0, 1));
  });

  test("on a phone, sending opens the next ask with its position, and Send stays in reach", async () => {
    const hub = await startHub();
    const far = { ...claude, cwd: `/home/ana/${"deep/".repeat(20)}` };
    await hub.ask([features, authMethod], { agent: far, timeoutMs: 5 * 60 * 60_000 });
    await hub.ask([database], { agent: far, to: ["ana"] });
    await hub.ask([layout], { agent: loop });
    const page = await openWebInbox(browser, hub, { width: 360, height: 740, touch: true });
    await row(page, "Layout").waitFor();
    for (const { height } of await boxesOf(page, ".row")) expect(height).toBeGreaterThanOrEqual(64);
    await row(page, "Features").tap();
    await page.getByText("1 of 3").waitFor();
    await page.getByText(/Expires \d/).waitFor();
    // Without a keyboard there are no key caps, and nothing is marked as the place where Enter acts.
    expect(await page.locator(".yc-key, .cap").filter({ visible: true }).count()).toBe(0);
    const marked = "getComputedStyle(document.querySelector('.yc-option[data-cursor=true]')).boxShadow";
    expect(await page.evaluate(marked)).toBe("none");
    // Who, where and when are on one line, whatever the height of the font.
    const [who, ...others] = await boxesOf(page, ".yc-head > *");
    expect(others.length).toBeGreaterThan(0);
    for (const { y, height } of others) {
      expect(y + height / 2).toBeGreaterThan(who?.y ?? 0);
      expect(y + height / 2).toBeLessThan((who?.y ?? 0) + (who?.height ?? 0));
    }
    const [send] = await boxesOf(page, ".yc-send");
    // Send is at the bottom edge, thumb-sized, and in the same place on every card.
    expect(send).toMatchObject({ y: 740 - 24 - 48, height: 48 });
    await takeScreenshot(page, "phone-send-360-light");
    await page.getByRole("button", { name: "Decline" }).tap();
    await page.getByRole("button", { name: "Decline" }).tap();
    // What was sent is in the line above Send, which nothing covers.
    const said = page.locator(".yc-line").getByText("Declined Features, Auth Method for claude · fix login");
    await said.click({ trial: true });
    await page.getByText("1 of 2").waitFor();
    await page.getByText("for ana").waitFor();
    await page.getByRole("region", { name: "Database" }).waitFor();
    await isSettled(page);
    // One touch on an option only chooses.
    await page.getByRole("radio", { name: /^SQLite/ }).tap();
    await page.getByRole("button", { name: "Send answer" }).tap();
    await page.getByRole("region", { name: "Layout" }).waitFor();
    await page.getByRole("link", { name: "Waiting" }).tap();
    await expect.poll(() => page.locator(".row:not([data-ended])").count()).toBe(1);
  });

  test("at 200 % nothing is cut off, and a chosen theme stays, in every tab", async () => {
    const hub = await startHub();
    await hub.ask([database], { agent: claude, context });
    const page = await openWebInbox(browser, hub, { width: 1280, height: 900, zoom: 2 });
    await row(page, "Database").click();
    await page.getByRole("button", { name: "Send answer" }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    await takeScreenshot(page, "zoom-200-light");
    const background = "getComputedStyle(document.body).backgroundColor";
    expect(await page.evaluate(background)).toBe("rgb(248, 250, 252)");
    await page.evaluate("localStorage.setItem('yourcall.theme', 'dark')");
    const tab = await browser.tab(page, `${hub.url}/`);
    expect(await tab.evaluate(background)).toBe("rgb(11, 17, 32)");
  });
});
