import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { accessibilityFaults, takeScreenshot, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startLoopDesk, whichStore } from "../support/desk.ts";
import { rest, typistClock } from "../support/typist.ts";
import { isSettled, openWebInbox } from "../support/web-inbox.ts";

const words = "A file, but not in the home directory";

describe("an answer in the person's own words, from the input of a session", () => {
  const browser = useBrowser();

  /** A session that asks, with these words in its input, and what Enter does with them on the screen. */
  async function openAsked(expected: RegExp[]) {
    const { model, hub, desk } = await startLoopDesk([
      { tool: "AskUserQuestion", id: "q1", input: { questions: [whichStore] } },
      "Done.",
    ]);
    const { id } = await desk.start("loop", "Set it up");
    const page = await openWebInbox(browser, hub, { path: `/sessions/${id}`, script: typistClock, expected });
    await page.locator(".ask-panel").getByText("Which store?").waitFor();
    await isSettled(page);
    const input = page.locator(".composer textarea");
    await input.fill(words);
    await input.press("Enter");
    await page.getByText("Enter or Answer again answers Store with these words.").waitFor();
    const [ask = ""] = (await desk.until(id, { state: "waiting" })).asks;
    return { page, input, model, desk, ask };
  }

  async function pressEnter(page: Page): Promise<void> {
    await rest(page, 1100);
    await page.keyboard.press("Enter");
  }

  test("is known to have been sent even if the reply is lost, and leaves the input", async () => {
    const { page, input, model } = await openAsked([/ERR_/]);
    await page.route("**/answer", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pressEnter(page);
    await expect.poll(() => model.resultOf("q1")).toContain(words);
    await page.getByRole("region", { name: "Conversation" }).getByText("Done.").waitFor();
    await expect.poll(() => input.inputValue()).toBe("");
    await expect.poll(() => page.locator(".composer-why").innerText()).toBe("");
    await takeScreenshot(page, "desk/own-words-sent");
  });

  test("leaves the input also if the person goes elsewhere before the reply", async () => {
    const { page, input, model } = await openAsked([]);
    const held = Promise.withResolvers<void>();
    const asked = page.waitForRequest("**/answer");
    await page.route("**/answer", async (route) => {
      await held.promise;
      await route.continue();
    });
    await pressEnter(page);
    await asked;
    const session = page.url();
    await page.getByRole("link", { name: "Waiting" }).first().click();
    await input.waitFor({ state: "detached" });
    const replied = page.waitForResponse("**/answer");
    held.resolve();
    await (await replied).finished();
    await expect.poll(() => model.resultOf("q1")).toContain(words);
    await page.goto(session);
    await page.getByRole("region", { name: "Conversation" }).getByText("Done.").waitFor();
    expect(await input.inputValue()).toBe("");
  });

  test("stays in the input if another answer came first, and says so", async () => {
    const { page, input, desk, ask } = await openAsked([/status of 409/]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "desk/own-words");
    await page.route("**/answer", async (route) => {
      await desk.choose(ask, "A server");
      await route.continue();
    });
    await pressEnter(page);
    await page.getByText("Another answer came first.").waitFor();
    expect(await input.inputValue()).toBe(words);
  });
});
