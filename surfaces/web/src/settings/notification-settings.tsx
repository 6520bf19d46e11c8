import { useState } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import {
  type NotificationState,
  notificationState,
  setShowsText,
  showsText,
  turnNotificationsOff,
  turnNotificationsOn,
} from "../app/notifications.ts";
import { Setting } from "./setting.tsx";
import { Switch } from "./switch.tsx";

const atOnce = "After 5 seconds, while a tab of the inbox is open, so that what settles itself stays quiet.";
const abouts: Record<NotificationState, string> = {
  on: atOnce,
  off: atOnce,
  unasked: atOnce,
  blocked:
    "Blocked by this browser. Allow notifications for this address in the browser's own settings, then come back.",
  unsupported: "This browser does not support notifications.",
};

/** Whether this browser notifies of new asks, and how much a notification says. Only a click asks for permission. */
export function NotificationSettings({ storage }: { storage: BrowserStorage }) {
  const [state, setState] = useState(() => notificationState(storage));
  const [text, setText] = useState(() => showsText(storage));
  return (
    <Setting title="Notifications" about="In this browser. Clicking one opens its question.">
      <Switch
        name="Notify me of new questions"
        about={abouts[state]}
        on={state === "on"}
        disabled={state === "blocked" || state === "unsupported"}
        onTurn={(on) =>
          void (on ? turnNotificationsOn(storage).then(setState) : setState(turnNotificationsOff(storage)))
        }
      />
      <Switch
        name="Show the question's text"
        about="Off: a notification only says which agent asks."
        on={text}
        disabled={state === "unsupported"}
        onTurn={(on) => {
          setShowsText(storage, on);
          setText(on);
        }}
      />
    </Setting>
  );
}
