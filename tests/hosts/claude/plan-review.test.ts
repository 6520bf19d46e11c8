import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { HubClient, WireAsk } from "@yourcall/client";
import type { Page } from "playwright-core";
import { test as always, expect, onTestFinished, vi } from "vitest";
import { testInBrowser, useBrowser } from "../../support/browser.ts";
import { type ClaudePlace, claudeBinary, testWithClaude } from "../../support/claude.ts";
import { setUpClaude } from "../../support/claude-hooks.ts";
import { startHub, temporaryDirectory } from "../../support/hub.ts";
import { openInbox } from "../../support/inbox.ts";
import type { MessagesApi } from "../../support/messages-api.ts";
import { testAcrossNeovims } from "../../support/nvim.ts";
import { isSettled, openWebInbox } from "../../support/web-inbox.ts";

// Needs a browser, Neovim and Claude.
const test = testInBrowser === always ? testWithClaude : testInBrowser;

const plan = `# Move login sessions to Redis

- The four functions of src/session.ts become async
- Sessions end after 7 days, renewed on every request
1. Add Redis 7 to the compose file
2. Drop all sessions
3. Deploy on Friday evening
4. Remove the old map after one week
`;
const comment = "Renew only when less than a day is left.";
const said = `Comments on lines:

Line 4:
  > - Sessions end after 7 days, renewed on every request
  ${comment}

Line 6, strike out:
  > 2. Drop all sessions`;
const denied = `The user wants the plan changed before you start. They say: ${said}

Stay in plan mode, change the plan accordingly and present it again.`;
const present = { tool: "ExitPlanMode", input: {} };

/** Claude Code in plan mode, which presents the plan at its second turn. It keeps the plan in a file, whose path only its model is told. */
async function presentPlan(place: ClaudePlace, api: MessagesApi, scenario: string): Promise<void> {
  const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  args.push("--permission-prompt-tool", "stdio", "--permission-mode", "plan");
  const child = spawn(claudeBinary, args, { cwd: place.cwd, env: place.env });
  const closed = once(child.stdout.resume(), "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  const say = (content: string) =>
    child.stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`);
  say(`First [${scenario}]`);
  const request = await api.waitForRequest((one) => one.scenario === scenario);
  const [path = ""] = /[^"\s\\`]*\/plans\/[^"\s\\`]+\.md/.exec(JSON.stringify(request)) ?? [];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, plan);
  say("Go on");
}

/** The one plan that waits for somebody. */
const pendingPlan = (client: HubClient): Promise<WireAsk> =>
  vi.waitFor(
    async () => {
      const [ask] = (await client.list({ status: "pending" })).asks;
      if (ask === undefined) throw new Error("no plan");
      return ask;
    },
    { timeout: 60_000, interval: 50 },
  );

async function openLines(page: Page, name: string): Promise<void> {
  await isSettled(page);
  await page.getByRole("button", { name }).click();
  await page.locator('.yc-dl[data-line="1"]').and(page.locator(":focus")).waitFor();
}

const browser = useBrowser();

testAcrossNeovims(
  "a plan of the real Claude Code that is commented on the page, in the terminal or in Neovim: its model is told the same words",
  async (openNeovim) => {
    const hub = await startHub();
    const client = hub.client("human");
    const { api, place } = await setUpClaude(
      {
        page: [["Ready."], [present], [present], ["Started."]],
        terminal: [["Ready."], [present], ["Later."]],
        nvim: [["Ready."], [present], ["Later."]],
      },
      { home: hub.directory, setup: ["--approvals", "--unattended"] },
    );

    await presentPlan(place, api, "page");
    const first = await pendingPlan(client);
    expect(first.approval).toMatchObject({ tool: "ExitPlanMode", input: { plan } });
    const page = await openWebInbox(browser, hub, { path: `/a/${first.id}` });
    await openLines(page, "Review lines");
    await page.locator('.yc-dl[data-line="4"]').click();
    await page.getByRole("button", { name: "Comment on line 4" }).click();
    await page.getByLabel("Comment on line 4").and(page.locator("textarea")).fill(comment);
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator('.yc-dl[data-line="6"]').click();
    await page.getByRole("button", { name: "Strike out line 6" }).click();
    await page.getByText("1 struck out").waitFor();
    await page.getByRole("button", { name: "Ask for changes" }).click();
    expect(await api.resultOf("toolu_page_1_0")).toEqual({ text: denied, isError: true });

    // The same plan again: the comments are there, nothing is answered by them, and allowed with them it begins.
    const again = await pendingPlan(client);
    expect(again.draft?.draft).toMatchObject({
      review: [
        { from: 4, comment },
        { from: 6, replacement: "" },
      ],
    });
    await page.goto(`${hub.url}/a/${again.id}`);
    await openLines(page, "Review lines: 2 comments");
    await page
      .getByRole("button", { name: "Approve with comments" })
      .and(page.locator('[aria-disabled="false"]'))
      .click();
    expect(await api.resultOf("toolu_page_2_0")).toMatchObject({ isError: false });
    const started = await api.waitForRequest(({ scenario, turn }) => scenario === "page" && turn === 3);
    expect(JSON.stringify(started.messages.slice(-1))).toContain(JSON.stringify(`says: ${said}`).slice(1, -1));

    await presentPlan(place, api, "terminal");
    await pendingPlan(client);
    const inbox = await openInbox(hub);
    await inbox.see("1 waiting");
    inbox.press("enter");
    await inbox.see("r review lines");
    inbox.press("r");
    await inbox.see("Line 1 of 8");
    inbox.press("down", "down", "down");
    await inbox.see("Line 4 of 8");
    inbox.press("c");
    await inbox.see("comment:");
    inbox.type(comment);
    inbox.press("enter");
    await inbox.see(`> ${comment}`);
    inbox.press("down", "down");
    await inbox.see("Line 6 of 8");
    inbox.press("d");
    await inbox.see("- 2. Drop all sessions");
    inbox.press("escape");
    await inbox.see("2 comments on lines");
    inbox.press("enter");
    expect(await api.resultOf("toolu_terminal_1_0")).toEqual({ text: denied, isError: true });

    await presentPlan(place, api, "nvim");
    const third = await pendingPlan(client);
    const nvim = openNeovim({ directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } });
    nvim.command("Yourcall inbox");
    await nvim.see("1 waiting · <CR> opens");
    nvim.press("enter");
    await nvim.see("<!-- /lines -->");
    nvim.goTo("^- Sessions end");
    await nvim.insert("o", `> ${comment}`);
    nvim.goTo("^2. Drop");
    nvim.type("dd");
    for (const { label } of third.approval?.options?.slice(1) ?? []) await nvim.deleteLine(label);
    await nvim.see("1 left ✔");
    nvim.press("enter");
    expect(await api.resultOf("toolu_nvim_1_0")).toEqual({ text: denied, isError: true });
    const { asks } = await client.list({ status: "all" });
    expect(asks.map(({ outcome }) => (outcome?.status === "answered" ? outcome.by.surface : ""))).toEqual([
      "nvim",
      "terminal",
      "web",
      "web",
    ]);
  },
  test,
);
