import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { describe, expect, vi } from "vitest";
import { testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { type PushedMessage, type Subscription, startPushService } from "../support/push-service.ts";
import { openWebInbox } from "../support/web-inbox.ts";

const sessions = {
  ...{ question: "Where should we keep login sessions?", header: "Sessions", multiSelect: false },
  options: [{ label: "Redis (Recommended)", description: "Shared by all servers" }, { label: "PostgreSQL" }],
};

/** A browser whose push service is the stand-in. What is sent there has to be delivered by hand. */
interface Phone {
  page: Page;
  subscription: Subscription;
  /** Delivers what was sent, and resolves once it is shown. */
  deliver(message: PushedMessage): Promise<void>;
  /** The notifications on its screen. */
  shown(): Promise<{ title: string; body: string; actions: string[] }[]>;
  /** Presses a button of the notification, or the notification itself. */
  press(tag: string, button?: string, reply?: string): Promise<void>;
}

const browser = useBrowser({ whole: true });

async function startAll() {
  const service = await startPushService();
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify({ notify: { after: "50ms", desktop: false } }));
  const hub = await startHub({ directory, env: service.env });
  return { service, hub };
}

/** Adds this browser as a person does: in the settings, by a press of the button and of the test notification. */
async function addPhone(hub: TestHub, subscription: Subscription, { level = "Everything", approvals = false } = {}) {
  const page = await openWebInbox(browser, hub, { expected: [/404|410|Failed to load/] });
  const context = page.context();
  await context.grantPermissions(["notifications"]);
  const cdp = await context.newCDPSession(page);
  const phone = await createPhone(page, cdp, subscription);
  await page.goto(`${hub.url}/settings`);
  const form = page.getByRole("form", { name: "Notify this device" });
  await form.getByLabel("Name").fill("Pixel");
  await form.getByLabel(level, { exact: true }).check();
  if (approvals) await form.getByRole("switch").check();
  await form.getByRole("button", { name: "Notify this device" }).click();
  await page.getByText("Press its button to finish").waitFor();
  const test = await subscription.until(({ notification }) => notification.data.kind === "test");
  await phone.deliver(test);
  expect(await phone.shown()).toMatchObject([{ title: "Does this arrive?", actions: ["It works"] }]);
  await phone.press(test.notification.tag, "It works");
  await page.getByText("On, as “Pixel”.").waitFor();
  return phone;
}

async function workerOf(context: BrowserContext) {
  const [worker] = context.serviceWorkers();
  return worker ?? context.waitForEvent("serviceworker");
}

async function createPhone(page: Page, cdp: CDPSession, subscription: Subscription): Promise<Phone> {
  const context = page.context();
  const { endpoint, keys } = subscription;
  // Chromium cannot subscribe without Google.
  const fake = `{ endpoint: ${JSON.stringify(endpoint)}, toJSON: () => (${JSON.stringify({ endpoint, keys })}), unsubscribe: async () => true }`;
  const override = `
    PushManager.prototype.subscribe = async function () { globalThis.subscribed = true; return ${fake}; };
    PushManager.prototype.getSubscription = async () => (globalThis.subscribed || !globalThis.document) ? ${fake} : null;`;
  await page.addInitScript(override);
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations;
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  await page.evaluate(
    "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => {})",
  );
  await (await workerOf(context)).evaluate(override);
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  const phone: Phone = {
    page,
    subscription,
    async deliver(message) {
      const data = subscription.texts[subscription.messages.indexOf(message)] ?? "";
      await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
      await vi.waitFor(async () => {
        const titles = (await phone.shown()).map(({ title }) => title);
        expect(titles).toContain(message.notification.title);
      }, 20_000);
    },
    async shown() {
      return (await workerOf(context)).evaluate<{ title: string; body: string; actions: string[] }[]>(
        "registration.getNotifications().then((all) => all.map(({ title, body, actions }) => ({ title, body, actions: actions.map((one) => one.title) })))",
      );
    },
    async press(tag, button = "", reply) {
      const given = JSON.stringify({ tag, button, reply });
      // Nobody can press without a desktop, so the worker gets the event of a press.
      await (await workerOf(context)).evaluate(`(async () => {
        const { tag, button, reply } = ${given};
        const [notification] = await registration.getNotifications({ tag });
        const action = notification.actions.find(({ title }) => title === button)?.action ?? "";
        const event = new NotificationEvent("notificationclick", { notification, action, reply });
        const done = [];
        event.waitUntil = (promise) => done.push(promise);
        dispatchEvent(event);
        await Promise.all(done);
      })()`);
    },
  };
  return phone;
}

const outcomeOf = (hub: TestHub, id: string) =>
  vi.waitFor(async () => {
    const { outcome } = await hub.client("human").get(id);
    if (outcome === undefined) throw new Error("still pending");
    return outcome;
  }, 20_000);

describe("a browser that is notified by Web Push", () => {
  test("shows each question with its options as buttons, and a press answers with the exact label", async () => {
    const { service, hub } = await startAll();
    const phone = await addPhone(hub, service.subscribe());
    expect(await hub.client("human").listDevices()).toMatchObject([
      { kind: "push", name: "Pixel", state: "ready", level: "full" },
    ]);
    const { id } = await hub.ask([sessions], { agent: { name: "claude" } });
    const message = await phone.subscription.until(({ notification }) => notification.tag === id);
    expect(message.headers).toMatchObject({ urgency: "high" });
    await phone.deliver(message);
    expect(await phone.shown()).toMatchObject([
      { title: sessions.question, body: expect.stringContaining("claude"), actions: ["Redis", "PostgreSQL"] },
    ]);
    await phone.press(id, "Redis");
    expect(await outcomeOf(hub, id)).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: ["Redis (Recommended)"] }],
      by: { surface: "push", act: "click", token: { scope: "device", name: "Pixel" } },
    });
    expect(await phone.shown()).toEqual([]);
    const { receipts } = await hub.client("human").get(id);
    expect(receipts?.map(({ what }) => what)).toEqual(["sent", "shown", "answered"]);
    expect((await hub.run(["show", id])).stdout).toMatch(/Device +dev_\w+: answered/);
  });
});
