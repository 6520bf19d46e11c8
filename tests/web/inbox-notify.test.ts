import type { WireAsk } from "@yourcall/client";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { database, features } from "../support/asks.ts";
import { testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { answerElsewhere, claude } from "../support/inbox.ts";
import { isLive, row } from "../support/web-inbox.ts";

// A browser without a desktop shows no notifications, so they are recorded. No tab is visible.
const desktop = `
  window.shown = [];
  window.ended = [];
  window.requests = 0;
  window.Notification = class {
    static get permission() { return localStorage.getItem("test.permission") ?? "default"; }
    static async requestPermission() { window.requests++; localStorage.setItem("test.permission", "granted"); }
    constructor(title, options) { this.title = title; Object.assign(this, options); window.shown.push(this); }
    close() { window.ended.push(this.title); }
  };
  document.hasFocus = () => false;
`;

const shown = (page: Page) => page.evaluate("window.shown.map(({ title, body }) => [title, body])");

describe("desktop notifications of the web inbox", () => {
  const browser = useBrowser({ whole: true });

  test("are asked for once, by a click; one tab shows the question, and a click on it opens its card", async () => {
    const hub = await startHub();
    const page = await browser.open(`${hub.url}/`);
    await page.context().clock.install();
    const later = async () => {
      for (const tab of page.context().pages()) await tab.clock.fastForward(5000);
    };
    await page.context().addInitScript(desktop);
    await page.goto((await hub.client("human").createLoginLink()).url);
    await isLive(page);
    await page.reload();
    await isLive(page);
    const second = await browser.tab(page, `${hub.url}/`);
    await isLive(second);
    await hub.ask([database], { agent: claude });
    await row(page, "Database").waitFor();
    expect([await page.evaluate("window.requests"), await shown(page)]).toEqual([0, []]);
    await later();
    await page.getByRole("button", { name: "Notify me here" }).click();
    await page.getByRole("button", { name: "Notify me here" }).waitFor({ state: "detached" });
    expect(await page.evaluate("window.requests")).toBe(1);
    const ask = await hub.ask([features], { agent: claude });
    await row(page, "Features").waitFor();
    await row(second, "Features").waitFor();
    // There is no notification for an ask that ends within 5 seconds.
    const settled = await hub.ask([{ ...database, header: "Settled" }], { agent: claude });
    await hub.client("agent").cancel(settled.id, "The turn was stopped");
    await row(page, "Settled").and(page.locator("[data-ended]")).waitFor();
    await later();
    await expect.poll(() => shown(page)).toEqual([["Features · claude · fix login", features.question]]);
    expect(await shown(second)).toEqual([]);
    await page.evaluate("window.shown[0].onclick()");
    await page.getByRole("region", { name: "Features" }).waitFor();
    expect(page.url()).toBe(ask.url);
    // Without the question's text it only says who asks.
    await page.evaluate("window.shown.length = 0; localStorage.setItem('yourcall.notify-text', 'off')");
    const secret = await hub.ask([{ ...database, header: "Secret" }], { agent: claude });
    await row(page, "Secret").waitFor();
    await later();
    await expect.poll(() => shown(page)).toEqual([["claude · fix login is asking", ""]]);
    // Once it is answered elsewhere, there is nothing left to be told.
    await answerElsewhere(hub, secret, "SQLite");
    await expect.poll(() => page.evaluate("window.ended")).toContain("claude · fix login is asking");
    await second.close();
    await page.reload();
    await isLive(page);
    await row(page, "Features").waitFor();
    expect(await page.getByRole("button", { name: "Notify me here" }).count()).toBe(0);
    // On Android the constructor throws: the stream continues, the question is in the list, and the service worker notifies.
    await page.context().grantPermissions(["notifications"]);
    await page.evaluate(
      "const { prototype } = Notification; window.Notification = Object.assign(function () { throw new TypeError('Illegal constructor'); }, { prototype, permission: 'granted' }); localStorage.removeItem('yourcall.notify-text'); window.displayed = 0; const show = ServiceWorkerRegistration.prototype.showNotification; ServiceWorkerRegistration.prototype.showNotification = async function (...all) { await show.apply(this, all); window.displayed++; }",
    );
    const asks: WireAsk[] = [];
    for (const header of ["One", "Two"]) {
      asks.push(await hub.ask([{ ...database, header }], { agent: claude }));
      await row(page, header).waitFor();
      await later();
    }
    expect(await page.locator(".link-state").innerText()).toBe("live");
    const notices = () =>
      page.evaluate(
        "navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map(({ title }) => title).sort())",
      );
    // Chromium forgets a notification that is listed before it is displayed, so the list is read only afterwards.
    await expect.poll(() => page.evaluate("window.displayed")).toBe(2);
    expect(await notices()).toEqual(["One · claude · fix login", "Two · claude · fix login"]);
    // Without a desktop nobody can click, so the worker gets the event of a click, and opens the ask in this tab.
    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate(`(async () => {
      const notification = (await registration.getNotifications()).find(({ title }) => title.startsWith("One"));
      const click = new NotificationEvent("notificationclick", { notification });
      // Only a browser's own event can be waited for.
      click.waitUntil = () => {};
      dispatchEvent(click);
    })()`);
    await page.getByRole("region", { name: "One" }).waitFor();
    expect(page.url()).toBe(asks[0]?.url);
    expect(await notices()).toEqual(["Two · claude · fix login"]);
  });
});
