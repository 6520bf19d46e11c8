import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { accessibilityFaults, takeScreenshot, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startDesk, whichStore } from "../support/desk.ts";
import { startHub } from "../support/hub.ts";
import { isSettled, openWebInbox } from "../support/web-inbox.ts";

const session = "11111111-2222-4333-8444-555555555555";

describe("a Claude Code session in a terminal of its own", () => {
  const browser = useBrowser();

  test("is listed once its hook asks, shows its conversation as it grows, and can be answered but not changed", async () => {
    const hub = await startHub();
    const desk = await startDesk(hub);
    const folder = join(desk.cwd, ".claude/projects/-shop");
    mkdirSync(folder, { recursive: true });
    const say = (type: string, content: unknown) =>
      appendFileSync(
        join(folder, `${session}.jsonl`),
        `${JSON.stringify({ type, message: { content }, timestamp: new Date().toISOString() })}\n`,
      );
    say("user", "Fix the login");
    say("assistant", [{ type: "text", text: "One thing first." }]);
    const agent = { name: "claude", session, title: "Fix the login", cwd: desk.cwd };
    const metadata = { source: "claude-code", hook: "PreToolUse" };
    const ask = await hub.ask([whichStore], { agent, metadata });

    const page = await openWebInbox(browser, hub, { path: "/sessions" });
    const rows = page.getByRole("navigation", { name: "Sessions" }).getByRole("listitem");
    await rows.filter({ hasText: "Fix the login" }).getByRole("link").click();
    const talk = page.getByRole("region", { name: "Conversation" });
    await talk.getByText("One thing first.").waitFor();
    await page.getByText("You can answer its questions here, and write to it there.").waitFor();
    expect(await page.getByRole("button", { name: "Stop session" }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "desk/elsewhere");
    await isSettled(page);
    await page.locator(".ask-panel").getByText("A file").click();
    await expect.poll(async () => (await desk.human.get(ask.id)).status).toBe("answered");
    say("assistant", [{ type: "text", text: "A file it is." }]);
    await talk.getByText("A file it is.").waitFor();
    await rows.filter({ hasText: "elsewhere" }).waitFor();
    await expect(desk.sessions.send(session, "Hurry")).rejects.toThrow("Here it can only be read.");
  });
});
