import { describe, expect, vi } from "vitest";
import { database } from "../support/asks.ts";
import { accessibilityFaults, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { answerElsewhere, claude } from "../support/inbox.ts";
import { isSettled, openWebInbox, row } from "../support/web-inbox.ts";

const asked = "What does SQLite cost?";

describe("asking back on the page", () => {
  const browser = useBrowser();

  test("with keys alone: the card waits for the reply, which takes its place with what was filled in", async () => {
    const hub = await startHub();
    const first = await hub.ask([database], { agent: claude, asksAgain: true });
    const page = await openWebInbox(browser, hub);
    await row(page, "Database").waitFor();
    await isSettled(page);
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByLabel("Note").fill("it must be cheap");
    await page.keyboard.press("Escape");
    await page.keyboard.press("b");
    const field = page.getByLabel("The agent is asked this. It replies, and asks you again.");
    await field.and(page.locator(":focus")).waitFor();
    await page.keyboard.type(asked);
    expect(await accessibilityFaults(page)).toEqual([]);
    // No sentence contains this: it sends without a pause.
    await page.keyboard.press("Control+Enter");
    await page.getByRole("status").getByText("waiting for the agent's reply").waitFor();
    expect((await hub.client("human").get(first.id)).outcome).toMatchObject({ status: "declined", asked });
    const reply = { agent: claude, asksAgain: true, replyTo: first.id, context: "Nothing at all." };
    const second = await hub.ask([database], reply);
    const said = page.getByRole("list", { name: "What was said so far" });
    await said.getByText(asked).waitFor();
    await said.getByText("Nothing at all.").waitFor();
    await page.getByRole("status").getByText("which has replied").waitFor();
    await page.locator(".earlier").getByRole("link", { name: "Asked back" }).waitFor();
    expect(await page.getByLabel("Note").inputValue()).toBe("it must be cheap");
    expect(await accessibilityFaults(page)).toEqual([]);
    // The reply leaves the list once it is answered elsewhere and the person goes on.
    await answerElsewhere(hub, second, "SQLite");
    await hub.ask([{ ...database, header: "Next one" }], { agent: claude });
    await page.getByRole("link", { name: "Next question" }).click();
    await row(page, "answered").waitFor({ state: "detached" });
    await page.getByRole("status").getByText("which has replied").waitFor();
    // The record claims nothing that the next minute may change.
    await page.goto(`${hub.url}/a/${first.id}`);
    await page.getByText(`“${asked}” Nothing was decided.`).waitFor();
    expect(await page.getByText(/waiting for the agent's reply/i).count()).toBe(0);
  });

  test("at 390 px: an approval is asked about, and nothing was allowed or denied", async () => {
    const hub = await startHub();
    const { id } = await hub.ask(
      [
        {
          question: "May I run it?",
          header: "Deploy",
          options: ["allow-once", "allow-always", "deny"].map((label) => ({ label })),
          multiSelect: false,
        },
      ],
      {
        kind: "approval",
        approval: { tool: "Bash", input: { command: "fly deploy" } },
        agent: claude,
        asksAgain: true,
      },
    );
    const page = await openWebInbox(browser, hub, { path: `/a/${id}` });
    await page.setViewportSize({ width: 390, height: 844 });
    await isSettled(page);
    await page.getByRole("button", { name: "Ask back" }).click();
    await page.getByLabel("The agent is asked this. It replies, and asks you again.").fill("Where to?");
    await page.getByRole("button", { name: "Ask back" }).click();
    await vi.waitFor(
      async () => expect((await hub.client("human").get(id)).outcome).toMatchObject({ asked: "Where to?" }),
      10_000,
    );
  });
});
