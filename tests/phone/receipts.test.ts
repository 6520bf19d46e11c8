import { describe, expect, onTestFinished, vi } from "vitest";
import { database } from "../support/asks.ts";
import { accessibilityFaults, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { addPhone, startPhoneHub } from "../support/ntfy.ts";
import { startNtfyStandIn } from "../support/ntfy-stand-in.ts";
import { openWebInbox } from "../support/web-inbox.ts";

describe("what is known of an ask at a device", () => {
  const browser = useBrowser();

  test("is beside the open ask, and a device that fails is named in the page's head, status and doctor", async () => {
    const ntfy = await startNtfyStandIn();
    onTestFinished(() => ntfy[Symbol.asyncDispose]());
    const hub = await startPhoneHub();
    const { phone } = await addPhone(hub, ntfy.url);
    const page = await openWebInbox(browser, hub);
    const one = await hub.ask([database]);
    await phone.find(database.question);
    await page
      .getByLabel("Your devices")
      .getByText(/^Pixel: sent \d/)
      .waitFor();
    expect(await page.getByText("Pixel fails").count()).toBe(0);
    ntfy.refusals.push(...Array.from({ length: 5 }, () => ({ what: "publish", status: 403 }) as const));
    await hub.ask([{ ...database, question: "And now?" }]);
    const why = "the ntfy server's access list refuses it";
    await vi.waitFor(async () => {
      const { stdout } = await hub.run(["status"]);
      expect(stdout).toMatch(new RegExp(`^Pixel \\(ntfy\\) fails since \\d+:\\d+: ${why}\\.$`, "m"));
    }, 20_000);
    const { code, stdout } = await hub.run(["doctor"]);
    expect([code, stdout.replaceAll(/\s+/g, " ")]).toEqual([1, expect.stringContaining(`fails since`)]);
    await page.reload();
    await page.getByRole("banner").getByText(`Pixel fails: ${why}`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    ntfy.refusals.length = 0;
    await phone.press(await phone.find(database.question), "SQLite");
    await vi.waitFor(async () => {
      const { stdout } = await hub.run(["show", one.id]);
      expect(stdout).toMatch(/Device +Pixel: answered/);
    }, 20_000);
  });
});
