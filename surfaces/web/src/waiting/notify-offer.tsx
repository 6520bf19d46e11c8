import { useState } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { notificationState, turnNotificationsOff, turnNotificationsOn } from "../app/notifications.ts";

/** Offers desktop notifications until the person has said yes or no. After that they are on the settings page. */
export function NotifyOffer({ storage }: { storage: BrowserStorage }) {
  const [state, setState] = useState(() => notificationState(storage));
  if (state !== "unasked") return null;
  return (
    <div className="notify-offer">
      <p className="meta">New questions can show up on this desktop, with their text.</p>
      <button type="button" onClick={() => void turnNotificationsOn(storage).then(setState)}>
        Notify me here
      </button>
      <button type="button" className="quiet" onClick={() => setState(turnNotificationsOff(storage))}>
        No, thanks
      </button>
    </div>
  );
}
