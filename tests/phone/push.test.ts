import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createHubClient } from "@yourcall/client/node";
import { toApprovalAsk } from "@yourcall/core";
import { test as browserless, describe, expect, onTestFinished, vi } from "vitest";
import { createVapidKey } from "../../cli/src/notify/push/vapid.ts";
import { readIdentity } from "../../hub/src/access/identity.ts";
import { database } from "../support/asks.ts";
import { addBareBrowser } from "../support/bare-browser.ts";
import { testInBrowser as test, useBrowser } from "../support/browser.ts";
import { outcomeOf } from "../support/find-ask.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { createPhone } from "../support/push-phone.ts";
import { type Subscription, startPushService } from "../support/push-service.ts";
import { openWebInbox } from "../support/web-inbox.ts";

// Urgent, or the device would stay silent while its page is in use.
const notify = { after: "50ms", desktop: false, urgent: [{ agent: "claude" }] };
const claude = { agent: { name: "claude" } };

const sessions = {
  ...{ question: "Where should we keep login sessions?", header: "Sessions", multiSelect: false },
  options: [{ label: "Redis (Recommended)", description: "Shared by all servers" }, { label: "PostgreSQL" }],
};

const browser = useBrowser({ whole: true });

async function startAll() {
  const service = await startPushService();
  onTestFinished(() => service.end());
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify({ notify }));
  const hub = await startHub({ directory, env: service.env });
  return { service, hub };
}

// On a busy machine a reply may come before React has drawn that something is being read. It draws when a port gets null.
const drawLate = `
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...given) {
    if (given[0] !== null) return postMessage.apply(this, given);
    setTimeout(() => postMessage.apply(this, given), 200);
  };`;

/** Adds this browser as a person does: in the settings, by a press of the button and of the test notification. */
async function addPhone(hub: TestHub, subscription: Subscription, { drawsLate = false } = {}) {
  const page = await openWebInbox(browser, hub, { expected: [/404|410|Failed to load/] });
  const context = page.context();
  await context.grantPermissions(["notifications"]);
  const cdp = await context.newCDPSession(page);
  const phone = await createPhone(page, cdp, subscription);
  if (drawsLate) await page.addInitScript(drawLate);
  await page.goto(`${hub.url}/settings`);
  const form = page.getByRole("form", { name: "Notify this device" });
  await form.getByLabel("Name").fill("Pixel");
  await form.getByLabel("Everything", { exact: true }).check();
  await form.getByRole("button", { name: "Notify this device" }).click();
  await page.getByText("Press its button to finish").waitFor();
  // The page looks again and again until the button was pressed.
  if (drawsLate) for (let looks = 0; looks < 2; looks++) await page.waitForResponse(/\/v1\/devices$/);
  const test = await subscription.until(({ notification }) => notification.data.kind === "test");
  await phone.deliver(test);
  expect(await phone.shown()).toMatchObject([{ title: "Does this arrive?", actions: ["It works"] }]);
  await phone.press(test.notification.tag, "It works");
  expect(await phone.shown(), "what the press left on the screen").toEqual([]);
  await page.getByText("On, as “Pixel”.").waitFor();
  return phone;
}

const statusOf = async (hub: TestHub, id: string) => (await hub.client("human").get(id)).status;

