import type { ShortCard } from "@yourcall/core/internal";
import { writeWithin } from "../notice.ts";
import { longestPush } from "./encrypt-push.ts";

interface PushContent {
  title: string;
  body: string;
  /** Opened by a press of the notification. */
  url: string;
  /** Notifications with the same tag replace each other. */
  tag: string;
  kind: "ask" | "test" | "ended";
  buttons?: ShortCard["buttons"];
  /** The secret names of the buttons. If there are no buttons, one name stands for the notification itself. */
  names?: readonly string[];
}

/**
 * The message as declarative Web Push, which Safari shows by itself if its worker fails. The worker of every browser reads the same
 * JSON. A body that is too long for a push service is cut.
 */
export function toPushMessage({ title, body, url, tag, kind, buttons = [], names = [] }: PushContent): Buffer {
  const { pathname: path } = new URL(url);
  const actions = buttons.map(({ text, act }) => ({ title: text, ...(act.act === "reply" ? { type: "text" } : {}) }));
  const data = { path, kind, actions, buttons: names };
  const write = (body: string) =>
    Buffer.from(
      JSON.stringify({
        ...{ web_push: 8030, mutable: true },
        notification: { title, body, navigate: url, tag, silent: kind === "ended", data },
      }),
    );
  return writeWithin(longestPush, body, write, ({ length }) => length);
}
