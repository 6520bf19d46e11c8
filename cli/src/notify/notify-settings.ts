import { isRecord } from "@yourcall/core/internal";
import { readDuration } from "../parse-duration.ts";
import { toUrgentRule, type UrgentRule } from "./urgent-rules.ts";

const webhookForms = ["ntfy", "slack", "json"] as const;
export type WebhookForm = (typeof webhookForms)[number];

/** The settings of the notifier. */
export interface NotifySettings {
  /** How long an ask waits unanswered before a notification is sent. */
  afterMs: number;
  /** When no notification is sent. Notifications for asks still pending are sent when it ends. */
  quiet: QuietHours | null;
  /** The ids or names of devices, in the order in which they are tried. Others come after these, the oldest first. */
  order: string[];
  /** Which asks quiet hours and the person's presence do not hold back. */
  urgent: UrgentRule[];
  /** By default, on if there is a desktop with a tool for notifications. */
  desktop: boolean | "auto";
  /** By number, from 1. An invalid webhook does not change the numbers of the others. */
  webhooks: Map<number, Webhook>;
}

export interface Webhook {
  /** For ntfy the topic's. It may contain secrets, so only its host is ever shown or logged. */
  url: URL;
  form: WebhookForm;
  /** Sent with each request: `{"Authorization": "Bearer …"}`. */
  headers: Record<string, string>;
  /** The key with which requests are signed, as Standard Webhooks; null: not at all. */
  secret: Buffer | null;
  /** Also send the outcome of an ask after its notification. */
  followUp: boolean;
}

/** An invalid setting and what it must be. It never quotes the value, which may be a secret. */
export interface SettingFault {
  path: string;
  expected: string;
}

const defaultAfterMs = 5000;
const maxWebhooks = 10;
const aRule = 'rules like {"agent": "deploy", "project": "~/shop"}';

/** Reads `notify` in `config.json`. Invalid settings are reported and ignored; the rest apply. */
export function parseNotifySettings(value: unknown): { settings: NotifySettings; faults: SettingFault[] } {
  const faults: SettingFault[] = [];
  const settings: NotifySettings = {
    afterMs: defaultAfterMs,
    quiet: null,
    order: [],
    urgent: [],
    desktop: "auto",
    webhooks: new Map(),
  };
  const fault = (path: string, expected: string) => void faults.push({ path, expected });
  if (value === undefined) return { settings, faults };
  if (!isRecord(value)) {
    fault("notify", 'an object like {"after": "5s"}');
    return { settings, faults };
  }
  const { after, quiet, order, urgent, desktop, webhooks, ...others } = value;
  if (after !== undefined) {
    const ms = readDuration(after);
    if (ms === undefined) fault("notify.after", 'a time like "5s"');
    else settings.afterMs = ms;
  }
  if (quiet !== undefined) {
    settings.quiet = toQuietHours(quiet);
    if (settings.quiet === null) fault("notify.quiet", 'two times of day like {"from": "22:00", "to": "07:00"}');
  }
  if (order !== undefined) {
    if (Array.isArray(order) && order.every((name) => typeof name === "string")) settings.order = order;
    else fault("notify.order", 'a list of devices like ["my phone"]');
  }
  if (urgent !== undefined && !Array.isArray(urgent)) fault("notify.urgent", `a list of ${aRule}`);
  else
    for (const [index, given] of (urgent ?? []).entries()) {
      const rule = toUrgentRule(given);
      if (rule === null) fault(`notify.urgent[${index}]`, aRule);
      else settings.urgent.push(rule);
    }
  if (desktop !== undefined) {
    if (typeof desktop === "boolean") settings.desktop = desktop;
    else fault("notify.desktop", "true or false");
  }
  if (webhooks !== undefined && (!Array.isArray(webhooks) || webhooks.length > maxWebhooks))
    fault("notify.webhooks", `a list of at most ${maxWebhooks}`);
  else
    for (const [index, webhook] of (webhooks ?? []).entries()) {
      const read = toWebhook(webhook, `notify.webhooks[${index}]`, fault);
      if (read !== null) settings.webhooks.set(index + 1, read);
    }
  for (const name of Object.keys(others))
    fault(`notify.${name}`, "omitted; supported are after, quiet, order, urgent, desktop and webhooks");
  return { settings, faults };
}

function toWebhook(value: unknown, path: string, fault: (path: string, expected: string) => void): Webhook | null {
  if (!isRecord(value)) {
    fault(path, 'an object like {"url": "https://ntfy.sh/topic", "form": "ntfy"}');
    return null;
  }
  const { url, form = "json", headers = {}, followUp = false, secret } = value;
  const key = secret === undefined ? null : toKey(secret);
  const address = typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
  const known = webhookForms.find((name) => name === form);
  if (address === null || !["http:", "https:"].includes(address.protocol)) fault(`${path}.url`, "an http(s) address");
  else if (known === undefined) fault(`${path}.form`, `one of ${webhookForms.join(", ")}`);
  else if (known === "ntfy" && !/\/[-\w]{1,64}\/?$/.test(address.pathname))
    fault(`${path}.url`, 'the address of a topic, like "https://ntfy.sh/topic"');
  else if (!isHeaders(headers)) fault(`${path}.headers`, 'names and strings, like {"Authorization": "Bearer ..."}');
  else if (typeof followUp !== "boolean") fault(`${path}.followUp`, "true or false");
  else if (key === undefined) fault(`${path}.secret`, 'a secret of at least 24 bytes like "whsec_" and base64');
  else return { url: address, form: known, headers, followUp, secret: key };
  return null;
}

function toKey(secret: unknown): Buffer | undefined {
  const base64 = typeof secret === "string" ? /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] : undefined;
  const key = Buffer.from(base64 ?? "", "base64");
  return key.length >= 24 && key.length <= 64 ? key : undefined;
}

function isHeaders(value: unknown): value is Record<string, string> {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([name, text]) => /^[!#$%&'*+.^`|~\w-]+$/.test(name) && typeof text === "string" && /^[\t\x20-\x7e]*$/.test(text),
    )
  );
}

function toQuietHours(value: unknown): QuietHours | null {
  if (!isRecord(value)) return null;
  const [from, to] = [toMinute(value.from), toMinute(value.to)];
  return from === null || to === null || from === to ? null : { from, to };
}

/** `22:30` as minutes of the day. */
function toMinute(value: unknown): number | null {
  const match = typeof value === "string" ? /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(value.trim()) : null;
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

/** Two times of day in minutes since midnight, by this machine's clock. They may span midnight. */
interface QuietHours {
  from: number;
  to: number;
}

/** When the current quiet hours end; null outside of them. */
export function quietUntil(quiet: QuietHours | null, now: number): number | null {
  if (quiet === null) return null;
  const { from, to } = quiet;
  const date = new Date(now);
  const minute = date.getHours() * 60 + date.getMinutes();
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return null;
  // By the calendar, since a night may be an hour longer or shorter.
  const end = (day: number) =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + day, Math.floor(to / 60), to % 60).getTime();
  return end(0) > now ? end(0) : end(1);
}

/** `22:00`. */
export function toTimeOfDay(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Devices in the order in which they are tried: those that `order` names, by id or name, then the others as they are. */
export function inOrder<Device extends { id: string; name: string }>(
  devices: readonly Device[],
  order: readonly string[],
): Device[] {
  const rank = ({ id, name }: Device) => {
    const at = order.findIndex((one) => one === id || one === name);
    return at === -1 ? order.length : at;
  };
  return devices.toSorted((one, other) => rank(one) - rank(other));
}