describe("a browser that is notified by Web Push", () => {
  test("shows each question with its options as buttons, and a press answers with the exact label", async () => {
    const { service, hub } = await startAll();
    const phone = await addPhone(hub, service.subscribe(), { drawsLate: true });
    expect(await hub.client("human").listDevices()).toMatchObject([
      { kind: "push", name: "Pixel", state: "ready", level: "full" },
    ]);
    const { id } = await hub.ask([sessions], claude);
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
    expect((await hub.run(["show", id])).stdout).toMatch(/Device +Pixel: answered/);
    const renewed = service.subscribe();
    await phone.renew(renewed);
    const next = await hub.ask([{ ...sessions, question: "And now?" }], claude);
    await renewed.until(({ notification }) => notification.tag === next.id);
  });

  test("that has no room for the options takes a number or words as a reply, or opens the card", async () => {
    const { service, hub } = await startAll();
    const phone = await addPhone(hub, service.subscribe());
    const first = await hub.ask([database], claude);
    const message = await phone.subscription.until(({ notification }) => notification.tag === first.id);
    await phone.deliver(message);
    expect(await phone.shown()).toMatchObject([{ actions: ["Reply"], body: expect.stringContaining("2. ") }]);
    await phone.press(first.id, "Reply", "2");
    expect(await outcomeOf(hub, first.id)).toMatchObject({
      answers: [{ selectedOptions: [database.options[1]?.label] }],
      by: { surface: "push", act: "submit" },
    });
    const second = await hub.ask([{ ...database, question: "And now?" }], claude);
    await phone.deliver(await phone.subscription.until(({ notification }) => notification.tag === second.id));
    await phone.press(second.id);
    await phone.page.getByRole("region", { name: database.header }).waitFor();
    await vi.waitFor(async () => {
      const { receipts } = await hub.client("human").get(second.id);
      expect(receipts?.map(({ what }) => what)).toEqual(["sent", "shown", "opened"]);
    }, 20_000);
    expect(await statusOf(hub, second.id)).toBe("pending");
  });

  test("says that a press did not arrive while the hub was away, and sends it again; a late one says who was first", async () => {
    const { service, hub } = await startAll();
    const phone = await addPhone(hub, service.subscribe());
    const port = new URL(hub.url).port;
    const asks = [await hub.ask([sessions], claude), await hub.ask([{ ...sessions, question: "Late?" }], claude)];
    for (const { id } of asks)
      await phone.deliver(await phone.subscription.until(({ notification }) => notification.tag === id));
    const [one, late] = asks.map(({ id }) => id);
    await hub.stop("SIGKILL");
    await phone.press(one ?? "", "PostgreSQL");
    // Whoever has the port now gets neither the token nor the button.
    const stolen: unknown[] = [];
    const thief = createServer(({ url, headers }, response) => {
      stolen.push(url, headers.authorization);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    await new Promise<void>((resolve) => thief.listen(Number(port), "127.0.0.1", resolve));
    await phone.press(late ?? "", "PostgreSQL");
    await new Promise((resolve) => {
      thief.close(resolve);
      thief.closeAllConnections();
    });
    expect(new Set(stolen.slice(0, 2))).toEqual(new Set(["/v1/proof", undefined]));
    expect(stolen.filter((text) => /press|Bearer/.test(`${text}`))).toEqual([]);
    expect(await phone.shown()).toMatchObject([
      { body: expect.stringContaining("Not sent."), actions: ["Try again"] },
      { body: expect.stringContaining("Not sent."), actions: ["Try again"] },
    ]);
    const again = await hub.restart({ args: ["--port", port] });
    const answers = [{ question: "Late?", header: sessions.header, selectedOptions: ["Redis (Recommended)"] }];
    await again.client("human").answer(late ?? "", { answers, surface: "web", act: "click", user: "ana" });
    await phone.press(one ?? "", "Try again");
    expect(await outcomeOf(again, one ?? "")).toMatchObject({ answers: [{ selectedOptions: ["PostgreSQL"] }] });
    await phone.press(late ?? "", "Try again");
    expect(await phone.shown()).toMatchObject([
      { body: expect.stringContaining("Answered in web by ana"), actions: [] },
    ]);
    expect(await outcomeOf(again, late ?? "")).toMatchObject({ by: { surface: "web" } });
  });
});

describe("a subscription to Web Push", () => {
  browserless("is taken only at a known push service, with a browser's keys", async () => {
    const { service, hub } = await startAll();
    const subscription = service.subscribe();
    const pixel = await addBareBrowser(hub, subscription);
    for (const endpoint of [
      "http://fcm.googleapis.com/send/x",
      "https://fcm.googleapis.com:8443/send/x",
      "https://fcm.googleapis.com.evil.example/send/x",
      "https://evil.example/fcm.googleapis.com",
      "https://push.apple.com.evil.example/x",
      "https://127.0.0.1/send/x",
      "https://user:pass@fcm.googleapis.com/send/x",
      "file:///etc/passwd",
    ])
      expect((await pixel.subscribe({ endpoint })).status, endpoint).toBe(403);
    expect((await pixel.subscribe({ keys: { p256dh: "AAAA", auth: "AAAA" } })).status).toBe(403);
    const { id } = await hub.ask([sessions], claude);
    await pixel.of(id);
  });

  browserless(
    "is signed with a key that follows from the hub's identity key, and no redirect is followed",
    async () => {
      const { service, hub } = await startAll();
      const subscription = service.subscribe();
      const pixel = await addBareBrowser(hub, subscription);
      const { headers } = await pixel.of((await hub.ask([sessions], claude)).id);
      const { publicKey } = createVapidKey(readIdentity(hub.directory).derive("push"), hub.url);
      expect(headers.authorization).toMatch(new RegExp(`, k=${publicKey}$`));
      subscription.fail(307);
      await hub.ask([{ ...sessions, question: "Redirected?" }], claude);
      await vi.waitFor(async () => {
        const [device] = await hub.client("human").listDevices();
        expect(device?.reason).toBeDefined();
      }, 20_000);
      expect(service.requests.map(({ path }) => path)).not.toContain("/elsewhere");
    },
  );

  browserless("that the browser ended is named with the reason and not tried again; a new one works", async () => {
    const { service, hub } = await startAll();
    const subscription = service.subscribe();
    const pixel = await addBareBrowser(hub, subscription);
    subscription.fail(410);
    const { id } = await hub.ask([sessions], claude);
    const failing = await vi.waitFor(async () => {
      const [device] = await hub.client("human").listDevices();
      if (device?.reason === undefined) throw new Error("works");
      return device;
    }, 20_000);
    expect(failing.reason).toContain("ended its subscription");
    expect((await hub.client("human").get(id)).receipts).toMatchObject([{ what: "failed", reason: failing.reason }]);
    expect((await hub.run(["notify"])).stdout).toContain("ended its subscription");
    expect((await hub.run(["status"])).stdout).toContain("ended its subscription");
    expect(service.requests.filter(({ status }) => status === 410)).toHaveLength(1);
    const renewed = service.subscribe();
    const { endpoint, keys } = renewed;
    expect((await pixel.subscribe({ endpoint, keys })).status).toBe(204);
    expect((await hub.client("human").listDevices())[0]?.reason).toBeUndefined();
    const next = await hub.ask([{ ...sessions, question: "And now?" }], claude);
    await renewed.until(({ notification }) => notification.tag === next.id);
  });

  browserless("is sent what its level allows, and that the ask ended elsewhere; Safari is sent no end", async () => {
    const { service, hub } = await startAll();
    const people = hub.client("human");
    const decline = (id: string) => people.decline(id, { surface: "web", act: "click", user: "ana" });
    const full = service.subscribe();
    const ana = await addBareBrowser(hub, full, { approvals: true });
    const waiting = service.subscribe();
    const bo = await addBareBrowser(hub, waiting, { level: "waiting" });
    const { id } = await hub.client("agent").create(toApprovalAsk({ tool: "Bash", input: { command: "npm test" } }));
    const { notification } = await ana.of(id);
    expect(notification.data.actions.map(({ title }) => title)).toEqual(["Deny", "Allow once"]);
    const [, allow = ""] = notification.data.buttons;
    // Another device's button, and one that was guessed.
    expect([(await bo.press(allow)).status, (await ana.press("A".repeat(22))).status]).toEqual([404, 404]);
    expect(await ana.press(allow)).toMatchObject({ body: { result: "answered" } });
    expect(await outcomeOf(hub, id)).toMatchObject({ answers: [{ selectedOptions: ["allow-once"] }] });
    const seen = `${hub.log()}${JSON.stringify(await people.listDevices())}`;
    for (const secret of [ana.token, full.endpoint, full.keys.auth, allow]) expect(seen).not.toContain(secret);

    await people.removeDevice(ana.id);
    expect((await ana.press(allow)).status).toBe(401);
    const hidden = await hub.ask([sessions], claude);
    expect((await bo.of(hidden.id)).notification).toMatchObject({
      ...{ title: "An agent waits for your answer.", body: "", data: { actions: [] } },
    });
    await decline(hidden.id);
    const end = await bo.of(hidden.id, "ended");
    expect(end.notification).toMatchObject({ title: "Declined in web by ana", body: "", silent: true });
    expect(end.headers).toMatchObject({ urgency: "low" });

    await people.removeDevice(bo.id);
    const apple = service.subscribe("web.push.apple.com");
    const safari = await addBareBrowser(hub, apple, { actions: 0 });
    const asked = await hub.ask([sessions], claude);
    const message = await safari.of(asked.id);
    expect(message.headers["content-type"]).toBe("application/notification+json");
    expect(JSON.parse(apple.texts.at(-1) ?? "")).toMatchObject({
      ...{ web_push: 8030, mutable: true },
      notification: { title: sessions.question, navigate: asked.url },
    });
    await decline(asked.id);
    // Sent in order, so the end would have come first.
    const next = await hub.ask([{ ...sessions, question: "Next?" }], claude);
    await safari.of(next.id);
    expect(apple.messages.filter(({ notification }) => notification.data.kind === "ended")).toEqual([]);
  });

  browserless("of a browser that was logged out is sent nothing more", async () => {
    const { service, hub } = await startAll();
    const { url } = await hub.client("human").createLoginLink();
    const code = /#login=([^.]+)/.exec(url)?.[1] ?? "";
    const session = await hub.client("human").login(code);
    const client = createHubClient({ url: hub.url, token: session });
    onTestFinished(() => client.close());
    const subscription = service.subscribe();
    await addBareBrowser(hub, subscription, { client });
    const { token } = await client.settings();
    await hub.client("human").removeToken(token ?? "");
    const sent = subscription.messages.length;
    const { id } = await hub.ask([sessions], claude);
    await vi.waitFor(async () => {
      const { receipts } = await hub.client("human").get(id);
      expect(receipts).toMatchObject([{ what: "failed", reason: "it was logged out" }]);
    }, 20_000);
    expect(subscription.messages).toHaveLength(sent);
  });
});
