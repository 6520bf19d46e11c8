import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHubClient } from "@yourcall/client/node";
import { describe, expect, vi } from "vitest";
import { database } from "../support/asks.ts";
import {
  accessibilityFaults,
  scrollsSideways,
  takeScreenshot,
  testInBrowser as test,
  useBrowser,
} from "../support/browser.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { storePastDecisions } from "../support/past-decisions.ts";
import { openWebInbox } from "../support/web-inbox.ts";

describe("the settings in the browser", () => {
  const browser = useBrowser();
  const wholeBrowser = useBrowser({ whole: true });

  test("a token is created, shown once, works for its scope, and stops working once revoked", async () => {
    const hub = await startHub();
    const page = await openWebInbox(browser, hub, { path: "/settings" });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const tokens = page.getByRole("region", { name: "Tokens" });
    const devices = page.getByRole("region", { name: "Devices" }).getByRole("listitem");
    await devices.first().waitFor();
    // This browser's login is in the list, marked as such.
    expect(await devices.allInnerTexts()).toEqual([
      expect.stringMatching(/Chrome on Linux\s*this browser\s*in use now/),
    ]);
    // If there is room only for the name next to the button, the rest is below it, aligned with the name.
    const indent = await page.evaluate(`(() => {
      const [line, name] = [document.querySelector(".token-what p"), document.createRange()];
      name.selectNode(line.firstChild);
      line.style.width = Math.ceil(name.getBoundingClientRect().width) + 1 + "px";
      return line.querySelector(".chip").getBoundingClientRect().left - line.getBoundingClientRect().left;
    })()`);
    expect(indent).toBe(0);
    await tokens.getByRole("button", { name: "Create token" }).click();
    await tokens.getByText("Enter a name").waitFor();
    await tokens.getByLabel("Name").fill("build server");
    await tokens.getByLabel(/^Agent/).check();
    await tokens.getByRole("button", { name: "Create token" }).click();
    await tokens.getByText(/shown only once/).waitFor();
    const secret = await tokens.locator(".token-secret code").innerText();
    await tokens.getByRole("button", { name: "Copy the token" }).click();
    await vi.waitFor(async () => expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret), 20_000);
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "web-settings/token-made");

    const client = createHubClient({ url: hub.url, token: secret });
    const questions = [{ ...database, kind: "choice" as const }];
    const ask = await client.create({ questions });
    expect(ask.status).toBe("pending");
    await expect(client.decline(ask.id)).rejects.toMatchObject({ code: "forbidden" });
    await page.reload();
    await tokens.getByRole("listitem").filter({ hasText: "build server" }).waitFor();
    expect(await page.locator("main").innerText()).not.toContain(secret);

    await tokens.getByRole("button", { name: "Revoke build server…" }).click();
    await tokens.getByRole("button", { name: "Keep it" }).click();
    expect((await client.create({ questions })).status).toBe("pending");
    await tokens.getByRole("button", { name: "Revoke build server…" }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "web-settings/token-revoke");
    await tokens.getByRole("button", { name: "Revoke build server", exact: true }).click();
    await vi.waitFor(async () => expect(await tokens.getByRole("listitem").count()).toBe(0), 20_000);
    await expect(client.create({ questions })).rejects.toMatchObject({ code: "unauthorized" });
    client.close();
  });

  test("revoking the token of this browser logs it out", async () => {
    const hub = await startHub();
    const page = await openWebInbox(browser, hub, {
      path: "/settings",
      expected: [/status of 401|ERR_INCOMPLETE_CHUNKED_ENCODING/],
    });
    await page.getByRole("button", { name: "Log out Chrome on Linux…" }).click();
    await page.getByText("You will be logged out here").waitFor();
    await page.getByRole("button", { name: "Log out Chrome on Linux", exact: true }).click();
    await page.getByText("yourcall open", { exact: true }).waitFor();
  });

  test("a phone logs in with a code to scan, at the public address, and letters can be turned off", async () => {
    const directory = temporaryDirectory();
    const publicUrl = "https://yourcall.example";
    writeFileSync(join(directory, "config.json"), JSON.stringify({ publicUrl }));
    const hub = await startHub({ directory });
    const { url } = await hub.client("human").createLoginLink();
    const page = await browser.open(url.replace(publicUrl, hub.url));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("link", { name: "Settings" }).click();
    expect(await page.getByRole("img", { name: "Login code to scan" }).count()).toBe(0);
    await page.getByRole("button", { name: "Show a code" }).click();
    await page.getByRole("img", { name: "Login code to scan" }).waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
    await expect.poll(copied).toMatch(/^https:\/\/yourcall\.example\/#login=/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("switch", { name: /Single-letter keys/ }).uncheck();
    expect(await page.evaluate("localStorage.getItem('yourcall.letters')")).toBe("off");
  });

  test("how long decisions are kept is saved in config.json, effective at once and after a restart", async () => {
    const directory = temporaryDirectory();
    const config = join(directory, "config.json");
    writeFileSync(config, JSON.stringify({ later: { known: true }, timeout: "2h" }, null, 4));
    await storePastDecisions(directory, [
      { daysAgo: 40, waitedMs: 1000 },
      { daysAgo: 3, waitedMs: 1000 },
    ]);
    const hub = await startHub({ directory });
    const kept = async () => (await hub.client("human").list({ status: "ended" })).asks.length;
    const page = await openWebInbox(browser, hub, { path: "/settings", expected: [/status of 503/] });
    const keep = page.getByRole("form", { name: "How long decisions are kept" });
    await keep.getByText("Decisions are kept forever.").waitFor();
    await keep.getByRole("spinbutton", { name: "Days" }).fill("400");
    await keep.getByRole("button", { name: "Save" }).click();
    await keep.getByText("Enter a number of days from 1 to 366.").waitFor();
    await keep.getByRole("spinbutton", { name: "Days" }).fill("30");
    await keep.getByRole("button", { name: "Save" }).click();
    await keep.getByText("Everything that ended more than 30 days ago will be deleted now").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "web-settings/keep-confirm");
    expect(await kept()).toBe(2);
    await keep.getByRole("button", { name: "Delete and save" }).click();
    await keep.getByText("Saved.").waitFor();
    await keep.getByText("Decisions are kept for 30 days.").waitFor();
    expect(JSON.parse(readFileSync(config, "utf8"))).toEqual({ later: { known: true }, timeout: "2h", keep: "30d" });
    await vi.waitFor(async () => expect(await kept()).toBe(1), 20_000);

    // A longer time deletes nothing, so it needs no confirmation. A config.json broken in the meantime is not overwritten.
    writeFileSync(config, '{"keep": "30d",');
    await keep.getByLabel("Forever").check();
    await keep.getByRole("button", { name: "Save" }).click();
    await keep.getByText(/Not saved\. .*config\.json is not JSON and was not changed/).waitFor();
    expect(readFileSync(config, "utf8")).toBe('{"keep": "30d",');
    writeFileSync(config, '{"keep": "30d"}');
    await keep.getByRole("button", { name: "Save" }).click();
    await keep.getByText("Decisions are kept forever.").waitFor();
    await keep.getByRole("spinbutton", { name: "Days" }).fill("60");
    await keep.getByRole("button", { name: "Save" }).click();
    await keep.getByRole("button", { name: "Delete and save" }).click();
    await keep.getByText("Decisions are kept for 60 days.").waitFor();
    await page.context().close();
    await hub.stop();
    const again = await hub.restart();
    expect(await again.client("human").settings()).toMatchObject({ keepMs: 60 * 86_400_000 });
  });

  test("says where the hub is, sets theme and notifications, and fits every width, light and dark", async () => {
    const hub = await startHub();
    await hub.client("human").createToken({ scope: "agent", name: "<b>ci</b> \u202e" });
    const page = await openWebInbox(wholeBrowser, hub, { path: "/settings" });
    const place = page.getByRole("region", { name: "Where the hub listens" });
    await place.getByText(hub.url).waitFor();
    for (const words of [hub.socket, hub.directory]) await place.getByText(words, { exact: true }).waitFor();
    await page.getByText("<b>ci</b>", { exact: true }).waitFor();

    const notifications = page.getByRole("region", { name: "Notifications" });
    await page.context().grantPermissions(["notifications"]);
    await page.reload();
    const notify = notifications.getByRole("switch", { name: /^Notify me/ });
    // Permission is already granted, so notifications are on.
    await notify.uncheck();
    expect(await page.evaluate("localStorage.getItem('yourcall.notify')")).toBe("off");
    await notify.click();
    await expect.poll(() => notify.isChecked()).toBe(true);
    expect(await page.evaluate("localStorage.getItem('yourcall.notify')")).toBe("on");

    for (const theme of ["Dark", "Light"]) {
      await page.getByRole("group", { name: "Theme" }).getByLabel(theme).check();
      expect(await page.evaluate("document.documentElement.dataset.theme")).toBe(theme.toLowerCase());
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 900 });
        expect([theme, width, await scrollsSideways(page)]).toEqual([theme, width, false]);
        await takeScreenshot(page, `web-settings/settings-${width}-${theme.toLowerCase()}`);
      }
      expect([theme, await accessibilityFaults(page, theme === "Dark" ? "contrast" : "all")]).toEqual([theme, []]);
    }
    await page.reload();
    expect(await page.getByRole("group", { name: "Theme" }).getByLabel("Light").isChecked()).toBe(true);
  });
});
