import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { testInBrowser, useBrowser } from "../support/browser.ts";
import { useChat } from "../support/chat.ts";

const browser = useBrowser();
const chat = useChat();

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

describe("a chat without a hub", () => {
  testInBrowser("the model's question is a card, a click answers it, and the run goes on with the answer", async () => {
    const { url, directory } = await chat();
    const page = await browser.open(url);
    await say(page, "slow database");
    await page.getByText("Preparing a question").waitFor();
    expect(await page.locator(".yc-card").count()).toBe(0);
    writeFileSync(join(directory, "go"), "");
    await page.getByText("SQLite").click();
    await page.getByText("The model was told:").waitFor();
    await page.getByText("Selected: SQLite").waitFor();
    await page.getByText("Answered. You, in card").waitFor();
  });
});
