import type { HubClient } from "@yourcall/client";
import { storage } from "./browser-storage.ts";
import { pushDevice } from "./notifications.ts";

/** Whether this browser can be sent notifications with no page open; `install`: only once the page is on the home screen. */
export type PushSupport = "yes" | "install" | "blocked" | "no";

type NewDevice = Omit<Extract<Parameters<HubClient["addDevice"]>[0], { kind: "push" }>, "kind">;

// Without its push service, a browser may leave this promise pending for good.
const limitMs = 30_000;

export function pushSupport(): PushSupport {
  const isIos = /iPhone|iPad/.test(navigator.userAgent);
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis))
    return isIos ? "install" : "no";
  return Notification.permission === "denied" ? "blocked" : "yes";
}

/**
 * Makes this browser a device of the person, as far as to have a test notification shown. Only ever called by a press, which browsers
 * want for the permission. Rejects with a message for the person.
 */
export async function startPush(client: HubClient, device: NewDevice): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("This browser does not allow it.");
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const { id, token, key } = await client.addDevice({ kind: "push", ...device });
  try {
    // An earlier subscription may be for another hub's key.
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await withLimit(subscribing, "This browser's push service did not answer.");
    await tellWorker({ type: "device", kept: { token, key, hub: storage.read("hub") ?? "" } });
    storage.write("push", id);
  } catch (error) {
    await client.removeDevice(id).catch(() => {});
    throw error;
  }
}

/** Has the test notification sent again. */
export function sendPushTest(): Promise<void> {
  return tellWorker({ type: "renew" });
}

/** This browser gets nothing more. */
export async function stopPush(client: HubClient, id: string): Promise<void> {
  await client.removeDevice(id).catch((error) => {
    if (error.code !== "not-found") throw error;
  });
  storage.write("push", null);
  const worker = await navigator.serviceWorker?.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  if (worker !== undefined) await tellWorker({ type: "device" });
}

/** A browser may end a subscription without a word, as Safari does after a while: then it is renewed when the page is opened. */
export async function keepPush(): Promise<void> {
  if (pushDevice() === null || pushSupport() !== "yes") return;
  const worker = await navigator.serviceWorker.getRegistration();
  if (worker !== undefined && (await worker.pushManager.getSubscription()) === null)
    await tellWorker({ type: "renew" });
}

async function tellWorker(message: object): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const reply = new Promise<{ error?: string }>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  active?.postMessage(message, [port2]);
  const { error } = await withLimit(reply, "The service worker did not answer.");
  if (error !== undefined) throw new Error(error);
}

function withLimit<Value>(promise: Promise<Value>, message: string): Promise<Value> {
  const limit = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(message)), limitMs));
  return Promise.race([promise, limit]);
}
