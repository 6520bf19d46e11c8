import { useState } from "react";
import { useStored } from "../app/browser-storage.ts";
import {
  type NotificationState,
  notificationState,
  turnNotificationsOff,
  turnNotificationsOn,
} from "../app/notifications.ts";
import { Setting, Switch } from "./setting.tsx";

/** Said if the person has refused notifications in the browser. */
export const blockedText =
  "Blocked by this browser. Allow notifications for this address in the browser's own settings, then come back.";

const abouts: Partial<Record<NotificationState, string>> = {
  blocked: blockedText,
  unsupported: "This browser does not support notifications.",
};

/** Whether this browser notifies of new asks, and how much a notification says. Only a click asks for permission. */
export function NotificationSettings() {
  const [state, setState] = useState(notificationState);
  const [text, setText] = useStored("notify-text");
  return (
    <Setting title="Notifications" about="In this browser. Clicking one opens its question.">
      <Switch
        name="Notify me of new questions"
        about={abouts[state] ?? "After 5 seconds, unless they were answered by then. The inbox must be open in a tab."}
        on={state === "on"}
        disabled={state in abouts}
        onTurn={(on) => void (on ? turnNotificationsOn().then(setState) : setState(turnNotificationsOff()))}
      />
      <Switch
        name="Show the question's text"
        about="If off, notifications only say which agent is asking."
        on={text !== "off"}
        disabled={state === "unsupported"}
        onTurn={(on) => setText(on ? null : "off")}
      />
    </Setting>
  );
}
