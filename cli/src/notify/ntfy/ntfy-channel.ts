import { toShortCard } from "@yourcall/core/internal";
import type { AskRecord, DeviceRecord, Hub } from "@yourcall/hub";
import { mintButton } from "@yourcall/hub/internal";
import type { DeviceServiceOptions } from "../device-service.ts";
import { toEndingLine } from "../ending-line.ts";
import { isReachable } from "../is-reachable.ts";
import type { Channel } from "../notice.ts";
import { refuseLoggedOut } from "../refuse-logged-out.ts";
import { readNtfyAddress } from "./ntfy-address.ts";
import { publish } from "./ntfy-api.ts";
import { mostActions, toNtfyMessage } from "./ntfy-message.ts";

type DeviceHub = Pick<Hub, "store" | "clock">;

const never = new AbortController().signal;

/** A phone with the ntfy app as a channel. */
export function createNtfyChannel(
  hub: DeviceHub,
  device: DeviceRecord,
  noteHealth: DeviceServiceOptions["noteHealth"],
): Channel {
  const { store, clock } = hub;
  const address = readNtfyAddress(device);

  async function isSent(ask: string): Promise<boolean> {
    return (await store.receiptsOf(ask)).some(({ device: id, what }) => id === device.id && what === "sent");
  }

  return {
    name: device.id,
    what: `ntfy, ${device.name}`,
    retries: true,
    // A second message with the same id replaces the first, if the server supports such ids.
    isOnce: address.replaces !== true,
    isFor: ({ to }) => to === undefined || device.person === undefined || to.includes(device.person),
    async send({ url }, _signal, record) {
      if (record === undefined) throw new Error("a device is tested when it is added");
      const { id: ask } = record;
      if (await isSent(ask)) return ask;
      try {
        await refuseLoggedOut(hub, device.id);
        // Not ended by the signal: whether an aborted message was published would be unknown.
        await publish(address, await toAskMessage(hub, device, record, url), never);
        await store.addReceipt({ ask, device: device.id, what: "sent", at: clock.now() });
        await noteHealth(device.id, undefined);
        return ask;
      } catch (error) {
        const { message: reason } = error as Error;
        await store.addReceipt({ ask, device: device.id, what: "failed", at: clock.now(), reason });
        await noteHealth(device.id, reason);
        throw error;
      }
    },
    async end(_notice, _ending, _handle, signal, record) {
      if (record === undefined || address.replaces !== true || !(await isSent(record.id))) return;
      await showEnded(device, record, signal, { isSilent: true });
      await store.addReceipt({ ask: record.id, device: device.id, what: "withdrawn", at: clock.now() });
    },
  };
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
