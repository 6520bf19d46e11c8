import { toApprovalAsk } from "@yourcall/core";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { database, features } from "../support/asks.ts";
import { accessibilityFaults, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startLoopDesk, whichStore } from "../support/desk.ts";
import { startHub } from "../support/hub.ts";
import { openWebInbox, row } from "../support/web-inbox.ts";

const agent = { name: "claude", session: "s1", title: "fix login", cwd: "/home/ana/shop" };
const approve = (tool: string, input: object) => ({ ...toApprovalAsk({ tool, input: input as never }), agent });

/** Names that are cut, or not in view at all. */
const cutNames = (page: Page) =>
  page.evaluate<string[]>(
    "[...document.querySelectorAll('.row b')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)",
  );

const choice = { kind: "choice" } as const;

describe("the words of the page", () => {
  const browser = useBrowser();

  test("a row says what is asked once and whole, and tags give way to it, the last one first", async () => {
    const hub = await startHub();
    const asker = hub.client("agent");
    await asker.create(approve("mcp__github__create_issue", { title: "Sessions vanish" }));
    await asker.create(approve("execute", { command: "npm test" }));
    await asker.create(approve("Read src/session.ts", { path: "src/session.ts" }));
    const { id } = await asker.create({ ...approve("Run npm publish", { command: "npm publish" }), to: undefined });
    await asker.create({
      questions: [
        { ...features, ...choice },
        { ...database, ...choice },
      ],
      agent: { ...agent, session: "s2" },
    });
    const draft = { entries: [], comment: "Wait", reason: "" };
    await hub.client("human").saveDraft(id, { draft, baseRevision: 0, surface: "terminal" });
    const page = await openWebInbox(browser, hub);
    await expect
      .poll(() => page.locator(".row b").allInnerTexts())
      .toEqual(["Github: create_issue", "Run", "Read", "Run", "Features"]);
    expect(await page.locator(".row .row-question").allInnerTexts()).toEqual([
      "Sessions vanish",
      "npm test",
      "src/session.ts",
      "npm publish",
      expect.stringContaining("features"),
    ]);
    await row(page, "npm publish").getByText("in terminal").waitFor();
    expect(await cutNames(page)).toEqual([]);
    // A tag without room is gone, and not half there.
    const halfShown = `[...document.querySelectorAll(".row-tags .tag")].filter((tag) => {
      const [own, around] = [tag, tag.parentElement].map((part) => part.getBoundingClientRect());
      return own.top < around.bottom - 1 && (own.bottom > around.bottom + 1 || own.right > around.right + 1);
    }).map((tag) => tag.textContent)`;
    expect(await page.evaluate(halfShown)).toEqual([]);
    await page.getByRole("button", { name: "Select" }).click();
    expect(await cutNames(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await cutNames(page)).toEqual([]);
  });

  test("every key that a card or a page shows is in its sheet", async () => {
    const { hub, desk } = await startLoopDesk([
      { tool: "AskUserQuestion", id: "q1", input: { questions: [whichStore] } },
    ]);
    const asker = hub.client("agent");
    const plan = "# Plan\n\nMove the sessions.";
    const asks = [
      await asker.create({ questions: [{ ...features, ...choice }], agent, asksAgain: true }),
      await asker.create({ ...approve("ExitPlanMode", { plan }), asksAgain: true }),
    ];
    const { id } = await desk.start("loop", "Set it up");
    await desk.until(id, { state: "waiting" });
    const page = await openWebInbox(browser, hub);
    const missing = async (path: string) => {
      await page.goto(`${hub.url}${path}`);
      await page.locator(".yc-card").waitFor();
      const shown = await page.locator(".yc-key:visible, .cap:visible").allInnerTexts();
      await page.locator("#main").focus();
      await page.keyboard.press("?");
      const sheet = page.getByRole("dialog", { name: "Keys" });
      await sheet.waitFor();
      const listed = await sheet.locator(".cap").allInnerTexts();
      expect(shown.length).toBeGreaterThan(4);
      expect(await accessibilityFaults(page)).toEqual([]);
      const words = await sheet.locator("dt").allInnerTexts();
      await sheet.getByRole("button", { name: "Close" }).click();
      // The digits in between are behind the dots.
      return { keys: shown.filter((key) => !listed.includes(key) && !/^[2-8]$/.test(key)), words };
    };
    for (const ask of asks) {
      const { keys, words } = await missing(`/a/${ask.id}`);
      expect(keys).toEqual([]);
      expect(words).toContain("Next or previous question");
    }
    const { keys, words } = await missing(`/sessions/${id}`);
    expect(keys).toEqual([]);
    expect(words).toEqual(expect.arrayContaining(["Next or previous session", "In the message: a new line"]));
    expect(words).not.toContain("Next or previous question");
  });

  test("beside a question are the session's calls that asked nothing, and what was decided about what", async () => {
    const { hub, desk } = await startLoopDesk([
      { tool: "AskUserQuestion", id: "q1", input: { questions: [whichStore] } },
      { tool: "Run", id: "r1", input: { command: "echo hello" } },
      { tool: "AskUserQuestion", id: "q2", input: { questions: [{ ...whichStore, header: "Again" }] } },
    ]);
    const { id } = await desk.start("loop", "Set it up");
    await desk.answer(id, "A file");
    await desk.until(id, { question: expect.stringMatching(/^Run echo hello$/) as never });
    await desk.answer(id);
    await desk.until(id, { question: "Which store?", state: "waiting" });
    const [ask = ""] = (await desk.sessions.get(id)).asks;
    const page = await openWebInbox(browser, hub, { path: `/a/${ask}` });
    const side = page.getByRole("region", { name: "The session that asks" });
    await expect
      .poll(() => side.locator(".calls li").allInnerTexts())
      .toEqual([expect.stringMatching(/^Run\s+echo hello$/)]);
    expect(await side.locator(".earlier li").allInnerTexts()).toEqual([
      expect.stringMatching(/^Run\s+echo hello\s+Allow once$/),
      expect.stringMatching(/^Store\s+A file$/),
    ]);
  });
});
