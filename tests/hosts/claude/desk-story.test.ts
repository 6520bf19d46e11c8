import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { test as always, beforeAll, describe, expect } from "vitest";
import { testInBrowser, useBrowser } from "../../support/browser.ts";
import { type ChatCompletions, startChatCompletions } from "../../support/chat-completions.ts";
import { createClaudePlace, testWithClaude } from "../../support/claude.ts";
import { childrenOf, startDesk, type TestDesk } from "../../support/desk.ts";
import {
  afterTests,
  readHubFile,
  startCommand,
  startHub,
  type TestHub,
  temporaryDirectory,
} from "../../support/hub.ts";
import { type MessagesApi, startMessagesApi } from "../../support/messages-api.ts";
import { root } from "../../support/terminal.ts";
import { isLive, metricOf, openWebInbox } from "../../support/web-inbox.ts";
import { type AcpAsker, startAcpAsker } from "./acp-asker.ts";
import { labelled } from "./sessions.ts";

// Needs both a browser and Claude.
const test = testInBrowser === always ? testWithClaude : testInBrowser;

const one = (question: string, header = "Choice") => ({
  ...{ question, header, multiSelect: false },
  options: labelled("A", "B"),
});
const ask = (...questions: object[]) => ({ tool: "AskUserQuestion", input: { questions } });
const bash = (command: string) => ({ tool: "Bash", input: { command, description: "x" } });
// While the hub or the desk is away, the browser logs that too.
const expected = [/50[0-9]/, /ERR_/];

