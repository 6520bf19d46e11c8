import { describe, expect } from "vitest";
import { takeScreenshot, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startLoopDesk } from "../support/desk.ts";
import { rest, typedSentences, typeOn, typistClock } from "../support/typist.ts";
import { openWebInbox } from "../support/web-inbox.ts";

const question = {
  question: "Which database should we use?",
  header: "Database",
  options: [
    { label: "SQLite", description: "In a file" },
    { label: "Postgres", description: "On a server" },
  ],
  multiSelect: false,
};
// The browser logs a draft that arrives just after its question has ended.
const expected = [/409/];
const asking = (id: string) => ({ tool: "AskUserQuestion", id, input: { questions: [question] } });

describe("on the desk", () => {
  const browser = useBrowser();

  test("a question that comes and goes while somebody types takes no key and no word", async () => {
    const { model, hub, desk } = await startLoopDesk([asking("q1"), asking("q2"), "Done."]);
    const { id } = await desk.start("loop", "Set it up");
    const { asks } = await desk.until(id, { state: "waiting" });
    const page = await openWebInbox(browser, hub, { path: `/sessions/${id}`, script: typistClock, expected });
    const panel = page.getByRole("region", { name: "Loop is asking" });
    const input = page.getByRole("textbox", { name: "Message to Loop" });
    await panel.getByText("Which database should we use?").waitFor();
    await input.click();

    // The question goes away and another one arrives, in the middle of a sentence.
    const [first, second, third] = typedSentences(0).slice(5);
    const text = (sentence: typeof first) => sentence?.text.trim() ?? "";
    await typeOn(page, `${text(first)} `, 40);
    const place = await input.boundingBox();
    await page.evaluate("document.querySelector('.ask-panel').dataset.first = 'yes'");
    await desk.choose(asks[0] ?? "", "SQLite");
    await expect.poll(() => model.resultOf("q1")).toContain("SQLite");
    await desk.until(id, { state: "waiting" });
    await rest(page, 100);
    // The panel of the first question may still be there for a moment.
    await page.locator(".ask-panel:not([data-first])").waitFor();
    expect(await input.boundingBox()).toEqual(place);
    await typeOn(page, `${text(second)}\n`, 90);
    expect(await input.inputValue()).toBe(`${text(first)} ${text(second)}`);
    await rest(page, 400);
    // Enter has only said what another one would do.
    await page.getByText("Enter or Answer again answers Database with these words.").waitFor();
    await takeScreenshot(page, "desk/asked-while-typing");
    const [open = ""] = (await desk.sessions.get(id)).asks;
    expect((await desk.human.get(open)).status).toBe("pending");

    // Escape leaves the input for the question, and the keys shown there act.
    await page.keyboard.press("Escape");
    await typeOn(page, "o", 1100);
    // A person types once the field is there.
    await panel.locator("textarea:focus, input:focus").waitFor();
    await typeOn(page, text(third), 160);
    expect(await panel.getByRole("textbox").inputValue()).toBe(text(third));
    // The agent takes the question back: the field stays with the words, until the person leaves it.
    await desk.sessions.interrupt(id);
    await expect.poll(async () => (await desk.human.get(open)).status).toBe("cancelled");
    await typeOn(page, " 1 2 sx\n", 90);
    expect(await panel.getByRole("textbox").inputValue()).toBe(`${text(third)} 1 2 sx\n`);
    await rest(page, 400);
    await panel.getByText("Withdrawn").waitFor();
    await page.keyboard.press("Escape");
    await panel.getByText("Your draft, not sent").waitFor();
    await input.click();
    await panel.waitFor({ state: "detached" });
    expect(await input.inputValue()).toBe(`${text(first)} ${text(second)}`);
    expect((await desk.human.list({ status: "ended" })).asks.map(({ outcome }) => outcome?.status).sort()).toEqual([
      "answered",
      "cancelled",
    ]);
  });

  test("a sentence typed at what the agent may do does not change it; arrows do", async () => {
    const { hub, desk } = await startLoopDesk(["Done."]);
    const { id } = await desk.start("loop", "Set it up");
    await desk.until(id, { state: "idle" });
    const page = await openWebInbox(browser, hub, { path: `/sessions/${id}`, expected });
    const select = page.getByRole("combobox", { name: "What it may do without asking you" });
    const before = await select.inputValue();
    await select.focus();
    for (const { text } of typedSentences(0).slice(0, 4)) await page.keyboard.type(text);
    await page.keyboard.type("plan accept edits a p e ");
    expect(await select.inputValue()).toBe(before);
    expect((await desk.sessions.get(id)).mode).toBe(before);
    await page.keyboard.press("ArrowDown");
    await expect.poll(async () => (await desk.sessions.get(id)).mode).not.toBe(before);
  });
});
