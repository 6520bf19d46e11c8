import type { ShortCard } from "@yourcall/core/internal";
import { isReachable } from "../device-channel.ts";
import { writeWithin } from "../notice.ts";
import type { NtfyAddress } from "./ntfy-address.ts";

/** What is published, as JSON: nothing has to be escaped. */
export interface NtfyMessage {
  topic: string;
  sequence_id: string;
  title: string;
  message: string;
  /** 3 rings; 1 makes no sound. */
  priority: 1 | 3;
  click?: string;
  actions?: NtfyAction[];
}

interface NtfyAction {
  action: "http" | "view";
  label: string;
  url: string;
  clear: true;
  method?: "POST";
  body?: string;
  headers?: Record<string, string>;
}

/** How many buttons a notification of ntfy has. */
export const mostActions = 3;
// The server refuses 4,096 bytes of JSON.
const mostBytes = 4000;

interface Content extends Pick<NtfyMessage, "sequence_id" | "title" | "message"> {
  buttons?: readonly Pick<ShortCard["buttons"][number], "text">[];
  /** The random names of the buttons. */
  names?: readonly string[];
  /** Where a browser can answer. */
  url?: string;
  isSilent?: boolean;
}

/** A message whose buttons publish their names to the topic of the replies. What is too long is cut. */
export function toNtfyMessage(address: NtfyAddress, content: Content): NtfyMessage {
  const { sequence_id, title, buttons = [], names = [], isSilent = false } = content;
  const url = content.url !== undefined && isReachable(content.url) ? content.url : undefined;
  const { server, topic, replyTopic, phoneToken } = address;
  const headers = phoneToken === undefined ? {} : { headers: { Authorization: `Bearer ${phoneToken}` } };
  const actions = buttons.map(
    ({ text }, at): NtfyAction => ({
      ...{ action: "http", label: text, url: `${server}/${replyTopic}`, clear: true },
      ...{ method: "POST", body: names[at] ?? "", ...headers },
    }),
  );
  if (url !== undefined && actions.length < mostActions)
    actions.push({ action: "view", label: "Open", url, clear: true });
  const write = (message: string): NtfyMessage => ({
    ...{ topic, sequence_id, title, message, priority: isSilent ? 1 : 3 },
    ...(url === undefined ? {} : { click: url }),
    ...(actions.length === 0 ? {} : { actions }),
  });
  return writeWithin(mostBytes, content.message, write, (message) => Buffer.byteLength(JSON.stringify(message)));
}
