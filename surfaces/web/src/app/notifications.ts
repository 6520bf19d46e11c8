import type { WireAsk } from "@yourcall/client";
import { cleanLine, cleanText, toAgentText, toHeaderName } from "@yourcall/core";
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
  return notificationState(storage);
}

export function turnNotificationsOff(storage: BrowserStorage): NotificationState {
  storage.write("notify", "off");
  return notificationState(storage);
}

/** Shows the question on the desktop if the person wants that; a click on it opens the card. */
export function notifyOf(ask: WireAsk, storage: BrowserStorage): void {
  if (notificationState(storage) !== "on") return;
  const more = ask.questions.length > 1 ? ` (+${ask.questions.length - 1})` : "";
  const notification = new Notification(
    `${toHeaderName(ask, 0)}${more} · ${toAgentText({ agent: { ...ask.agent, cwd: "" } })}`,
    {
      body: cleanText(ask.questions[0]?.question ?? "").slice(0, 300),
      // The same ask never shows twice.
      tag: cleanLine(ask.id),
    },
  );
  notification.onclick = () => {
    window.focus();
    navigate(toAskPath(ask.id));
    notification.close();
  };
}
