import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect } from "vitest";
import { answerElsewhere, card, cards, pendingIn, say, send, sessionIn } from "../../chat/page.ts";
import { useBrowser } from "../../support/browser.ts";
import { useChat } from "../../support/chat.ts";
import { type ClaudePlace, createClaudePlace, testWithClaude } from "../../support/claude.ts";
import { useHub } from "../../support/hub.ts";
import { type MessagesApi, startMessagesApi } from "../../support/messages-api.ts";

const question = {
  question: "Which database should we use?",
  header: "Database",
  options: [
    { label: "PostgreSQL", description: "Robust" },
    { label: "SQLite", description: "One file" },
  ],
  multiSelect: false,
};
const features = { ...question, question: "Which features?", header: "Features", multiSelect: true };
const ask = (...questions: object[]) => ({ tool: "AskUserQuestion", input: { questions } });
const asks = ask(question);

const browser = useBrowser();
const hub = useHub();
let api: MessagesApi | undefined;
let place: ClaudePlace | undefined;
const chat = useChat(async () => {
  api = await startMessagesApi({
    shop: [["Let me ask.", asks], ["SQLite it is."]],
    stopped: [["Let me ask.", asks], ["Never said."]],
    killed: [["Let me ask.", ask(features)], ["Both, then."]],
    tabs: [["Let me ask.", asks], ["As I like it.", ask(features)], ["Without features."]],
    odd: [
      [{ tool: "NoSuchTool", input: { path: "x" } }],
      [{ tool: "AskUserQuestion", input: { questions: "nonsense" } }],
      ["Still here."],
    ],
    file: [["I write it down.", { tool: "Bash", input: { command: "touch kept", description: "Keeps" } }], ["Kept."]],
  });
  place = createClaudePlace(api.url);
  return { env: { ...place.env, YOURCALL_HOME: (await hub()).directory, CHAT_PROVIDER: "claude" } };
});
afterAll(async () => {
  await api?.stop();
  place?.remove();
});

describe("a chat with Claude Code", () => {
  testWithClaude(
    "Claude's question is a card while it runs, and the same reply continues with the answer",
    async () => {
      const page = await browser.open((await chat()).url);
      await say(page, "[shop] Which database?");
      await card(page).getByText("SQLite").click();
      await page.getByText("SQLite it is.").waitFor();
      await page.getByText("Answered. You, ").waitFor();
      expect((await api?.resultOf("toolu_shop_0_1"))?.text).toContain('"Which database should we use?"="SQLite"');
      await page.reload();
      await page.getByText("Chosen: SQLite").waitFor();
      await page.getByText("SQLite it is.").waitFor();
    },
  );

  testWithClaude(
    "its question survives a reload and a killed server, and Claude continues with the answer",
    async () => {
      const server = await chat();
      const page = await browser.open(server.url, { expected: [/net::ERR_/] });
      await say(page, "[killed] Which features?");
      await card(page).waitFor();
      await page.reload();
      await card(page).waitFor();
      await server.stop("SIGKILL");
      await server.restart();
      await page.reload();
      await page.getByText("Let me ask.").waitFor();
      await card(page).getByText("SQLite").click();
      await card(page).getByText("Other", { exact: true }).click();
      await card(page).getByRole("textbox").fill("A map");
      await send(page);
      await page.getByText("Both, then.").waitFor();
      const told = (await api?.resultOf("toolu_killed_0_1"))?.text;
      expect(told).toContain("SQLite");
      expect(told).toContain("A map");
      await page.reload();
      await page.getByText("Both, then.").waitFor();
      expect(await page.getByText("Let me ask.").count()).toBe(1);
      await page.getByText("Chosen: SQLite").waitFor();
    },
  );

  testWithClaude("an answer in a terminal continues the conversation in two tabs, and with no page open", async () => {
    const page = await browser.open((await chat()).url);
    await say(page, "[tabs] Which database?");
    await card(page).waitFor();
    const session = sessionIn(page);
    const other = await browser.tab(page, page.url());
    await card(other).waitFor();
    await answerElsewhere(await hub(), session, "--skip", "Database");
    for (const each of [page, other]) {
      await each.getByText("As I like it.").waitFor();
      await expect.poll(() => cards(each).count()).toBe(2);
    }
    expect((await api?.resultOf("toolu_tabs_0_1"))?.text).toContain("no preference");
    const address = page.url();
    for (const each of [page, other]) await each.goto("about:blank");
    await answerElsewhere(await hub(), session, "--decline", "Not now");
    expect((await api?.resultOf("toolu_tabs_1_1"))?.text).toContain("Not now");
    await page.goto(address);
    await page.getByText("Without features.").waitFor();
    await page.getByText("Declined.").waitFor();
  });

  testWithClaude("an unknown tool and unreadable arguments do no harm", async () => {
    const page = await browser.open((await chat()).url);
    await say(page, "[odd] Do odd things.");
    await page.getByText("Still here.").waitFor();
    await page.getByText("NoSuchTool", { exact: true }).waitFor();
  });

  testWithClaude("stopping Claude withdraws its question; a tool runs once it is allowed", async () => {
    const server = await chat();
    const page = await browser.open(server.url);
    await say(page, "[stopped] Which database?");
    await card(page).waitFor();
    const { id } = await pendingIn(await hub(), sessionIn(page));
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    const person = (await hub()).client("human");
    await expect.poll(async () => (await person.get(id)).outcome?.status).toBe("cancelled");
    await page.getByRole("button", { name: "New conversation" }).click();
    await say(page, "[file] Keep it.");
    await card(page).getByRole("button", { name: "Allow once" }).click();
    await page.getByText("Kept.").waitFor();
    expect(existsSync(join(server.directory, "files/kept"))).toBe(true);
  });
});
