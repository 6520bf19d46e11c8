import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect } from "vitest";
import type { TestBrowser } from "../support/browser.ts";
import { useChat } from "../support/chat.ts";
import { type ClaudePlace, createClaudePlace, testWithClaude } from "../support/claude.ts";
import type { TestHub } from "../support/hub.ts";
import { type MessagesApi, startMessagesApi } from "../support/messages-api.ts";
import { card, pendingIn, say, sessionIn } from "./page.ts";

const question = {
  question: "Which database should we use?",
  header: "Database",
  options: [
    { label: "PostgreSQL", description: "Robust" },
    { label: "SQLite", description: "One file" },
  ],
  multiSelect: false,
};
const asks = { tool: "AskUserQuestion", input: { questions: [question] } };

/** The chat with the real Claude Code, whose model is scripted. */
export function describeClaudeChat(browser: TestBrowser, hub: () => Promise<TestHub>): void {
  let api: MessagesApi | undefined;
  let place: ClaudePlace | undefined;
  const chat = useChat(async () => {
    api = await startMessagesApi({
      shop: [["Let me ask.", asks], ["SQLite it is."]],
      stopped: [["Let me ask.", asks], ["Never said."]],
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
      "Claude's question is a card while it runs, and the same reply goes on with the answer",
      async () => {
        const page = await browser.open((await chat()).url);
        await say(page, "[shop] Which database?");
        await card(page).getByText("SQLite").click();
        await page.getByText("SQLite it is.").waitFor();
        await page.getByText("Answered. You, in card").waitFor();
        expect((await api?.resultOf("toolu_shop_0_1"))?.text).toContain('"Which database should we use?"="SQLite"');
        await page.reload();
        await page.getByText("Chosen: SQLite").waitFor();
        await page.getByText("SQLite it is.").waitFor();
      },
    );

    testWithClaude("stopping Claude withdraws its question; a tool runs once it is allowed", async () => {
      const server = await chat();
      const page = await browser.open(server.url);
      await say(page, "[stopped] Which database?");
      await card(page).waitFor();
      const { id } = await pendingIn(await hub(), sessionIn(page));
      await page.getByRole("button", { name: "Stop" }).click();
      const person = (await hub()).client("human");
      await expect.poll(async () => (await person.get(id)).outcome?.status).toBe("cancelled");
      await page.getByRole("button", { name: "New conversation" }).click();
      await say(page, "[file] Keep it.");
      await card(page).getByRole("button", { name: "Allow once" }).click();
      await page.getByText("Kept.").waitFor();
      expect(existsSync(join(server.directory, "files/kept"))).toBe(true);
    });
  });
}
