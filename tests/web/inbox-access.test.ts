import { createHubClient } from "@yourcall/client/node";
import { describe, expect, onTestFinished } from "vitest";
import { database, features } from "../support/asks.ts";
import { accessibilityFaults, takeScreenshot, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { isLive, isSettled, metricOf, openWebInbox, row } from "../support/web-inbox.ts";

// Chromium's console messages for a refused login and for a stream that the hub ends.
const unauthorized = /status of 401|ERR_INCOMPLETE_CHUNKED_ENCODING/;

describe("access to the web inbox", () => {
  const browser = useBrowser();

  test("without a login the page says how to log in, and requests nothing from the hub", async () => {
    const hub = await startHub();
    await hub.ask([database]);
    const page = await browser.open(`${hub.url}/settings`);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${hub.url}/`);
    await page.getByText("yourcall open", { exact: true }).waitFor();
    expect(await page.locator("body").innerText()).not.toContain("Database");
    expect(requests.filter((path) => path.startsWith("/v1") || path === "/metrics")).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "stranger-light");
  });

  test("a login link works once, leaves no trace in the address, and the browser stays logged in", async () => {
    const hub = await startHub();
    await hub.ask([database]);
    const { url } = await hub.client("human").createLoginLink();
    const page = await browser.open(url);
    await isLive(page);
    await row(page, "Database").waitFor();
    expect(page.url()).toBe(`${hub.url}/`);
    await page.reload();
    await isLive(page);
    // The Back button does not lead to the code.
    expect(await page.evaluate("history.length")).toBe(2);
    const other = await browser.open(url, { expected: [unauthorized, /status of 404/] });
    await other.getByText("That login link has already been used, or is more than a minute old.").waitFor();
    expect(other.url()).toBe(`${hub.url}/`);
    expect(await accessibilityFaults(other)).toEqual([]);
    // A link pasted into the tab changes only the fragment, so the page is not reloaded.
    const { url: fresh } = await hub.client("human").createLoginLink();
    await other.evaluate(`location.hash = "${new URL(fresh).hash}"`);
    await isLive(other);
    expect(other.url()).toBe(`${hub.url}/`);
    await other.goto(`${hub.url}/nope`);
    await other.getByRole("heading", { name: "Page not found" }).waitFor();
    // In a browser that is logged in, an old link changes nothing.
    await page.goto("about:blank");
    const again = await browser.tab(page, url, { expected: [unauthorized] });
    await isLive(again);
  });

  test("a login link of another person replaces nobody's login until they agree", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database]);
    const clientOf = async (name: string) => {
      const { token } = await hub.client("human").createToken({ scope: "human", name, rights: "answer" });
      const client = createHubClient({ url: hub.url, token });
      onTestFinished(() => client.close());
      return client;
    };
    const [ana, ben] = [await clientOf("ana"), await clientOf("ben")];
    const page = await browser.open((await ana.createLoginLink()).url);
    await isLive(page);
    // As from a page that ben has ana open.
    await page.goto("about:blank");
    await page.goto((await ben.createLoginLink()).url);
    await page.getByRole("heading", { name: "Log in as ben?" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "other-login-light");
    await page.getByRole("button", { name: "Stay logged in" }).click();
    await row(page, "Database").click();
    await isSettled(page);
    await page.keyboard.press("3");
    await expect.poll(async () => (await ana.get(ask.id)).outcome).toMatchObject({ by: { token: { name: "ana" } } });
    // Their own link asks nothing, and neither does one that they agree to.
    const tokenOf = () => page.evaluate<string>("localStorage.getItem('yourcall.token')");
    const before = await tokenOf();
    await page.evaluate(`location.hash = "${new URL((await ana.createLoginLink()).url).hash}"`);
    await expect.poll(tokenOf).not.toBe(before);
    await isLive(page);
    await page.evaluate(`location.hash = "${new URL((await ben.createLoginLink()).url).hash}"`);
    await page.getByRole("button", { name: "Log in with this link" }).click();
    await isLive(page);
    const session = createHubClient({ url: hub.url, token: await tokenOf() });
    onTestFinished(() => session.close());
    expect((await session.settings()).person).toBe("ben");
  });

  test("a login link works in a browser whose earlier login the hub does not know", async () => {
    const hub = await startHub();
    const page = await browser.open(`${hub.url}/`, { expected: [unauthorized] });
    // From a hub that had this address before, or lost its store.
    await page.evaluate("localStorage.setItem('yourcall.token', 'yc_human_other')");
    await page.goto("about:blank");
    await page.goto((await hub.client("human").createLoginLink()).url);
    await isLive(page);
  });

  test("revoking a browser's token logs it out at once, in every tab", async () => {
    const hub = await startHub();
    await hub.ask([database]);
    const page = await openWebInbox(browser, hub, { expected: [unauthorized] });
    const second = await browser.tab(page, `${hub.url}/log`, { expected: [unauthorized] });
    await isLive(second);
    const [token] = await hub.client("human").listTokens();
    await hub.client("human").removeToken(token?.id ?? "");
    for (const tab of [page, second]) {
      await tab.getByText("You have been logged out").waitFor();
      expect(await tab.locator("body").innerText()).not.toContain("Database");
    }
    expect(await page.evaluate("localStorage.getItem('yourcall.token')")).toBeNull();
  });

  test("a link to one ask shows and answers only that ask, and stops working when it ends", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database]);
    await hub.ask([features]);
    const { token } = await hub.client("human").createToken({ scope: "link", ask: ask.id });
    const page = await browser.open(`${ask.url}#token=${token}`);
    await page.getByText(database.question).waitFor();
    expect(page.url()).toBe(ask.url);
    expect(await page.locator("body").innerText()).not.toContain("Features");
    expect(await accessibilityFaults(page)).toEqual([]);
    // A reload keeps the access, and the copied link works elsewhere.
    await page.reload();
    await page.getByText(database.question).waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await isSettled(page);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(`${ask.url}#token=${token}`);
    // Keys work anywhere on this page too.
    await page.keyboard.press("3");
    await page.getByText(/You, in web/).waitFor();
    expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({
      answers: [{ selectedOptions: ["SQLite"] }],
      by: { surface: "web", act: "submit" },
    });
    const late = await browser.open(`${ask.url}#token=${token}`, { expected: [/status of 40[13]/] });
    await late.getByRole("heading", { name: "This link does not work" }).waitFor();
    await late.getByText("Ask for a new link.").waitFor();
    // One that the hub does not know, because it was not copied in full.
    const wrong = await browser.open(`${ask.url}#token=${token.slice(0, -1)}`, { expected: [unauthorized] });
    await wrong.getByRole("heading", { name: "This link does not work" }).waitFor();
    await wrong.getByText(/does not recognize this link/).waitFor();
  });

  test("a link to one ask does not show what somebody else answers", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database]);
    const { token } = await hub.client("human").createToken({ scope: "link", ask: ask.id });
    const page = await browser.open(`${ask.url}#token=${token}`, { expected: [/status of 403/] });
    await page.getByText(database.question).waitFor();
    await expect.poll(() => metricOf(hub, "yourcall_waiters")).toBe(1);
    await hub.client("human").decline(ask.id, { reason: "not for Bo" });
    await page.getByText("It was ended elsewhere.").waitFor();
    expect(await page.locator("body").innerText()).not.toContain("not for Bo");
  });

  test("a person who may only answer is told that sessions are for administrators", async () => {
    const hub = await startHub();
    const { token } = await hub.client("human").createToken({ scope: "human", name: "ana", rights: "answer" });
    const ana = createHubClient({ url: hub.url, token });
    onTestFinished(() => ana.close());
    const page = await browser.open((await ana.createLoginLink()).url, { expected: [/status of 403/] });
    await isLive(page);
    await page.goto(`${hub.url}/sessions`);
    await page.getByRole("heading", { name: "Only administrators see sessions" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
