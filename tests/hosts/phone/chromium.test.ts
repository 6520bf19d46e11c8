import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { describe, expect, onTestFinished, vi } from "vitest";
import { startDesktop } from "../../support/desktop.ts";
import { startHub, type TestHub, temporaryDirectory } from "../../support/hub.ts";
import { testWith } from "../../support/needs.ts";
import { type PushedMessage, type Subscription, startPushService } from "../../support/push-service.ts";

const program = "/usr/bin/chromium";
const test = testWith("dbus-daemon", "install-debian-packages.sh hosts");

const notify = { after: "50ms", desktop: false, urgent: [{ agent: "claude" }] };
const claude = { agent: { name: "claude" } };
const sessions = {
  ...{ question: "Where should we keep login sessions?", header: "Sessions", multiSelect: false },
  options: [{ label: "Redis (Recommended)" }, { label: "PostgreSQL" }],
};

/** Chromium with a profile of its own: without one, presses on the desktop never reach the worker. */
async function startChromium(hub: TestHub, env: Record<string, string>): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(temporaryDirectory("chromium"), {
    executablePath: program,
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
    env: { PATH: `${process.env.PATH}`, ...env },
  });
  onTestFinished(() => context.close());
  await context.grantPermissions(["notifications"], { origin: hub.url });
  return context;
}

/** Sets the browser up with this subscription, since Chromium cannot subscribe without Google; returns how to deliver to it. */
async function setUp(context: BrowserContext, hub: TestHub, { endpoint, keys, ...subscription }: Subscription) {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto((await hub.client("human").createLoginLink()).url);
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [found] }) => {
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const fake = `{ toJSON: () => (${JSON.stringify({ endpoint, keys })}), unsubscribe: async () => true }`;
  const override = `PushManager.prototype.subscribe = PushManager.prototype.getSubscription = async () => (${fake});`;
  await page.addInitScript(override);
  await page.evaluate(
    "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => {})",
  );
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(override);
  await page.goto(`${hub.url}/settings`);
  await page.getByRole("button", { name: "Notify this device" }).click();
  const registrationId = await registered;
  return async (isIt: (message: PushedMessage) => boolean) => {
    const message = await subscription.until(isIt);
    const data = subscription.texts[subscription.messages.indexOf(message)] ?? "";
    await cdp.send("ServiceWorker.deliverPushMessage", { origin: hub.url, registrationId, data });
  };
}

describe("Chromium on a desktop", () => {
  test("shows the options as buttons, and a real press answers; the notification goes when the ask is answered elsewhere", async () => {
    const [service, desktop] = [await startPushService(), await startDesktop()];
    onTestFinished(() => service.end());
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "config.json"), JSON.stringify({ notify }));
    const hub = await startHub({ directory, env: service.env });
    const context = await startChromium(hub, desktop.env);
    const deliver = await setUp(context, hub, service.subscribe());
    await deliver(({ notification }) => notification.data.kind === "test");
    desktop.press(await desktop.until("Does this arrive?"), "It works");
    await vi.waitFor(async () => expect((await hub.client("human").listDevices())[0]?.state).toBe("ready"), 60_000);

    const { id } = await hub.ask([sessions], claude);
    await deliver(({ notification }) => notification.tag === id);
    const toast = await desktop.until(sessions.question);
    expect(toast.buttons.map(({ text }) => text)).toEqual(expect.arrayContaining(["Redis", "PostgreSQL"]));
    desktop.press(toast, "PostgreSQL");
    await vi.waitFor(async () => {
      expect((await hub.client("human").get(id)).outcome).toMatchObject({
        answers: [{ selectedOptions: ["PostgreSQL"] }],
        by: { surface: "push", act: "click" },
      });
    }, 60_000);

    const other = await hub.ask([{ ...sessions, question: "Answered elsewhere?" }], claude);
    await deliver(({ notification }) => notification.tag === other.id);
    await desktop.until("Answered elsewhere?");
    await hub.client("human").decline(other.id, { surface: "web", act: "click", user: "ana" });
    await deliver(({ notification }) => notification.tag === other.id && notification.data.kind === "ended");
    // The page is in view, so nothing takes the place of the notification.
    await vi.waitFor(() => expect(desktop.toasts()).toEqual([]), 60_000);
  });
});
