import { type DeviceCard, toDeviceCard } from "@yourcall/core/internal";
import type { AskRecord, DeviceRecord } from "@yourcall/hub";
import { mintButton } from "@yourcall/hub/internal";
import { createDeviceChannel, type DeviceHub, findSent, isReachable, receiptsAt } from "../device-channel.ts";
import type { DeviceServiceOptions } from "../device-service.ts";
import { toEndingLine } from "../ending-line.ts";
import type { Channel } from "../notice.ts";
import { type Bot, BotError } from "./bot-api.ts";
import { readTelegramAddress } from "./telegram-address.ts";
import { type TelegramMessage, toEndedMessage, toMessage } from "./telegram-message.ts";

const never = new AbortController().signal;
const sendMs = 5000;

/** A bound Telegram chat as a channel. */
export function createTelegramChannel(
  hub: DeviceHub,
  device: DeviceRecord,
  bot: Bot,
  noteHealth: DeviceServiceOptions["noteHealth"],
): Channel {
  const { chat } = readTelegramAddress(device);
  return createDeviceChannel(hub, device, noteHealth, {
    what: "Telegram",
    isOnce: true,
    async deliver(record, url) {
      const message = await toAskMessage(hub, device, record, url);
      // Not ended by the signal: whether an aborted message was sent would be unknown.
      const sent = await bot.call("sendMessage", { chat_id: chat, ...message }, never, sendMs);
      return String((sent as { message_id: number }).message_id);
    },
    onSent: (record, handle) => expectReply(hub, device, record, handle, 0),
    async withdraw(record, receipts, _url, signal) {
      const { handle } = findSent(receipts) ?? {};
      if (handle !== undefined) await showEnded(hub, device, bot, record, handle, signal);
    },
  });
}

/** Replaces a message by what was asked and how it ended, without buttons. */
export async function showEnded(
  { store, clock }: DeviceHub,
  device: DeviceRecord,
  bot: Bot,
  record: AskRecord,
  handle: string,
  signal: AbortSignal,
): Promise<void> {
  const { parts } = toDeviceCard(record, { level: device.level, approvals: false });
  await edit(bot, device, handle, toEndedMessage(parts.slice(0, 2), toEndingLine(record, device)), signal);
  await store.addReceipt({ ask: record.id, device: device.id, what: "withdrawn", at: clock.now() });
}

/** Shows another question, or the changed draft, in the same message. */
export async function showAsk(
  hub: DeviceHub,
  device: DeviceRecord,
  bot: Bot,
  { record, at, url, handle }: { record: AskRecord; at: number; url: string; handle: string },
  signal: AbortSignal,
): Promise<void> {
  await edit(bot, device, handle, await toAskMessage(hub, device, record, url, at), signal);
  await expectReply(hub, device, record, handle, at);
}

async function toAskMessage(hub: DeviceHub, device: DeviceRecord, record: AskRecord, url: string, at = 0) {
  const draft = record.draft?.draft;
  const card = toDeviceCard(record, { level: device.level, approvals: device.approvals, draft, at });
  // Telegram refuses a button that opens an address only this machine has.
  return toMessage(card, await mintButtons(hub, device, record, card), isReachable(url) ? url : undefined);
}

function mintButtons(
  hub: DeviceHub,
  { id }: DeviceRecord,
  record: AskRecord,
  { rows }: DeviceCard,
): Promise<string[][]> {
  return Promise.all(rows.map((row) => Promise.all(row.map(({ act }) => mintButton(hub, record.id, id, act)))));
}

/** From now on a reply to this message answers the question that it shows, if that takes words. */
async function expectReply(hub: DeviceHub, device: DeviceRecord, record: AskRecord, handle: string, at: number) {
  const { replyTo } = toDeviceCard(record, { level: device.level, approvals: false, at });
  if (replyTo !== null) await mintReply(hub, device, record.id, replyTo, handle);
}

/** A reply to a message is a press of a button that is named after the message. */
export async function mintReply(hub: DeviceHub, device: DeviceRecord, ask: string, question: number, message: string) {
  await mintButton(hub, ask, device.id, { act: "reply", question }, toReplyName(device, message));
}

export function toReplyName({ id }: Pick<DeviceRecord, "id">, message: number | string): string {
  return `reply ${id} ${message}`;
}

async function edit(bot: Bot, device: DeviceRecord, handle: string, message: TelegramMessage, signal: AbortSignal) {
  const { chat } = readTelegramAddress(device);
  try {
    await bot.call("editMessageText", { chat_id: chat, message_id: Number(handle), ...message }, signal);
  } catch (error) {
    // It shows this already, or the person deleted it.
    if (!(error instanceof BotError && error.status === 400)) throw error;
  }
}

/** What Telegram calls the message about this ask; undefined if none was sent. */
export async function handleOf(hub: DeviceHub, ask: string, device: DeviceRecord): Promise<string | undefined> {
  return findSent(await receiptsAt(hub, ask, device))?.handle;
}
