import type { Page } from "playwright-core";
import { describe, expect, vi } from "vitest";
import { accessibilityFaults, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { claude } from "../support/inbox.ts";
import { isLive, isSettled, openWebInbox } from "../support/web-inbox.ts";

const plan = [
  "# Move login sessions to Redis",
  "Sessions live in memory and end with every deploy. One store that both servers share ends that.",
  "## What changes",
  "- `src/session.ts` keeps its four functions; `get` and `put` become async",
  "- `src/login.ts` and three other callers await them",
  "- Sessions end after 7 days, renewed on every request",
  "## Order of work",
  "1. Add Redis 7 to the compose file and to CI",
  "2. Write the store with its tests",
  "3. Drop all sessions, so that everybody logs in again",
  "4. Deploy on Friday evening",
  "5. Remove the old map after one week",
];

function askPlan(hub: TestHub, lines: readonly string[] = plan) {
  const options = ["allow-once", "allow-always", "deny"].map((label) => ({ label }));
  return hub.ask([{ question: "May I start?", header: "Plan", options, multiSelect: false }], {
    kind: "approval",
    approval: { tool: "ExitPlanMode", input: { plan: lines.join("\n") } },
    agent: claude,
  });
}

async function openLines(page: Page): Promise<void> {
  await isSettled(page);
  await page.getByRole("button", { name: "Review lines" }).click();
  await line(page, 1).and(page.locator(":focus")).waitFor();
}

function line(page: Page, number: number) {
  return page.locator(`.yc-dl[data-line="${number}"]`);
}

/** What the agent is told, as it asks for it. */
async function told(hub: TestHub, id: string): Promise<string> {
  const headers = { authorization: `Bearer ${hub.tokens.agent}` };
  return vi.waitFor(async () => {
    const text = await (await fetch(`${hub.url}/v1/asks/${id}?as=text`, { headers })).text();
    expect(text).toContain("Comments on lines");
    return text;
  }, 10_000);
}

describe("reviewing a plan on the page", () => {
  const browser = useBrowser();

  test("with keys alone: comments and a strike outlast a reload, the agent is told them, and its next version keeps those that find their lines", async () => {
    const hub = await startHub();
    const { id } = await askPlan(hub);
    const page = await openWebInbox(browser, hub, { path: `/a/${id}` });
    await isSettled(page);
    await page.getByRole("button", { name: "Review lines" }).waitFor();
    await page.keyboard.press("r");
    await line(page, 1).and(page.locator(":focus")).waitFor();
    for (let at = 1; at < 10; at += 1) await page.keyboard.press("j");
    for (const key of ["d", "x", "d"]) await page.keyboard.press(key);
    await page.getByRole("button", { name: "Strike out line 10" }).and(page.locator('[aria-pressed="true"]')).waitFor();
    for (let at = 10; at > 6; at -= 1) await page.keyboard.press("k");
    await page.keyboard.press("c");
    await page.getByLabel("Comment on line 6").and(page.locator("textarea:focus")).waitFor();
    await page.keyboard.type("Renew only when less than a day is left.");
    await page.keyboard.press("Escape");
    await line(page, 6).and(page.locator(":focus")).waitFor();
    await page.getByText("2 comments").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Review lines: 2 comments" }).waitFor();
    expect(await page.locator('.yc-choice[data-effect="allow-always"]').getAttribute("aria-disabled")).toBe("true");
    await page.reload();
    await isLive(page);
    await openLines(page);
    await page.getByText("Renew only when less than a day is left.").waitFor();
    expect(await line(page, 10).locator("del").innerText()).toBe(plan[9]?.slice(3));
    await line(page, 1).press("Control+Enter");
    expect(await told(hub, id)).toContain(
      [
        "Line 6:",
        "  > - Sessions end after 7 days, renewed on every request",
        "  Renew only when less than a day is left.",
        "",
        "Line 10, strike out:",
        "  > 3. Drop all sessions, so that everybody logs in again",
      ].join("\n"),
    );
    expect((await hub.client("human").get(id)).outcome).toMatchObject({ answers: [{ selectedOptions: ["deny"] }] });
    const revised = await askPlan(hub, plan.with(9, "3. Copy all sessions"));
    await page.goto(`${hub.url}/a/${revised.id}`);
    await page.getByRole("note").getByText("3. Drop all sessions").waitFor();
    await page.getByRole("button", { name: "Review lines: 1 comment" }).waitFor();
    await page.goto(`${hub.url}/log/${id}`);
    await page.getByRole("region", { name: "Plan" }).getByText("Renew only when less than a day is left.").waitFor();
  });

  test("with a mouse: selected words are replaced, and the plan is approved with that once it was read", async () => {
    const hub = await startHub();
    const { id } = await askPlan(hub);
    const page = await openWebInbox(browser, hub, { path: `/a/${id}` });
    await openLines(page);
    await selectWords(page, 11, "Friday evening");
    await page.getByRole("button", { name: "Replace “Friday evening” in line 11" }).click();
    const field = page.getByLabel("Replace “Friday evening” in line 11 with");
    await field.and(page.locator(":focus")).waitFor();
    expect(await field.inputValue()).toBe("Friday evening");
    await field.fill("Tuesday morning");
    await page.locator('[data-mark="put"]', { hasText: "Deploy on Tuesday morning" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await line(page, 8).click();
    await line(page, 9).click({ modifiers: ["Shift"] });
    await page.getByRole("button", { name: "Comment on lines 8 to 9" }).click();
    await page.getByLabel("Comment on lines 8 to 9").fill("One commit for both.");
    await page.getByRole("button", { name: "Done" }).click();
    await line(page, 10).click();
    await page.getByRole("button", { name: "Strike out line 10" }).click();
    await page.getByText("1 struck out, 1 replaced").waitFor();
    for (const width of [1440, 1024, 640]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(overlaps), `the footer at ${width} px`).toBe(false);
    }
    await page
      .getByRole("button", { name: "Approve with comments" })
      .and(page.locator('[aria-disabled="false"]'))
      .click();
    expect(await told(hub, id)).toMatch(
      /Lines 8 to 9:[\s\S]*One commit for both\.[\s\S]*> Friday evening\nwith:\n {2}> Tuesday morning/,
    );
    expect((await hub.client("human").get(id)).outcome).toMatchObject({
      answers: [{ selectedOptions: ["allow-once"] }],
    });
  });

  test("with a finger: a tap on a line, or words selected with handles, bring up what can be done with it", async () => {
    const hub = await startHub();
    const { id } = await askPlan(hub);
    const page = await openWebInbox(browser, hub, { width: 390, height: 844, touch: true });
    await page.locator("a.row").tap();
    await openLines(page);
    await selectByTouch(page, 11, "Friday evening");
    await page.getByRole("button", { name: "Comment on “Friday evening” in line 11" }).tap();
    await page
      .getByLabel("Comment on “Friday evening” in line 11")
      .and(page.locator("textarea:focus"))
      .fill("Not on a Friday");
    await page.getByRole("button", { name: "Done" }).tap();
    await line(page, 6).tap();
    await page.getByRole("button", { name: "Comment on line 6" }).tap();
    const field = page.getByLabel("Comment on line 6").and(page.locator("textarea:focus"));
    await field.waitFor();
    expect(await page.evaluate("getComputedStyle(document.activeElement).fontSize")).toBe("16px");
    await field.fill("Too often");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await page.getByRole("button", { name: "Ask for changes" }).tap();
    expect(await told(hub, id)).toMatch(/Too often[\s\S]*Line 11:\n {2}> Friday evening\n {2}Not on a Friday/);
  });

  test("of 10,000 lines opens at once, follows the cursor to the end, and is not approved unread", async () => {
    const hub = await startHub();
    const lines = Array.from({ length: 10_000 }, (_, index) => `- step ${index + 1}`);
    lines[1] = "- left \u202eright";
    const { id } = await askPlan(hub, lines);
    const page = await openWebInbox(browser, hub, { path: `/a/${id}` });
    await openLines(page);
    expect(await line(page, 2).innerText()).toContain("<U+202E>");
    await page.keyboard.press("d");
    await page.getByText("1 struck out").waitFor();
    await page.keyboard.press("End");
    await line(page, 10_000).and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Approve with comments" }).click({ force: true });
    await page.getByText("Read all of it first.").waitFor();
    expect((await hub.client("human").get(id)).status).toBe("pending");
  });
});

/** Selects these words of a line as a phone does: one word by a long press, the rest with a handle, without events of a pointer. */
async function selectByTouch(page: Page, number: number, words: string): Promise<void> {
  for (const selected of [words.split(" ")[0] ?? "", words])
    await page.evaluate(`(() => {
      const { node, at } = (${findWords})(${number}, "${selected}");
      getSelection().setBaseAndExtent(node, at, node, at + ${selected.length});
    })()`);
}

/** Selects these words of a line as with a mouse. */
async function selectWords(page: Page, number: number, words: string): Promise<void> {
  const { left, right, y } = await placeOf(page, number, words);
  await page.mouse.move(left + 1, y);
  await page.mouse.down();
  await page.mouse.move(right - 1, y, { steps: 4 });
  await page.mouse.up();
}

function placeOf(page: Page, number: number, words: string) {
  return page.evaluate<{ left: number; right: number; y: number }>(`(() => {
    const { node, at } = (${findWords})(${number}, "${words}");
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + ${words.length});
    const { left, right, top, height } = range.getBoundingClientRect();
    return { left, right, y: top + height / 2 };
  })()`);
}

/** In the page: whether the words of the footer stand where one of its buttons does. */
const overlaps = `(() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".yc-sum"));
  return [...words.getClientRects()].some((one) =>
    [...document.querySelectorAll(".yc-footer button")].some((button) => {
      const other = button.getBoundingClientRect();
      return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    }),
  );
})()`;

/** In the page: the text that contains these words of a line, and where they begin in it. */
const findWords = `(number, words) => {
  const pieces = [...document.querySelectorAll('[data-line="' + number + '"] [data-at]')];
  const { firstChild: node } = pieces.find(({ textContent }) => textContent.includes(words));
  return { node, at: node.textContent.indexOf(words) };
}`;
