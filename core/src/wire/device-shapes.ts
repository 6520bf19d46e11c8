import * as z from "zod/mini";
import { name, time, upTo } from "../schema-parts.ts";

// What a hub and its clients send each other about a person's devices.

const text = z.string();

/** The kinds of devices: a chat with a Telegram bot; a phone with the ntfy app; a browser that has subscribed to Web Push. */
const deviceKinds = ["telegram", "ntfy", "push"] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** How much a device's service may read: everything; questions and options; only that something waits. */
export const deviceLevels = ["full", "questions", "waiting"] as const;
export type DeviceLevel = (typeof deviceLevels)[number];

const level = z.enum(deviceLevels);

const anyDevice = {
  name: z.optional(name()),
  level: z.optional(level),
  /** Whether approvals that fit into the message whole may be allowed there. */
  approvals: z.optional(z.boolean()),
};

const telegramBody = z.object({
  kind: z.literal("telegram"),
  ...anyDevice,
  /** The bot's token, from @BotFather. */
  token: z.string().check(z.regex(/^\d{1,20}:[\w-]{10,100}$/, "token must be a bot's token, as 123456:ABC….")),
  /** The address of another Bot API server. */
  api: z.optional(upTo(200)),
});

const topic = z.string().check(z.regex(/^[-\w]{1,64}$/, "A topic has 1 to 64 letters, digits, - and _."));
const accessToken = z.string().check(z.regex(/^[!-~]{1,200}$/, "An access token of ntfy looks like tk_…."));

const ntfyBody = z.object({
  kind: z.literal("ntfy"),
  ...anyDevice,
  /** The address of an ntfy server; ntfy.sh by default. */
  server: z.optional(upTo(200)),
  /** The topic of the questions and that of the replies. Random ones by default; others need a token and an access list. */
  topic: z.optional(topic),
  replyTopic: z.optional(topic),
  /** The hub's access token: it writes to the first topic and reads the second one. */
  token: z.optional(accessToken),
  /** The phone's access token, which may only write to the topic of the replies: every subscriber can see it. */
  phoneToken: z.optional(accessToken),
});

const pushBody = z.object({ kind: z.literal("push"), ...anyDevice });

export const deviceBody = z.discriminatedUnion("kind", [telegramBody, ntfyBody, pushBody]);
/** A device to add. */
export type DeviceBody = z.output<typeof deviceBody>;

const bytes = z.string().check(z.regex(/^[\w-]{1,100}$/, "must be bytes in base64url."));

export const subscriptionBody = z.object({
  /** Where its push service takes messages for the browser. */
  endpoint: upTo(1000),
  /** With which they are encrypted. */
  keys: z.object({ p256dh: bytes, auth: bytes }),
  /** How many buttons its notifications can have. */
  actions: z.int().check(z.minimum(0), z.maximum(10)),
  /** Whether text can be typed into them. */
  reply: z.boolean(),
});
/** A browser's subscription to Web Push. */
export interface SubscriptionBody extends z.output<typeof subscriptionBody> {}

export const device = z.object({
  id: text,
  kind: z.enum(deviceKinds),
  name: text,
  person: z.optional(text),
  level,
  approvals: z.boolean(),
  /** `adding` until its test button was pressed. */
  state: z.enum(["adding", "ready"]),
  createdAt: time(),
  /** When it last worked. */
  okAt: z.optional(time()),
  /** Since when it fails, and why. */
  failingSince: z.optional(time()),
  reason: z.optional(text),
});
/** A device as it is listed, without its secrets. */
export interface WireDevice extends z.output<typeof device> {}

export const addedDevice = z.object({
  ...device.shape,
  /** Telegram: what to send to the bot, within ten minutes. */
  code: z.optional(text),
  /** What to open on the phone: the bot with the code, or the topic. */
  url: z.optional(text),
  /** A browser's token: it presses this device's buttons, posts receipts, and renews its subscription. */
  token: z.optional(text),
  /** The key with which a browser subscribes. */
  key: z.optional(text),
  /** What to do now, for the person. */
  todo: text,
});
/** A device that is being added. */
export interface AddedDevice extends z.output<typeof addedDevice> {}

export const devicesPage = z.object({ devices: z.array(device) });

/** The random name of a button. Only its device has it. */
const button = z.string().check(z.regex(/^[\w-]{16,64}$/, "button must be the name of a button, as it was sent."));

export const pressBody = z.object({
  button,
  /** What the person wrote, for a button that takes words. */
  reply: z.optional(upTo(4000)),
});

export const pressed = z.object({
  /**
   * `answered`, `declined`: this press decided. `ended`: the ask was over before. `open`: it is not decided yet, and has to be opened.
   * `ready`: this was the test button, and the device is added.
   */
  result: z.enum(["answered", "declined", "ended", "open", "ready"]),
  /** The same for the person. It contains nothing of the ask. */
  message: text,
});
/** What became of a press. */
export interface WirePressed extends z.output<typeof pressed> {}

export const receiptBody = z.object({
  /** Any button of the notification. */
  button,
  what: z.enum(["shown", "opened"]),
});
/** What a device says of a notification: it was shown, or the person opened it. */
export interface ReceiptBody extends z.output<typeof receiptBody> {}

export const receipt = z.object({
  device: text,
  /** What the device is called; absent if it was removed. */
  name: z.optional(text),
  what: z.enum(["sent", "shown", "opened", "answered", "withdrawn", "failed"]),
  at: time(),
  reason: z.optional(text),
});
/** What is known of an ask at a device. A channel claims only what it can know. */
export interface WireReceipt extends z.output<typeof receipt> {}
