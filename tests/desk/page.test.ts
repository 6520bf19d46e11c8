import { beforeAll, describe, expect } from "vitest";
import {
  accessibilityFaults,
  scrollsSideways,
  takeScreenshot,
  testInBrowser as test,
  useBrowser,
} from "../support/browser.ts";
import { type ChatCompletions, startChatCompletions } from "../support/chat-completions.ts";
import { startDesk, type TestDesk } from "../support/desk.ts";
import { afterTests, startHub, type TestHub } from "../support/hub.ts";
import { isLive, openWebInbox } from "../support/web-inbox.ts";

const question = {
  question: "Which `database` should we use?",
  header: "Database",
  options: [
    { label: "SQLite", description: "In a file" },
    { label: "Postgres", description: "On a server" },
  ],
  multiSelect: false,
};
// Logged by the browser without a desk, while it cannot be reached, and for a directory outside its own.
const expected = [/503/, /403/, /ERR_INCOMPLETE_CHUNKED_ENCODING/];

describe("the page of the sessions", () => {
  const browser = useBrowser();
  const until = afterTests();
  let hub: TestHub;
  let desk: TestDesk;
  let model: ChatCompletions;

  beforeAll(async () => {
    model = await startChatCompletions([
      { tool: "AskUserQuestion", id: "q1", input: { questions: [question] } },
      { tool: "Run", id: "r1", input: { command: "echo hello" } },
      { tool: "Write", id: "w1", input: { path: "store.ts", content: "export const store = 1;\n" } },
      "**Done.** This is it:\n\n```ts\nexport const store = 1;\n```\n\n<script>alert(1)</script>",
    ]);
    until(() => model.stop());
    hub = await startHub({ until });
  });

  test("starts a session, asks in a panel over the input, and shows the conversation", {
    timeout: 120_000,
  }, async () => {
    const page = await openWebInbox(browser, hub, { path: "/sessions", expected });
    // A card that has just appeared ignores presses.
    const settled = () =>
      expect.poll(() => page.evaluate("document.querySelector('.ask-panel .yc-card')?.getAnimations().length")).toBe(0);
    await page.getByRole("heading", { name: "No desk is running" }).waitFor();
    await page.getByText("yourcall desk ~/your-project").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "desk/no-desk");

    // A desk that is started later shows up automatically.
    desk = await startDesk(hub, { env: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: "m" }, until });
    const form = page.getByRole("form", { name: "New session" });
    await form.waitFor();
    await form.getByRole("button", { name: "Start session" }).click();
    await form.getByText("Say what the agent should do.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "desk/start");
    await form.getByLabel("Directory").fill("/");
    await form.getByRole("combobox", { name: "Agent" }).selectOption("loop");
    await form.getByLabel("What should the agent do?").fill("Set it up");
    await form.getByRole("button", { name: "Start session" }).click();
    await form.getByText(/^Not started\./).waitFor();
    await form.getByLabel("Directory").fill(desk.cwd);
    await form.getByRole("button", { name: "Start session" }).click();

    // The question, in its panel. The input waits.
    const panel = page.getByRole("region", { name: "Loop is asking" });
    await panel.getByText("Which database should we use?").waitFor();
    const input = page.getByRole("textbox", { name: "Message to Loop" });
    expect(await input.getAttribute("placeholder")).toBe("Or tell Loop what to do");
    expect(await page.title()).toBe("(1) Set it up · yourcall");
    const tab = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^Sessions/ });
    expect(await tab.innerText()).toMatch(/Sessions\s*1/);
    const rows = page.getByRole("navigation", { name: "Sessions" }).getByRole("listitem");
    expect(await rows.allInnerTexts()).toEqual([expect.stringMatching(/^Set it up\s+~\s+\S.*\s+Which database/s)]);
    const id = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1) ?? "");

    // A second question of the same session waits behind the first, and another session's is not mixed in.
    const { id: other } = await desk.start("loop", "Something else");
    await desk.until(other, { state: "waiting" });
    await hub.ask([{ ...question, header: "Port", question: "Which port?" }], { agent: { name: "loop", session: id } });
    await panel.getByText("1 of 2").waitFor();
    expect(await panel.count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "desk/asking");
    await page.reload();
    await panel.getByText("1 of 2").waitFor();

    // On a phone too, a session can be stopped while it is running.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Stop session" }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });

    // Answered by a click, it is the person's message; the next one follows.
    await page.mouse.move(700, 300);
    await settled();
    await panel.getByText("SQLite").click();
    await page.getByText(/Database · answered in web/).waitFor();
    await expect.poll(() => model.resultOf("q1")).toContain("SQLite");
    const talk = page.getByRole("region", { name: "Conversation" });
    expect(await talk.locator(".said-by-you").allInnerTexts()).toEqual([
      expect.stringContaining("Set it up"),
      expect.stringMatching(/Database · answered in web.*\n+SQLite/),
    ]);
    await panel.getByText("Which port?").waitFor();
    await settled();
    await panel.getByRole("button", { name: /^Skip/ }).click();
    await panel.getByRole("button", { name: "Skip", exact: true }).last().click();
    await talk.getByText(/Port · skipped in web/).waitFor();
    await talk.getByText("no preference").waitFor();

    // An approval works the same way: all of it is shown, and one press decides.
    const approval = page.getByRole("region", { name: "Loop needs your approval" });
    await approval.getByRole("heading", { name: "Run echo hello" }).waitFor();
    await expect.poll(() => talk.locator(".call-end").allInnerTexts()).toEqual(["waiting for you"]);
    await takeScreenshot(page, "desk/approval");
    // A command of one line takes little room, so that the conversation stays in view.
    expect((await approval.boundingBox())?.height).toBeLessThanOrEqual(210);
    const tooWide =
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.ask-panel-card'))";
    expect(await page.evaluate(tooWide)).toBe(0);
    await settled();
    await approval.getByRole("button", { name: "Allow once" }).click();
    // Decided, it is part of its call.
    await talk.locator("details.call", { hasText: "echo hello" }).getByText("allowed once").waitFor();
    await approval.getByText("store.ts").first().waitFor();
    await settled();
    await approval.getByRole("button", { name: "Allow once" }).click();
    await talk.getByText("Done.").waitFor();
    await desk.until(id, { state: "idle" });
    // The panel that had the focus is gone, and the person can keep typing.
    await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("Message to Loop");

    // Markdown is rendered, calls are folded, and nothing the agent writes is executed.
    expect(await talk.locator("strong").allInnerTexts()).toContain("Done.");
    expect(await talk.locator('pre [data-code="keyword"]').allInnerTexts()).toEqual(["export", "const"]);
    await talk.getByText("<script>alert(1)</script>").waitFor();
    const calls = talk.locator("details.call");
    expect(await calls.locator("summary").allInnerTexts()).toEqual([
      expect.stringMatching(/Run\s+echo hello\s+allowed once/),
      expect.stringMatching(/Write\s+store\.ts\s+allowed once\s+\+1/),
    ]);
    await calls.first().locator("summary").click();
    await expect
      .poll(() => calls.first().locator("pre").allInnerTexts())
      .toEqual(["echo hello", expect.stringContaining("hello")]);
    await calls.nth(1).locator("summary").click();
    await calls.nth(1).locator('.yc-ln[data-kind="add"]').getByText("export const store = 1;").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "desk/talk");

    // A message, kept while it is typed; Enter sends it.
    await input.fill("And the tests?");
    await page.reload();
    expect(await input.inputValue()).toBe("And the tests?");
    await input.press("Enter");
    await talk.getByText("And the tests?").waitFor();
    await expect.poll(() => input.inputValue()).toBe("");
    await expect.poll(async () => (await talk.getByText("Done.").count()) >= 2).toBe(true);

    // It stops immediately, even while another call hangs.
    await page.route("**/mode", () => {});
    await page.getByLabel("What it may do without asking you").selectOption("plan");
    await page.getByRole("button", { name: "Stop session" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    await rows.filter({ hasText: "stopped" }).waitFor();

    // The other one asks its own question, and is interrupted, which withdraws it.
    await rows.filter({ hasText: "Something else" }).getByRole("link").click();
    await panel.getByText("Which database should we use?").waitFor();
    await expect
      .poll(() => talk.locator(".said-by-you").allInnerTexts())
      .toEqual([expect.stringContaining("Something else")]);
    await page.getByRole("button", { name: "Interrupt" }).click();
    await talk.getByText(/Withdrawn/).waitFor();
    await expect.poll(() => panel.count()).toBe(0);
    expect(await page.title()).toBe("Something else · yourcall");

    // The page notices within seconds that a desk is gone, and that it is back.
    const gone = page.getByText("The desk has stopped.");
    desk.process().kill("SIGKILL");
    await gone.waitFor({ timeout: 10_000 });
    expect(await input.getAttribute("placeholder")).toBe("No desk is running");
    await takeScreenshot(page, "desk/gone");
    await desk.process().ended;
    await desk.open();
    await gone.waitFor({ state: "detached" });

    // On a phone, the list and a session are shown one at a time.
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await scrollsSideways(page)).toBe(false);
    await takeScreenshot(page, "desk/phone-session");
    await page
      .getByRole("link", { name: /^Sessions/ })
      .first()
      .click();
    await rows.filter({ hasText: "Set it up" }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "desk/phone-list");
  });

  test("notifies of another session's question while one is being viewed, and shows its badge on every page", async () => {
    const page = await browser.open(`${hub.url}/`, { width: 1440, height: 900, expected });
    await page.context().clock.install();
    // A browser without a desktop shows no notifications, so they are recorded. The person looks at this page.
    await page.context().addInitScript(`
      window.shown = [];
      window.Notification = class {
        static permission = "granted";
        constructor(title, { body }) { this.title = title; this.body = body; window.shown.push(this); }
        close() {}
      };
      document.hasFocus = () => true;
    `);
    await page.goto((await hub.client("human").createLoginLink()).url);
    await isLive(page);
    const [mine, theirs] = await Promise.all(["Mine", "Theirs"].map((prompt) => desk.start("loop", prompt)));
    for (const { id } of [mine, theirs].filter((one) => one !== undefined)) await desk.until(id, { state: "waiting" });
    // This browser has never seen the sessions.
    const badge = page.locator(".tabs .attention");
    await expect.poll(() => badge.innerText()).toMatch(/^[2-9]$/);

    await page.goto(`${hub.url}/sessions/${mine?.id}`);
    await page.locator(".ask-panel").waitFor();
    const agent = (session: string | undefined) => ({ agent: { name: "loop", session } });
    const ask = (header: string, session: string | undefined) =>
      hub.ask([{ ...question, header, question: `${header}?` }], agent(session));
    await ask("Own", mine?.id);
    const settled = await ask("Settled", theirs?.id);
    await ask("Other", theirs?.id);
    await hub.client("agent").cancel(settled.id, "The turn was stopped");
    await expect.poll(() => page.locator(".tabs .count").first().innerText()).toMatch(/^\d+$/);
    await page.locator(".ask-panel").getByText("1 of 2").waitFor();
    await page.locator(".session-row", { hasText: "Theirs" }).getByText("2", { exact: true }).waitFor();
    await page.clock.fastForward(5000);
    await expect
      .poll(() => page.evaluate("window.shown.map(({ title, body }) => [title, body])"))
      .toEqual([["Other · loop", "Other?"]]);
    await page.evaluate("window.shown[0].onclick()");
    await page.locator('.session-row[aria-current="true"]', { hasText: "Theirs" }).waitFor();
    for (const { id } of [mine, theirs].filter((one) => one !== undefined)) await desk.sessions.stop(id);
  });
});
