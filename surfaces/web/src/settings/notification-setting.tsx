import { useState } from "react";
import { createBrowserStorage } from "../app/browser-storage.ts";
import {
  type NotificationState,
  notificationState,
  turnNotificationsOff,
  turnNotificationsOn,
} from "../app/notifications.ts";

const words: Record<NotificationState, string> = {
  on: "On. A new question shows up on this desktop, with its text, while a tab of the inbox is open.",
  off: "Off. New questions show up in the inbox only.",
  unasked: "Off. A new question can show up on this desktop, with its text.",
  blocked:
    "Blocked by this browser. Allow notifications for this address in the browser's own settings, then come back.",
  unsupported: "This browser shows no notifications.",
};

/** Whether this browser tells of new asks. The browser is asked only by a click. */
export function NotificationSetting() {
  const [storage] = useState(createBrowserStorage);
  const [state, setState] = useState(() => notificationState(storage));
  return (
    <section className="setting" aria-labelledby="notifications-title">
      <h2 id="notifications-title">Notifications</h2>
      <p role="status">{words[state]}</p>
      {(state === "off" || state === "unasked") && (
        <button type="button" onClick={() => void turnNotificationsOn(storage).then(setState)}>
          Turn on
        </button>
      )}
      {state === "on" && (
        <button type="button" onClick={() => setState(turnNotificationsOff(storage))}>
          Turn off
        </button>
      )}
    </section>
  );
}
