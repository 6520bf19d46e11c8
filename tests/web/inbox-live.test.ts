import { describe, expect, vi } from "vitest";
import { authMethod, database, features, layout } from "../support/asks.ts";
import { accessibilityFaults, takeScreenshot, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { answerElsewhere, askApproval, claude, loop } from "../support/inbox.ts";
import { isLive, metricOf, openWebInbox, readList, row } from "../support/web-inbox.ts";

const refused = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

describe("the web inbox, live", () => {
  const browser = useBrowser();

  test("lists waiting asks oldest first with their marks, a heading wherever the session changes, and their number in title and icon", async () => {
    const hub = await startHub();
    await hub.ask([database], { agent: claude });
    await hub.ask([features, authMethod], { agent: loop });
    await askApproval(hub);
    const page = await openWebInbox(browser, hub);
    await row(page, "Features").waitFor();
    const at = "now";
    expect(await readList(page)).toEqual(
      [
        "claude · fix login",
        `Database ${at} | ${database.question}`,
        "loop · new service",
        `Features 2 questions ${at} | ${features.question}`,
        "claude · fix login",
        `Run approval ${at} | fly deploy`,
      ].map((text) =>
        expect.stringMatching(new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s*(\\| )?"))),
      ),
    );
    await expect.poll(() => page.title()).toBe("(3) yourcall");
    expect(await page.locator('link[rel="icon"]').getAttribute("href")).toMatch(/^data:image\/svg\+xml,.*%3E3%3C/);
    await page.getByText("live", { exact: true }).waitFor();
  });

  test("nothing moves under the pointer: ended asks stay, greyed, until the pointer leaves the list", async () => {
    const hub = await startHub();
    const first = await hub.ask([database], { agent: claude });
    const second = await hub.ask([authMethod], { agent: claude });
    await hub.ask([layout], { agent: claude });
    const page = await openWebInbox(browser, hub, { path: `/a/${first.id}` });
    await row(page, "Layout").hover();
    const before = await row(page, "Layout").boundingBox();
    await answerElsewhere(hub, second, "JWT");
    await row(page, "Auth Method").getByText("answered").waitFor();
    await hub.ask([features], { agent: loop });
    await row(page, "Features").waitFor();
    expect(await row(page, "Layout").boundingBox()).toEqual(before);
    await page.mouse.move(900, 850);
    await row(page, "Auth Method").waitFor({ state: "detached" });
    await expect.poll(() => page.title()).toBe("(3) yourcall");
  });

  test("list and card say that an agent is gone, its ask can be declined, and typing extends a deadline", async () => {
    const hub = await startHub();
    const gone = await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub, { path: `/a/${gone.id}` });
    expect(await page.getByText("agent gone").count()).toBe(0);
    await page.clock.setFixedTime(Date.now() + 11 * 60_000);
    // After a visit to another page, it shows the current time.
    await page.getByRole("link", { name: "Log" }).click();
    await page.getByRole("heading", { name: "Log" }).waitFor();
    await page.getByRole("link", { name: "Waiting" }).click();
    await row(page, "Database").getByText("agent gone").waitFor({ timeout: 30_000 });
    const card = page.getByRole("region", { name: "Open ask" });
    await card.getByText("agent gone").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "agent-gone-1440-light");
    await card.getByRole("button", { name: "Decline" }).click();
    await card.getByRole("button", { name: "Decline" }).click();
    await page.getByText("Declined Database for claude · fix login").waitFor();
    expect(await page.getByText("agent gone").count()).toBe(0);
    const ending = await hub.ask([authMethod], { agent: claude, timeoutMs: 50_000 });
    const soon = await openWebInbox(browser, hub);
    await row(soon, "Auth Method").getByText("1 min left").waitFor();
    await soon.getByText(/Expires \d\d:\d\d/).waitFor();
    await soon.getByRole("radio", { name: "Other" }).click();
    await soon.getByLabel("Your own answer").fill("passkeys");
    const deadline = async () => (await hub.client("human").get(ending.id)).expiresAt ?? "";
    await expect.poll(async () => (await deadline()) > (ending.expiresAt ?? "")).toBe(true);
  });

  test("seven tabs, more than a browser has connections for, share one stream, and nothing is missed when the tab that reads it closes", async () => {
    const hub = await startHub();
    const first = await openWebInbox(browser, hub);
    const others = await Promise.all(Array.from({ length: 6 }, () => browser.tab(first, `${hub.url}/`)));
    await Promise.all(others.map(isLive));
    await expect.poll(() => metricOf(hub, "yourcall_event_streams")).toBe(1);
    await hub.ask([database], { agent: claude });
    for (const tab of [first, ...others]) await row(tab, "Database").waitFor();
    // Asked while the reading tab closes, whether or not the next one has taken over.
    const [ask] = await Promise.all([hub.ask([features], { agent: claude }), first.close()]);
    for (const tab of others) await row(tab, "Features").waitFor();
    await hub.client("agent").cancel(ask.id);
    for (const tab of others) await row(tab, "Features").waitFor({ state: "detached" });
    await expect.poll(() => metricOf(hub, "yourcall_event_streams")).toBe(1);
  });

  test("when the hub is killed and comes back, the page says so and reconnects, and sends nothing on its own", async () => {
    const hub = await startHub({ args: [] });
    const port = new URL(hub.url).port;
    const ask = await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub, { expected: [refused] });
    await hub.stop("SIGKILL");
    await page.getByText(/^Reconnecting\. Hub last seen \d\d:\d\d$/).waitFor();
    const card = page.getByRole("region", { name: "Open ask" });
    await card.getByLabel("Other").click();
    await card.getByLabel("Your own answer").fill("DuckDB");
    await card.getByText("Kept here. Send once the hub is back.").waitFor();
    expect(await card.getByRole("button", { name: "Send answer" }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "away-1440-light");
    const again = await hub.restart({ args: ["--port", port] });
    await again.ask([authMethod], { agent: claude });
    await isLive(page);
    await row(page, "Auth Method").waitFor();
    // Every screen has the draft, and nobody has answered.
    await vi.waitFor(
      async () => expect((await again.client("human").get(ask.id)).draft?.draft.entries[0]?.other).toBe("DuckDB"),
      20_000,
    );
    expect(await again.client("human").list({ status: "ended" })).toEqual({ asks: [] });
    await card.getByRole("button", { name: "Send answer" }).click();
    await page.getByText('Sent "DuckDB" to claude · fix login').waitFor();
    expect((await again.client("human").get(ask.id)).outcome).toMatchObject({ answers: [{ customInput: "DuckDB" }] });
  });

  test("words typed while the hub is killed survive a reload, reach the next hub, and can be copied if the ask is withdrawn", async () => {
    const hub = await startHub();
    const port = new URL(hub.url).port;
    const ask = await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub, { expected: [refused, /409/] });
    const field = page.getByLabel("Your own answer");
    await page.getByLabel("Other").click();
    await field.pressSequentially("the quick ");
    await hub.stop("SIGKILL");
    await field.pressSequentially("brown fox");
    await page.close();
    const again = await hub.restart({ args: ["--port", port] });
    // A draft may be on its way when the ask is withdrawn.
    const next = await browser.tab(page, `${again.url}/a/${ask.id}`, { expected: [/409/] });
    await isLive(next);
    await expect.poll(() => next.getByLabel("Your own answer").inputValue()).toBe("the quick brown fox");
    await next.getByLabel("Your own answer").press("Control+End");
    await next.keyboard.type(", jumping");
    await again.client("agent").cancel(ask.id);
    await next.getByText("Your words are kept, not sent.").waitFor();
    await next.keyboard.type(" still");
    await next.reload();
    await next.getByText("Database, own words: the quick brown fox, jumping still").waitFor();
  });

  test("an answer whose reply is lost counts as sent once the hub reports it, and the next ask opens", async () => {
    const hub = await startHub();
    await hub.ask([database], { agent: claude });
    await hub.ask([authMethod], { agent: claude });
    const page = await openWebInbox(browser, hub, { expected: [/ERR_FAILED/] });
    const card = page.getByRole("region", { name: "Open ask" });
    await card.getByLabel("Other").click();
    await card.getByLabel("Your own answer").fill("DuckDB");
    await page.route("**/answer", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await card.getByRole("button", { name: "Send answer" }).click();
    await page.getByText('Sent "DuckDB" to claude · fix login').waitFor();
    await card.getByRole("radio", { name: "JWT" }).waitFor();
    expect(await page.getByText("Your draft, not sent").count()).toBe(0);
  });
});
