import type { WireAsk } from "@yourcall/client";
import { cleanLine, cleanText, toHeaderName } from "@yourcall/core";
import { toAgentText } from "@yourcall/core/internal";
import { isDeskSession } from "../sessions/use-waiting-sessions.ts";
import { storage } from "./browser-storage.ts";
import { navigate, toAskPath, toSessionPath } from "./route.tsx";

/** Whether this browser notifies the person of new asks; `unasked` until they have been asked once. */
export type NotificationState = "unsupported" | "unasked" | "on" | "off" | "blocked";

export function notificationState(): NotificationState {
  if (!("Notification" in globalThis)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  if (Notification.permission === "default") return storage.read("notify") === null ? "unasked" : "off";
  return storage.read("notify") === "off" ? "off" : "on";
}

/** Turns them on, asking the browser if necessary. Only ever called by a click. */
export async function turnNotificationsOn(): Promise<NotificationState> {
  storage.write("notify", "on");
  if (Notification.permission === "default") await Notification.requestPermission();
  if (Notification.permission !== "granted") storage.write("notify", "off");
  // Android shows notifications only through a service worker. Without one, the page shows them itself.
  else await navigator.serviceWorker?.register("/sw.js").catch(() => {});
  return notificationState();
}

/** A click on a notification of the service worker opens its ask in this tab. */
export function openFromNotices(signal: AbortSignal): void {
  navigator.serviceWorker?.addEventListener(
    "message",
    ({ data }: MessageEvent<{ type?: string; path?: unknown } | null>) => {
      if (data?.type === "open" && /^\/(a|sessions)\/./.test(String(data.path))) navigate(String(data.path));
    },
    { signal },
  );
}

export function turnNotificationsOff(): NotificationState {
  storage.write("notify", "off");
  return notificationState();
}

/** The id of the device that this browser is, if it was set up to be notified with no page open. */
export function pushDevice(): string | null {
  return storage.read("push");
}

/** The notifications that this tab has shown, by their asks. */
const shown = new Map<string, { close(): void }>();

/** Closes the notifications of asks that are not pending any more: they were answered, here or elsewhere, or have ended. */
export function closeNotices(asks: ReadonlyMap<string, WireAsk>): void {
  for (const [id, notification] of shown)
    if (asks.get(id)?.status !== "pending") {
      shown.delete(id);
      notification.close();
    }
}

/** Notifies the person of an ask on the desktop if they want that; a click on it opens the card. */
export async function notifyOf(ask: WireAsk): Promise<void> {
  // A browser that is a device is notified by the hub.
  if (notificationState() !== "on" || pushDevice() !== null) return;
  const more = ask.questions.length > 1 ? ` (+${ask.questions.length - 1})` : "";
  const who = toAgentText({ agent: { ...ask.agent, cwd: "" } });
  // If off, the notification only says who asks.
  const isOpen = storage.read("notify-text") !== "off";
  const title = isOpen ? `${toHeaderName(ask, 0)}${more} · ${who}` : `${who} is asking`;
  const { session } = ask.agent;
  // Opens the conversation that the question belongs to, or its card.
  const path = session !== undefined && isDeskSession(session) ? toSessionPath(session) : toAskPath(ask.id);
  const options = {
    body: isOpen ? cleanText(ask.questions[0]?.question ?? "").slice(0, 300) : "",
    // So that the same ask is never shown twice.
    tag: cleanLine(ask.id),
    icon: "/icon-192.png",
    data: { path },
  };
  try {
    const notification = new Notification(title, options);
    shown.set(ask.id, notification);
    notification.onclick = () => {
      window.focus();
      navigate(path);
      notification.close();
    };
  } catch {
    // On Android only a service worker may show a notification. Without one, the question is still on the page.
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    if (worker === undefined) return;
    shown.set(ask.id, { close: () => void closeInWorker(worker, options.tag) });
    await worker.showNotification(title, options).catch(() => {});
  }
}

async function closeInWorker(worker: ServiceWorkerRegistration, tag: string): Promise<void> {
  for (const notification of await worker.getNotifications({ tag })) notification.close();
}
