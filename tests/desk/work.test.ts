import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import {
  accessibilityFaults,
  scrollsSideways,
  takeScreenshot,
  testInBrowser as test,
  useBrowser,
} from "../support/browser.ts";
import { startLoopDesk, startRepository, whichStore } from "../support/desk.ts";
import { rest, typistClock } from "../support/typist.ts";
import { isSettled, openWebInbox } from "../support/web-inbox.ts";

const before = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`).join("\n");
const after = before.replace("line 6", "line six, changed");

describe("a piece of work on the desk", () => {
  const browser = useBrowser();

  test("is started, answered, allowed, reviewed, commented on, merged and discarded with the keyboard only", {
    timeout: 180_000,
  }, async () => {
    const { model, hub, desk } = await startLoopDesk([
      { tool: "AskUserQuestion", id: "q1", input: { questions: [whichStore] } },
      { tool: "Write", id: "w1", input: { path: "a.txt", content: `${after}\n` } },
      "I changed line 6.",
    ]);
    const git = startRepository(desk.cwd, "a.txt", `${before}\n`);

    const page = await openWebInbox(browser, hub, { path: "/sessions/new", script: typistClock });
    const { keyboard } = page;
    await tabTo(page, "textarea");
    await keyboard.type("Change line six");
    await tabTo(page, "select");
    await keyboard.type("loop");
    await tabTo(page, "input[type=checkbox]");
    await keyboard.press("Space");
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "desk/start-worktree");
    await tabTo(page, "button[type=submit]");
    await keyboard.press("Enter");

    // In the person's own words, after Enter has said so.
    const panel = page.locator(".ask-panel");
    await panel.getByText("Which store?").waitFor();
    await isSettled(page);
    await tabTo(page, ".composer textarea");
    await keyboard.type("A file, but not in the home directory");
    await keyboard.press("Enter");
    await page.getByText("Enter or Answer again answers Store with these words.").waitFor();
    await expect
      .poll(async () => {
        await pause(page);
        await keyboard.press("Enter");
        return model.resultOf("q1");
      })
      .toContain("A file, but not in the home directory");

    // The approval takes the keys once the field is left.
    await page.getByRole("region", { name: "Loop needs your approval" }).waitFor();
    await keyboard.press("Escape");
    await isSettled(page);
    await takeScreenshot(page, "desk/work-approval");
    // It can be pressed once all of the call was on the screen.
    await panel.locator("button:not([aria-disabled=true])", { hasText: "Allow once" }).waitFor();
    await tabTo(page, ".ask-panel button", "Allow once");
    await keyboard.press("Enter");
    const changes = page.getByRole("region", { name: "Changes" });
    await changes.getByText("line six, changed").waitFor();
    await page.getByRole("region", { name: "Conversation" }).getByText("I changed line 6.").waitFor();
    expect(await changes.locator(".changes-head").innerText()).toMatch(/yourcall\/change-line-six\s+\+1\s+−1/);

    // A comment on a line goes with the next message.
    await tabTo(page, ".line-number");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await changes.locator("textarea:focus").waitFor();
    await keyboard.type("Why not seven?");
    await keyboard.press("Enter");
    await changes.getByText("Goes with your next message").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "desk/work-changes");
    await page.reload();
    await changes.getByText("Why not seven?").waitFor();
    await tabTo(page, ".composer textarea");
    await page.getByText("1 comment on a line goes with your message.").waitFor();
    await keyboard.press("Enter");
    await expect.poll(() => model.said).toContain("a.txt, line 5:\n> line 5\nWhy not seven?");
    await changes.getByText("Why not seven?").waitFor({ state: "detached" });

    // With less room the changes are a page.
    const phone = await openWebInbox(browser, hub, { width: 390, height: 844 });
    await phone.goto(page.url());
    await phone.getByRole("button", { name: "Changes" }).click();
    await phone.getByRole("region", { name: "Changes" }).getByText("line six, changed").waitFor();
    expect(await scrollsSideways(phone)).toBe(false);
    expect(await accessibilityFaults(phone)).toEqual([]);
    await takeScreenshot(phone, "desk/work-phone");
    await phone.close();

    // Merging and discarding each say what they do, and Cancel has the focus.
    await tabTo(page, ".changes-acts button:enabled", "Merge…");
    await pause(page);
    await keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 uncommitted file, committed first").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "desk/work-merge");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Cancel");
    await keyboard.press("Tab");
    await pause(page);
    await keyboard.press("Enter");
    await changes.getByText("Merged into main.").waitFor();
    expect(readFileSync(join(desk.cwd, "a.txt"), "utf8")).toBe(`${after}\n`);
    await tabTo(page, ".changes-acts button", "Discard…");
    await pause(page);
    await keyboard.press("Enter");
    await dialog.getByText("No work is lost. All its commits are on other branches.").waitFor();
    await keyboard.press("Tab");
    await pause(page);
    await keyboard.press("Enter");
    await changes.waitFor({ state: "detached" });
    expect(git("branch", "--list", "yourcall/*")).toBe("");
  });
});

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, selector: string, text = ""): Promise<void> {
  const isThere = `document.activeElement?.matches(${JSON.stringify(selector)}) && document.activeElement.textContent.includes(${JSON.stringify(text)})`;
  for (let count = 0; count < 80; count++) {
    if (await page.evaluate<boolean>(isThere)) return;
    await page.keyboard.press("Tab");
  }
  expect.fail(`Tab does not lead to ${selector} ${text}`);
}

/** A second without a key: after a focus change that the person did not make, nothing acts before that. */
function pause(page: Page): Promise<void> {
  return rest(page, 1100);
}
