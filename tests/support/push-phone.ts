import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { expect, vi } from "vitest";
import type { PushedMessage, Subscription } from "./push-service.ts";

/** A browser whose push service is the stand-in. What is sent there has to be delivered by hand. */
export interface Phone {
  page: Page;
  subscription: Subscription;
  /** Delivers what was sent, and resolves once it is shown. */
  deliver(message: PushedMessage): Promise<void>;
  /** The notifications on its screen. */
  shown(): Promise<{ title: string; body: string; actions: string[] }[]>;
  /** Presses a button of the notification, or the notification itself. */
  press(tag: string, button?: string, reply?: string): Promise<void>;
  /** The browser ends its subscription and makes this one. */
  renew(subscription: Subscription): Promise<void>;
}

async function workerOf(context: BrowserContext) {
  const [worker] = context.serviceWorkers();
  return worker ?? context.waitForEvent("serviceworker");
}

// Chromium forgets a notification that is listed before it is displayed, so this says which ones are.
const countDisplayed = `
  globalThis.displayed = [];
  const { showNotification } = ServiceWorkerRegistration.prototype;
  ServiceWorkerRegistration.prototype.showNotification = async function (title, ...more) {
    await showNotification.call(this, title, ...more);
    displayed.push(title);
  };`;

/** Chromium cannot subscribe without Google. */
function toOverride({ endpoint, keys }: Subscription): string {
  const fake = `{ toJSON: () => (${JSON.stringify({ endpoint, keys })}), unsubscribe: async () => true }`;
  return `
    PushManager.prototype.subscribe = async function () { globalThis.subscribed = true; return ${fake}; };
    PushManager.prototype.getSubscription = async () => (globalThis.subscribed || !globalThis.document) ? ${fake} : null;`;
}

/** Makes the browser of this page a phone whose pushes are delivered by hand. */
export async function createPhone(page: Page, cdp: CDPSession, subscription: Subscription): Promise<Phone> {
  const context = page.context();
  const override = toOverride(subscription);
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
  await (await workerOf(context)).evaluate(`${override}${countDisplayed}`);
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  const phone: Phone = {
    page,
    subscription,
    async deliver(message) {
      const data = subscription.texts[subscription.messages.indexOf(message)] ?? "";
      const worker = await workerOf(context);
      await worker.evaluate("displayed.length = 0");
      await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
      const displayed = () => worker.evaluate<string[]>("displayed");
      await vi.waitFor(async () => expect(await displayed()).toContain(message.notification.title), 20_000);
    },
    async shown() {
      return (await workerOf(context)).evaluate<{ title: string; body: string; actions: string[] }[]>(
        "registration.getNotifications().then((all) => all.map(({ title, body, actions }) => ({ title, body, actions: actions.map((one) => one.title) })))",
      );
    },
    async renew(next) {
      await (await workerOf(context)).evaluate(`(async () => {
        ${toOverride(next)}
        const event = new ExtendableEvent("pushsubscriptionchange");
        const done = [];
        event.waitUntil = (promise) => done.push(promise);
        dispatchEvent(event);
        await Promise.all(done);
      })()`);
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