describe("two Claudes, the built-in agent and an ACP agent under one desk, in a browser", () => {
  const browser = useBrowser();
  const until = afterTests();
  let hub: TestHub;
  let desk: TestDesk;
  let api: MessagesApi;
  let chat: ChatCompletions;
  let acp: AcpAsker;
  let ids: Record<"first" | "second" | "loop" | "acp", string>;

  beforeAll(async () => {
    api = await startMessagesApi({
      first: [
        ["First.", ask(one("One?"))],
        [bash("touch allowed")],
        [bash("touch begun-1; sleep 60")],
        ...Array.from({ length: 4 }, () => ["Once more."]),
      ],
      third: [[bash("touch begun-2; sleep 60")], ...Array.from({ length: 4 }, () => ["Recovered."])],
      second: [["Second.", ask(one("Where?", "Place"), one("When?", "Time"))], ["Second is done."]],
    });
    chat = await startChatCompletions([{ ...ask(one("Loop?")), id: "l1" }, "Loop is done."]);
    acp = await startAcpAsker(until);
    const place = createClaudePlace(api.url);
    for (const act of [place.remove, () => api.stop(), () => chat.stop()]) until(act);
    const directory = temporaryDirectory("hub", until);
    const agents = { acp: acp.command, hostile: [process.execPath, join(root, "tests/desk/hostile-agent.mjs")] };
    writeFileSync(join(directory, "config.json"), JSON.stringify({ agents }));
    hub = await startHub({ directory, until });
    const model = { OPENAI_BASE_URL: chat.url, YOURCALL_MODEL: "openai:m" };
    desk = await startDesk(hub, { env: { ...place.env, ...model }, until });
  });

  const panelOf = (page: Page) => page.locator(".ask-panel");
  const rowOf = (page: Page, title: string) => page.locator(".session-row", { hasText: title });
  const talkOf = (page: Page) => page.getByRole("region", { name: "Conversation" });

  /** Opens a session from the list, and waits until its panel takes presses. */
  async function open(page: Page, title: string): Promise<void> {
    await rowOf(page, title).click();
    await rowOf(page, title).and(page.locator("[aria-current]")).waitFor();
    await panelOf(page).waitFor();
    await page.mouse.move(700, 200);
    await expect
      .poll(() => page.evaluate("document.querySelector('.ask-panel .yc-card')?.getAnimations().length"))
      .toBe(0);
  }

  test("all ask at the same time; a reload and a killed hub lose nothing; Claude is told what was chosen", async () => {
    const page = await openWebInbox(browser, hub, { path: "/sessions", expected });
    const started = await Promise.all([
      desk.start("claude", "[first] Go."),
      desk.start("claude", "[second] Go."),
      desk.start("loop", "Loop, go."),
      desk.start("acp", acp.prompt),
    ]);
    const [first = "", second = "", loop = "", other = ""] = started.map(({ id }) => id);
    ids = { first, second, loop, acp: other };
    for (const id of Object.values(ids)) await desk.until(id, { state: "waiting" });
    await expect.poll(() => page.locator('.session-row .session-state[data-state="waiting"]').count()).toBe(4);
    for (const question of ["One?", "Where?", "Loop?", "Which database?"])
      await page.locator(".session-says", { hasText: question }).waitFor();
    expect(await page.locator(".tabs .attention").innerText()).toBe("4");
    expect(await page.title()).toMatch(/^\(4\) /);

    await open(page, "[first] Go.");
    await page.reload();
    await panelOf(page).getByText("One?").waitFor();

    await hub.stop("SIGKILL");
    // The desk starts another one.
    await expect.poll(() => readHubFile(hub.directory)?.pid ?? hub.pid).not.toBe(hub.pid);
    until(async () => {
      desk.process().kill("SIGKILL");
      await desk.process().ended;
      await startCommand(["stop"], { env: { YOURCALL_HOME: hub.directory }, until: () => {} }).ended;
    });
    desk.reconnect({ socket: readHubFile(hub.directory)?.socket ?? "", tokens: hub.tokens });
    // The desk's and the page's.
    await expect.poll(() => metricOf(hub, "yourcall_event_streams")).toBe(2);
    await isLive(page);
    await desk.until(first, { state: "waiting" });

    await open(page, "[first] Go.");
    await panelOf(page).getByText("B", { exact: true }).click();
    await talkOf(page)
      .getByText(/Choice · answered in web/)
      .waitFor();
    expect((await api.resultOf("toolu_first_0_1")).text).toContain('"One?"="B"');

    // A typed answer and a skip, in one panel with one Submit.
    await open(page, "[second] Go.");
    const panel = panelOf(page);
    const group = (name: string) => panel.locator("fieldset", { hasText: name });
    await group("Where?").getByText("Other").click();
    await group("Where?").getByRole("textbox").fill("on the moon");
    await group("When?").getByRole("button", { name: /^Skip/ }).click();
    await panel.locator(".yc-footer button", { hasText: "Send" }).click();
    await desk.until(second, { state: "idle", lastLine: "Second is done." });
    const told = (await api.resultOf("toolu_second_0_1")).text;
    expect(told).toContain('"Where?"="on the moon"');
    expect(told).toMatch(/When\?.*(no preference|skipped)/is);
    const said = await talkOf(page).locator(".said-by-you").allInnerTexts();
    expect(said.at(-1)).toMatch(/Place, Time · answered in web.*“on the moon”|"on the moon"/s);
  });

  test("a killed desk loses no answer: the loop and an approval of Claude continue, an ACP agent gets a message", async () => {
    const page = await openWebInbox(browser, hub, { path: `/sessions/${ids.first}`, expected });
    await desk.until(ids.first, { state: "waiting", question: expect.stringMatching(/^Run /) });
    await page.locator(".session-row").nth(3).waitFor();
    desk.process().kill("SIGKILL");
    await desk.process().ended;
    await page.getByText("The desk has stopped.").waitFor();
    const turns = api.requests.length + chat.turns + acp.turns();

    await open(page, "Loop, go.");
    await panelOf(page).getByText("B", { exact: true }).click();
    await expect.poll(() => panelOf(page).count()).toBe(0);
    await open(page, acp.prompt);
    // What another session said is not shown here.
    expect(await talkOf(page).innerText()).toBe("");
    await panelOf(page).getByText("MySQL").click();
    await expect.poll(() => panelOf(page).count()).toBe(0);
    expect(api.requests.length + chat.turns + acp.turns()).toBe(turns);

    await desk.open();
    await desk.until(ids.loop, { state: "idle", lastLine: "Loop is done." });
    expect(chat.resultOf("l1")).toContain("B");
    const lost = await desk.until(ids.acp, { state: "failed" });
    expect(lost.failure).toBe("The agent ended before your answer reached it. Resume to send it.");
    await page
      .getByText(lost.failure ?? "")
      .last()
      .waitFor();
    await talkOf(page).locator(".said-late").waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await desk.until(ids.acp, { state: "idle" });
    expect(acp.told()).toMatch(/You had asked the user, and were cut off\..*MySQL/s);

    await open(page, "[first] Go.");
    await panelOf(page).getByRole("button", { name: "Allow once" }).click();
    await api.waitForRequest(
      ({ scenario, messages }) =>
        scenario === "first" && JSON.stringify(messages).includes("The user has allowed this call"),
    );
    for (const id of Object.values(ids)) {
      const entries = await desk.read(id);
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
    }
  });

  test("a turn is interrupted, a killed Claude fails alone and is resumed, and nonsense disturbs nobody", async () => {
    const page = await openWebInbox(browser, hub, { path: `/sessions/${ids.first}`, expected });
    const begun = (at: number) => expect.poll(() => existsSync(join(desk.cwd, `begun-${at}`))).toBe(true);
    await open(page, "[first] Go.");
    await panelOf(page).getByRole("button", { name: "Allow once" }).click();
    await begun(1);
    await page.getByRole("button", { name: "Interrupt" }).click();
    await talkOf(page).getByText("Interrupted.").waitFor();

    const input = page.getByRole("textbox", { name: "Message to Claude" });
    await input.fill("Please go on");
    await input.press("Enter");
    await talkOf(page).getByText("Once more.").waitFor();

    await desk.start("claude", "[third] Go.");
    await open(page, "[third] Go.");
    await panelOf(page).getByRole("button", { name: "Allow once" }).click();
    await begun(2);
    const { id: hostile } = await desk.start("hostile", "malformed");
    for (const pid of childrenOf(desk.process().pid, "claude")) process.kill(pid, "SIGKILL");
    await page.locator('.session-row[aria-current] [data-state="failed"]').first().waitFor();
    await desk.until(hostile, { state: "idle", lastLine: "Still here" });
    await page.getByRole("button", { name: "Resume" }).click();
    await talkOf(page).getByText("Recovered.").waitFor();
  });
});
