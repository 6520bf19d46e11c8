import type { WireAsk } from "@yourcall/client";
import { cleanLine, cleanText, toAgentText, toHeaderName } from "@yourcall/core";
import { toSessionPath } from "../sessions/session-words.ts";
import { isDeskSession } from "../sessions/use-waiting-sessions.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { navigate, toAskPath } from "./route.ts";

/** Whether this browser notifies the person of new asks; `unasked` until they have been asked once. */
export type NotificationState = "unsupported" | "unasked" | "on" | "off" | "blocked";

export function notificationState(storage: BrowserStorage): NotificationState {
  if (!("Notification" in globalThis)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  if (Notification.permission === "default") return storage.read("notify") === null ? "unasked" : "off";
  return storage.read("notify") === "off" ? "off" : "on";
}

/** Turns them on, asking the browser if necessary. Only ever called by a click. */
export async function turnNotificationsOn(storage: BrowserStorage): Promise<NotificationState> {
  storage.write("notify", "on");
  if (Notification.permission === "default") await Notification.requestPermission();
  if (Notification.permission !== "granted") storage.write("notify", "off");
  // Android shows notifications only through one. Without it, the page shows them itself.
  else await navigator.serviceWorker?.register("/sw.js").catch(() => {});
  return notificationState(storage);
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

export function turnNotificationsOff(storage: BrowserStorage): NotificationState {
  storage.write("notify", "off");
  return notificationState(storage);
}

/** Whether a notification says what is asked, rather than only who asks. */
export function showsText(storage: BrowserStorage): boolean {
  return storage.read("notify-text") !== "off";
}

export function setShowsText(storage: BrowserStorage, shows: boolean): void {
  storage.write("notify-text", shows ? null : "off");
}

/** Notifies the person of an ask on the desktop if they want that; a click on it opens the card. */
export async function notifyOf(ask: WireAsk, storage: BrowserStorage): Promise<void> {
  if (notificationState(storage) !== "on") return;
  const more = ask.questions.length > 1 ? ` (+${ask.questions.length - 1})` : "";
  const who = toAgentText({ agent: { ...ask.agent, cwd: "" } });
  const isOpen = showsText(storage);
  const title = isOpen ? `${toHeaderName(ask, 0)}${more} · ${who}` : `${who} is asking`;
  const path = toNoticePath(ask, storage);
  const options = {
    body: isOpen ? cleanText(ask.questions[0]?.question ?? "").slice(0, 300) : "",
    // The same ask never shows twice.
    tag: cleanLine(ask.id),
    icon: "/icon-192.png",
    data: { path },
  };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      navigate(path);
      notification.close();
    };
  } catch {
    // On Android only a service worker may show one. If there is none, the page still shows the question.
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    await worker?.showNotification(title, options).catch(() => {});
  }
}

/** The conversation that the question belongs to, or its card. */
function toNoticePath({ id, agent: { session } }: WireAsk, storage: BrowserStorage): string {
  return session !== undefined && isDeskSession(storage, session) ? toSessionPath(session) : toAskPath(id);
}
