import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { accessibilityFaults, scrollsSideways, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startDesk, startLoopDesk, startRepository, whichStore } from "../support/desk.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { root } from "../support/terminal.ts";
import { isLive, isSettled, openWebInbox } from "../support/web-inbox.ts";

/** A PNG of one point. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("a day at the desk", () => {
  const browser = useBrowser();

  test("a reload at any point loses nothing: prompt, words, question, approval, comment, picture, merge", {
    timeout: 180_000,
  }, async () => {
    const { model, hub, desk } = await startLoopDesk([
      { tool: "AskUserQuestion", id: "q1", input: { questions: [whichStore] } },
      { tool: "Write", id: "w1", input: { path: "a.txt", content: "two\n" } },
      "I changed it.",
    ]);
    const git = startRepository(desk.cwd, "a.txt", "one\n");

    const page = await openWebInbox(browser, hub, { path: "/sessions/new" });
    const reload = async () => {
      await page.reload();
      await isLive(page);
    };
    const prompt = page.getByLabel("What should the agent do?");
    await prompt.fill("Change it");
    await reload();
    expect(await prompt.inputValue()).toBe("Change it");
    await page.getByRole("combobox", { name: "Agent" }).selectOption("loop");
    await page.getByRole("checkbox").check();
    await prompt.focus();
    await paste(page, dot, "image/png");
    await page.locator(".start-pictures img").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Start session" }).click();
    await page.locator(".said-by-you img").waitFor();
    await expect.poll(() => model.pictures).toEqual([`data:image/png;base64,${dot}`]);

    // A question: what is typed in its card and in the input.
    const panel = page.locator(".ask-panel");
    await panel.getByText("Which store?").waitFor();
    const input = page.getByRole("textbox", { name: "Message to Loop" });
    await input.fill("Not at home");
    await isSettled(page);
    await panel.getByText("Other", { exact: true }).click();
    await panel.getByRole("textbox").first().fill("A drawer");
    const id = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1) ?? "");
    const [ask = ""] = (await desk.sessions.get(id)).asks;
    await expect.poll(async () => JSON.stringify((await desk.human.get(ask)).draft ?? "")).toContain("A drawer");
    await reload();
    expect(await input.inputValue()).toBe("Not at home");
    await expect.poll(() => panel.getByRole("textbox").first().inputValue()).toBe("A drawer");
    await desk.choose(ask, "A file");

    // An approval: still there, and decided with one press.
    const approval = page.getByRole("region", { name: "Loop needs your approval" });
    await approval.getByRole("button", { name: "Allow once" }).waitFor();
    await reload();
    await approval.getByRole("button", { name: "Allow once" }).waitFor();
    await isSettled(page);
    await approval.getByRole("button", { name: "Allow once" }).click();
    const talk = page.getByRole("region", { name: "Conversation" });
    await talk.getByText("I changed it.").waitFor();

    // A comment that is being written, and the diff on a narrow screen.
    const changes = page.getByRole("region", { name: "Changes" });
    await changes.getByRole("button", { name: "Comment on line 1" }).click();
    await changes.getByRole("textbox", { name: "Comment on line 1" }).fill("Why two");
    await page.setViewportSize({ width: 768, height: 900 });
    await page.getByRole("button", { name: "Changes" }).click();
    await reload();
    const comment = changes.getByRole("textbox", { name: "Comment on line 1" });
    await comment.waitFor();
    expect(await comment.inputValue()).toBe("Why two");
    await changes.getByRole("button", { name: "Add comment" }).click();
    await changes.getByText("Goes with your next message").waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });

    // A confirmation: gone, with nothing merged.
    await changes.getByRole("button", { name: "Merge…" }).click();
    await page.getByRole("dialog").getByText("1 uncommitted file, committed first").waitFor();
    await reload();
    await changes.getByRole("button", { name: "Merge…" }).waitFor();
    expect(git("log", "--oneline")).not.toContain("Change it");

    // A picture that was pasted: still there, and it goes to the model with the message and the comment.
    await input.focus();
    await paste(page, dot, "image/png");
    const waiting = page.locator(".composer-pictures img");
    await waiting.waitFor();
    await reload();
    await waiting.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await input.focus();
    await paste(page, "PHN2Zy8+", "image/svg+xml");
    await page.getByText("Only PNG, JPEG, WebP and GIF pictures can be sent.").waitFor();
    await input.press("Enter");
    await talk.locator(".said-by-you img").nth(1).waitFor();
    await waiting.waitFor({ state: "detached" });
    await expect.poll(() => model.said.at(-1)).toContain("Not at home\n\na.txt, line 1:\n");
    await expect.poll(() => model.pictures).toEqual([`data:image/png;base64,${dot}`]);
    await reload();
    await talk.locator(".said-by-you img").nth(1).waitFor();
  });

  test("many approvals in a row are a few lines: each in its call, and the earlier calls behind one line", async () => {
    const runs = Array.from({ length: 12 }, (_, at) => ({
      tool: "Run",
      id: `r${at}`,
      input: { command: `echo ${at}` },
    }));
    const { model, hub, desk } = await startLoopDesk([...runs, "Done."]);
    const { id } = await desk.start("loop", "Echo");
    for (const { id: call } of runs) {
      await desk.answer(id);
      await expect.poll(() => model.resultOf(call)).toBeDefined();
    }
    await desk.until(id, { state: "idle" });
    const page = await openWebInbox(browser, hub, { path: `/sessions/${id}` });
    const talk = page.getByRole("region", { name: "Conversation" });
    await talk.getByText("Done.").waitFor();
    const rows = talk.locator(".calls > details > summary");
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(5);
    expect((await rows.allInnerTexts())[0]).toContain("8 earlier calls");
    expect((await rows.allInnerTexts())[4]).toMatch(/Run\s+echo 11\s+allowed once/);
    expect(await talk.locator(".said-by-you").count()).toBe(1);
    await rows.first().click();
    await talk.getByText("echo 0").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("approvals that follow each other are decided with the same keys, and none of these gets into the input", async () => {
    const runs = [1, 2, 3].map((at) => ({ tool: "Run", id: `r${at}`, input: { command: `echo ${at}` } }));
    const { model, hub, desk } = await startLoopDesk([...runs, "Done."]);
    const { id } = await desk.start("loop", "Echo");
    const page = await openWebInbox(browser, hub, { path: `/sessions/${id}` });
    const panel = page.locator(".ask-panel");
    const input = page.getByRole("textbox", { name: "Message to Loop" });
    for (const { id: call, input: given } of runs) {
      await panel.getByText(given.command).first().waitFor();
      await panel.getByText("All of it is shown.").waitFor();
      await isSettled(page);
      await page.keyboard.press("2");
      await isSettled(page);
      await page.keyboard.press("Enter");
      await expect.poll(() => model.resultOf(call)).toBeDefined();
    }
    await page.getByRole("region", { name: "Conversation" }).getByText("Done.").waitFor();
    expect(await input.inputValue()).toBe("");
    // What is next to be reached is the input.
    await panel.waitFor({ state: "detached" });
    await page.keyboard.press("Tab");
    await page.locator(".composer textarea:focus").waitFor();
  });

  test("a message that waits for the end of a turn is as readable as any other", async () => {
    const directory = temporaryDirectory("hub");
    const agents = { hostile: [process.execPath, join(root, "tests/desk/hostile-agent.mjs")] };
    writeFileSync(join(directory, "config.json"), JSON.stringify({ agents }));
    const hub = await startHub({ directory });
    const desk = await startDesk(hub);
    const { id } = await desk.start("hostile", "work");
    await desk.until(id, { state: "working" });
    await desk.sessions.send(id, "And now this");
    const page = await openWebInbox(browser, hub, { path: `/sessions/${id}` });
    await page.getByText("Will be sent when this turn ends").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("a worktree that was removed by hand says so, and what is left of it", async () => {
    const { hub, desk } = await startLoopDesk(["Done."]);
    startRepository(desk.cwd, "a.txt", "one\n");
    const start = { agent: "loop", prompt: "Look at the slow start", directory: desk.cwd, worktree: true };
    const { id, cwd } = await desk.sessions.start(start);
    await desk.until(id, { state: "idle" });
    rmSync(cwd, { recursive: true });
    const page = await openWebInbox(browser, hub, { path: `/sessions/${id}` });
    const changes = page.getByRole("region", { name: "Changes" });
    await changes.getByText("The worktree was removed by hand. Its branch changes nothing.").waitFor();
    expect(await changes.innerText()).not.toContain("Nothing has changed yet.");
    // In the list, a branch without room is not shown at all.
    const inRow = `[...document.querySelectorAll(".session-at > span")].map((part) => {
      const [own, around] = [part, part.parentElement].map((each) => each.getBoundingClientRect());
      return own.top < around.bottom - 1 && part.textContent;
    })`;
    expect(await page.evaluate(inRow)).toEqual(["~", false]);
  });

  test("thirty sessions fit into the list, and the open one is always in view", { timeout: 120_000 }, async () => {
    const { hub, desk } = await startLoopDesk([
      { tool: "AskUserQuestion", id: "q1", input: { questions: [whichStore] } },
      "Done.",
    ]);
    const ids: string[] = [];
    for (let at = 1; at <= 30; at++) ids.push((await desk.start("loop", `Piece of work ${at}`)).id);
    for (const id of ids) await desk.until(id, { state: "waiting" });
    for (const id of ids.slice(0, 10)) await desk.answer(id, "A file");
    for (const id of ids.slice(0, 10)) await desk.until(id, { state: "idle" });

    const page = await openWebInbox(browser, hub, { path: `/sessions/${ids[29]}` });
    const list = page.getByRole("navigation", { name: "Sessions" });
    await expect.poll(() => list.getByRole("listitem").count()).toBe(30);
    expect(await list.getByRole("heading").allInnerTexts()).toEqual(["Needs you 20", "Done 10"]);
    const current = list.locator('[aria-current="true"]');
    const isInView = async () => {
      const [row, whole] = [await current.boundingBox(), await list.locator(".rows").boundingBox()];
      return row !== null && whole !== null && row.y >= whole.y && row.y + row.height <= whole.y + whole.height;
    };
    await expect.poll(isInView).toBe(true);
    expect(await current.innerText()).toContain("Piece of work 30");
    expect((await current.boundingBox())?.height).toBe(64);
    await page.locator("#main").focus();
    for (let step = 0; step < 5; step++) await page.keyboard.press("j");
    await expect.poll(isInView).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of [390, 768, 1024, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await scrollsSideways(page), `${width}`).toBe(false);
    }
  });
});

/** Pastes a file into what has the focus. */
async function paste(page: Page, base64: string, type: string): Promise<void> {
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], "pasted", { type: ${JSON.stringify(type)} }));
    const target = document.activeElement;
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}
