import { describe, expect } from "vitest";
import { database } from "../support/asks.ts";
import { testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { answerElsewhere, claude } from "../support/inbox.ts";
import { rest } from "../support/typist.ts";
import { openWebInbox } from "../support/web-inbox.ts";

describe("the web page", () => {
  const browser = useBrowser();

  test("says on the open card and in the log that an answer did not reach its agent, or where it was given", async () => {
    const hub = await startHub();
    const agent = hub.client("agent");
    const { session } = claude;
    const late = await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub, { path: `/a/${late.id}` });
    const card = page.getByRole("region", { name: "Open ask" });
    await card.getByText("SQLite").first().waitFor();
    await answerElsewhere(hub, late, "SQLite");
    await card.getByText("Answered.").waitFor();
    await rest(page, 11_000);
    await card.getByText("It has not reached Claude yet.").waitFor();
    await agent.delivery(late.id, { state: "refused", note: "it went on with PostgreSQL", session });
    await card.getByText("It did not reach Claude: it went on with PostgreSQL.").waitFor();
    const own = await hub.ask([database], { agent: claude });
    const answers = [{ question: database.question, selectedOptions: ["SQLite"] }];
    await agent.report(own.id, { outcome: { status: "answered", answers }, surface: "claude-code", session });
    await page.getByRole("link", { name: "Log" }).click();
    await page.getByText("did not reach Claude: it went on with PostgreSQL").waitFor();
    await page.getByText("Claude Code").first().waitFor();
    expect((await agent.get(own.id)).status).toBe("cancelled");
  });

  test("offers the choices of an agent's host as buttons in its words, deny first", async () => {
    const hub = await startHub();
    const asked = await hub.ask([{ question: "Go ahead?", header: "Plan", options: [], multiSelect: false }], {
      kind: "approval",
      approval: {
        tool: "ExitPlanMode",
        input: { plan: "1. Delete it" },
        options: [
          { id: "auto", label: "Yes, and accept edits", effect: "allow-always" },
          { id: "keep", label: "No, keep planning", effect: "deny" },
        ],
      },
      agent: claude,
    });
    const page = await openWebInbox(browser, hub, { path: `/a/${asked.id}` });
    const card = page.getByRole("region", { name: "Open ask" });
    await card.getByText("Yes, and accept edits").waitFor();
    const text = await card.innerText();
    expect(text.indexOf("No, keep planning")).toBeLessThan(text.indexOf("Yes, and accept edits"));
    await card.getByRole("button", { name: "No, keep planning" }).click();
    await expect
      .poll(async () => (await hub.client("human").get(asked.id)).outcome)
      .toMatchObject({
        answers: [{ selectedOptions: ["keep"] }],
      });
  });
});
