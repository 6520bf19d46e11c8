import { toShortCard } from "@yourcall/core/internal";
import type { AskRecord, DeviceRecord } from "@yourcall/hub";
import { mintButton } from "@yourcall/hub/internal";
import { createDeviceChannel, type DeviceHub, isReachable } from "../device-channel.ts";
import type { DeviceServiceOptions } from "../device-service.ts";
import { toEndingLine } from "../ending-line.ts";
import type { Channel } from "../notice.ts";
import { readNtfyAddress } from "./ntfy-address.ts";
import { publish } from "./ntfy-api.ts";
import { mostActions, toNtfyMessage } from "./ntfy-message.ts";

const never = new AbortController().signal;

/** A phone with the ntfy app as a channel. */
export function createNtfyChannel(
  hub: DeviceHub,
  device: DeviceRecord,
  noteHealth: DeviceServiceOptions["noteHealth"],
): Channel {
  const { store, clock } = hub;
  const address = readNtfyAddress(device);
  return createDeviceChannel(hub, device, noteHealth, {
    what: "ntfy",
    // A second message with the same id replaces the first, if the server supports such ids.
    isOnce: address.replaces !== true,
    async deliver(record, url) {
      // Not ended by the signal: whether an aborted message was published would be unknown.
      await publish(address, await toAskMessage(hub, device, record, url), never);
      return undefined;
    },
    async withdraw(record, _receipts, _url, signal) {
      if (address.replaces !== true) return;
      await showEnded(device, record, signal, { isSilent: true });
      await store.addReceipt({ ask: record.id, device: device.id, what: "withdrawn", at: clock.now() });
    },
  });
}

async function toAskMessage(hub: DeviceHub, device: DeviceRecord, record: AskRecord, url: string) {
  const { level, approvals } = device;
  const card = toShortCard(record, { level, approvals, most: mostActions, takesReply: false });
  const names = await Promise.all(card.buttons.map(({ act }) => mintButton(hub, record.id, device.id, act)));
  const isStuck = names.length === 0 && !isReachable(url);
  const lines = [card.body, ...(isStuck ? ["Answer it at your computer."] : [])].filter((line) => line !== "");
  return toNtfyMessage(readNtfyAddress(device), {
    ...{ sequence_id: record.id, title: card.title, message: lines.join("\n") || "Open it to answer." },
    ...{ buttons: card.buttons, names, url },
  });
}

/** Replaces the message by how its ask ended, without buttons. */
export async function showEnded(
  device: DeviceRecord,
  record: AskRecord,
  signal: AbortSignal,
  { isSilent }: { isSilent: boolean },
): Promise<void> {
  const { level } = device;
  const { title } = toShortCard(record, { level, approvals: false, most: 0, takesReply: false });
  const address = readNtfyAddress(device);
  await publish(
    address,
    toNtfyMessage(address, { sequence_id: record.id, title, message: toEndingLine(record, device), isSilent }),
    signal,
  );
}
