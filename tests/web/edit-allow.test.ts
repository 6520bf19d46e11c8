import { describe, expect, vi } from "vitest";
import { accessibilityFaults, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { askApproval, claude } from "../support/inbox.ts";
import { isSettled, openWebInbox } from "../support/web-inbox.ts";

const question = {
  question: "May I run it?",
  header: "Deploy",
  options: ["allow-once", "allow-always", "deny"].map((label) => ({ label })),
  multiSelect: false,
};

describe("changing a call on the page", () => {
  const browser = useBrowser();

  test("shows what changes, allows it once and not always, and the log keeps both", async () => {
    const hub = await startHub();
    const approval = { tool: "Bash", input: { command: "fly deploy" }, editable: "command" };
    const { id } = await hub.ask([question], { kind: "approval", approval, agent: claude });
    const page = await openWebInbox(browser, hub, { path: `/a/${id}` });
    await isSettled(page);
    await page.getByRole("button", { name: "Edit" }).click();
    const field = page.getByLabel("What will run");
    expect(await field.inputValue()).toBe("fly deploy");
    await field.fill("fly deploy --staging");
    await page.getByRole("figure", { name: "What you changed" }).getByText("--staging").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.locator('.yc-choice[data-effect="allow-always"]').getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await page.locator('.yc-choice[data-effect="allow-once"][aria-disabled="false"]').click();
    await vi.waitFor(async () => {
      const { outcome, approval: kept } = await hub.client("human").get(id);
      expect(outcome).toMatchObject({ answers: [{ selectedOptions: ["allow-once"], edited: "fly deploy --staging" }] });
      expect(kept?.input).toEqual({ command: "fly deploy" });
    }, 10_000);
    await page.goto(`${hub.url}/a/${id}`);
    await page.getByText("Changed to fly deploy --staging").waitFor();
    await page.goto(`${hub.url}/log/${id}`);
    await page.getByText("fly deploy --staging").first().waitFor();
  });

  test("is not offered for a host that accepts no change", async () => {
    const hub = await startHub();
    const { id } = await askApproval(hub);
    const page = await openWebInbox(browser, hub, { path: `/a/${id}` });
    await page.getByRole("button", { name: "Add a note" }).waitFor();
    expect(await page.getByRole("button", { name: "Edit" }).count()).toBe(0);
  });
});
