import { callHub } from "./call-hub.ts";
import { type Kept, keep, readKept } from "./kept.ts";
import { type PushMessage, readMessage } from "./message.ts";

// Shows notifications and acts on their buttons, also with no page open. It answers no requests of the page.

declare const self: ServiceWorkerGlobalScope;

type Press = { button: string; reply?: string };

self.addEventListener("push", (event) => event.waitUntil(onPush(readMessage(event))));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(onClick(event));
});

self.addEventListener("pushsubscriptionchange", (event) => (event as ExtendableEvent).waitUntil(renew()));

// The page hands over the device's token once it has subscribed, takes it back, or has the subscription renewed.
self.addEventListener("message", (event) => {
  const { type, kept } = (event.data ?? {}) as { type?: string; kept?: Kept };
  const [port] = event.ports;
  if (port === undefined) return;
  const act = async () => {
    if (type === "renew") return renew();
    await keep(kept);
    if (kept !== undefined) await sendSubscription();
  };
  const done = act().then(
    () => port.postMessage({}),
    (error: Error) => port.postMessage({ error: error.message }),
  );
  event.waitUntil(done);
});

async function onPush(message: PushMessage): Promise<void> {
  const { kind, buttons } = message.data;
  if (kind === "ended" && (await isVisible())) {
    // A person who is looking at the page needs no notice. Otherwise browsers require that every push shows something.
    const shown = await self.registration.getNotifications({ tag: message.tag });
    for (const notification of shown) notification.close();
    return;
  }
  await show(message);
  if (kind !== "ended" && buttons[0] !== undefined)
    await callHub("/v1/receipts", { button: buttons[0], what: "shown" }).catch(() => {});
}

async function onClick({ action, notification, reply }: NotificationEvent & { reply?: string | null }): Promise<void> {
  const data = notification.data as PushMessage["data"];
  const { buttons = [], actions = [], kind, path = "/", unsent } = data ?? {};
  const [first] = buttons;
  if (unsent !== undefined && action !== "") return press(notification, unsent);
  const chosen = kind === "test" && action === "" ? 0 : Number(action || Number.NaN);
  const button = buttons[chosen];
  const isReply = actions[chosen]?.type === "text";
  if (button !== undefined && !(isReply && !reply))
    return press(notification, isReply ? { button, reply: `${reply}` } : { button });
  await open(path);
  if (first !== undefined && kind === "ask")
    await callHub("/v1/receipts", { button: first, what: "opened" }).catch(() => {});
}

/** Presses a button of the hub. What went wrong is shown in place of the notification. */
async function press({ title, tag, data }: Notification, wanted: Press): Promise<void> {
  const { path } = data as PushMessage["data"];
  try {
    const { result, message } = (await callHub("/v1/press", wanted)) as { result: string; message: string };
    if (result === "open") await open(path);
    if (result === "ended") await show({ title, body: message, tag, data: { ...data, kind: "ended", buttons: [] } });
  } catch (error) {
    const body = `Not sent. ${(error as Error).message}`;
    await show({ title, body, tag, data: { ...data, unsent: wanted } });
  }
}

async function show({ title, body, tag, silent, data }: PushMessage): Promise<void> {
  const actions = data.kind === "ended" ? [] : data.unsent === undefined ? data.actions : [{ title: "Try again" }];
  const options = {
    ...{ body, tag, silent, data, icon: "/icon-192.png", badge: "/icon-192.png" },
    actions: actions.map((action, at) => ({ ...action, action: `${at}` })),
  };
  await self.registration.showNotification(title, options);
}

async function isVisible(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: "window" });
  return pages.some(({ visibilityState }) => visibilityState === "visible");
}

async function open(path: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (page === undefined) return void (await self.clients.openWindow(path));
  // A browser may refuse the focus; the question opens anyway.
  await page.focus().catch(() => {});
  page.postMessage({ type: "open", path });
}

/** Subscribes again if the browser has ended the subscription, and tells the hub. */
async function renew(): Promise<void> {
  const kept = await readKept();
  if (kept === undefined) return;
  await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: kept.key });
  await sendSubscription();
}

/** Tells the hub where this browser can be reached, and what its notifications can do. */
async function sendSubscription(): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription();
  if (subscription === null) throw new Error("This browser has no subscription.");
  const { endpoint, keys } = subscription.toJSON();
  const { maxActions = 0 } = Notification as { maxActions?: number };
  await callHub("/v1/subscription", {
    endpoint,
    keys,
    actions: maxActions,
    reply: "reply" in NotificationEvent.prototype,
  });
}
