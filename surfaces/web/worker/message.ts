/** A button on a notification. Its id is its place: the desktop's notification service can see it. */
interface PushAction {
  title: string;
  /** Takes text in the notification itself, where the browser can do that. */
  type?: "text";
}

/** What the hub sends: a notification as in declarative Web Push, which Safari shows even without this worker. */
export interface PushMessage {
  title: string;
  body: string;
  tag: string;
  silent?: boolean;
  data: {
    /** The page to open. */
    path: string;
    /** The secret names of the buttons, in the order of `actions`. The first also stands for the notification itself. */
    buttons: string[];
    actions: PushAction[];
    /** `test`: a press of the notification itself counts. `ended`: the ask is over, and this replaces its notification. */
    kind: "ask" | "test" | "ended";
    /** A press that did not reach the hub. */
    unsent?: { button: string; reply?: string };
  };
}

/** The message of a push event. Safari hands over a parsed notification instead of the data. */
export function readMessage(event: PushEvent & { notification?: Notification | null }): PushMessage {
  const { notification } = event.data === null ? event : (event.data.json() as { notification: PushMessage });
  return notification as PushMessage;
}
