import { cleanLine, type Outcome } from "@yourcall/core";
import { toAgentText, toPlaceText, toQuestionLine } from "@yourcall/core/internal";
import type { AskRecord } from "@yourcall/hub";
import { cutText } from "@yourcall/terminal/internal";

/** A notification. Every text is clean, on one line and of limited length; each channel escapes its own markup. */
export interface Notice {
  id: string;
  kind: AskRecord["kind"];
  /** For example `claude · fix login · ~/shop`. */
  agent: string;
  session?: string;
  title: string;
  /** The question. */
  text: string;
  url: string;
  createdAt: string;
}

/** How an ask ended, for a person who was notified about it. */
export interface Ending {
  status: Outcome["status"];
  title: string;
  at: string;
}

const longestAgent = 80;
const longestText = 300;

export function toNotice(record: AskRecord, baseUrl: string, home?: string): Notice {
  const [first, ...more] = record.questions;
  const agent = toLine(toAgentText(record, home), longestAgent);
  const count = more.length === 0 ? "" : ` (and ${more.length} more question${more.length === 1 ? "" : "s"})`;
  const { session } = record.agent;
  return {
    id: record.id,
    kind: record.kind,
    agent,
    session: session && toLine(session, longestAgent),
    title: `${agent === "" ? "An agent" : agent} ${record.kind === "approval" ? "asks for approval" : "asks"}`,
    text: `${toLine(toQuestionLine(first?.question ?? ""), longestText)}${count}`,
    url: `${baseUrl}/a/${record.id}`,
    createdAt: new Date(record.createdAt).toISOString(),
  };
}

/** The follow-up of a notification once its ask has ended. It never contains the answer. */
export function toEnding(outcome: Outcome): Ending {
  return { status: outcome.status, title: toLine(toTitle(outcome), longestAgent), at: outcome.at };
}

function toTitle(outcome: Outcome): string {
  switch (outcome.status) {
    case "answered":
      return `Answered ${toPlaceText(outcome.by)}`;
    case "declined":
      return `Declined ${toPlaceText(outcome.by)}`;
    case "cancelled":
      return "Withdrawn";
    case "expired":
      return "Expired, nobody answered";
  }
}

/** One clean line of at most `width` cells, and of no more code units than that many cells can need. */
function toLine(text: string, width: number): string {
  const line = cleanLine(text);
  return cutText(line.length > 4 * width ? `${line.slice(0, 4 * width).toWellFormed()}…` : line, width);
}

/** What `write` makes of a text, which is cut until that has at most so many bytes. */
export function writeWithin<Message>(
  mostBytes: number,
  text: string,
  write: (text: string) => Message,
  sizeOf: (message: Message) => number,
): Message {
  let message = write(text);
  for (let length = text.length; sizeOf(message) > mostBytes && length > 0; ) {
    length = Math.max(0, length - (sizeOf(message) - mostBytes) - 1);
    message = write(`${text.slice(0, length).toWellFormed()}…`);
  }
  return message;
}

/** Why a notification cannot be sent, not even later. */
export class FinalError extends Error {}

/** One way to notify the person. */
export interface Channel {
  /** `desktop`, `webhook 1` or the id of a device: its name in `status` and `doctor`. */
  name: string;
  /** What notices in the store call it, if its name changes when others are added: `webhook 3fa2b1`. */
  id?: string;
  /** What it is, with nothing secret in it: `notify-send`, `ntfy at ntfy.sh`. */
  what: string;
  /** Whether a failed notification is worth sending later. On a desktop it would be of no use by then. */
  retries?: boolean;
  /** Whether sending twice would be noticed, because the service cannot replace a notification that is already there. */
  isOnce?: boolean;
  /** Whether this ask is for the person of this channel; every ask is if undefined. */
  isFor?(record: AskRecord): boolean;
  /**
   * Sends the notification, with `record` if it is about an ask and not a test, and resolves with what a later `end` needs. Rejects with a message for the person, without secrets.
   * Settles within seconds.
   */
  send(notice: Notice, signal: AbortSignal, record?: AskRecord): Promise<string>;
  /** Withdraws the notification or sends the outcome, as configured; undefined if it cannot. */
  end?(
    notice: Notice,
    ending: Ending,
    handle: string,
    signal: AbortSignal,
    record?: AskRecord,
  ): Promise<void> | undefined;
}

/** A channel of a device, whose id is the channel's name. */
export interface DeviceChannel extends Channel {
  /** The person it belongs to; undefined for the hub's owner. */
  person?: string | undefined;
}
