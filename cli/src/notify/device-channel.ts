import type { AskRecord, DeviceRecord, Hub } from "@yourcall/hub";
import { isLoggedIn, type Receipt } from "@yourcall/hub/internal";
import type { DeviceServiceOptions } from "./device-service.ts";
import { type Channel, FinalError } from "./notice.ts";

export type DeviceHub = Pick<Hub, "store" | "clock">;

/** What differs between kinds of devices. */
interface Delivery extends Pick<Channel, "what" | "isOnce"> {
  /** Sends the ask. Resolves with what the service calls the message, if that is needed to change it later. */
  deliver(record: AskRecord, url: string): Promise<string | undefined>;
  /** Called once the message is recorded as sent. */
  onSent?(record: AskRecord, handle: string): Promise<void>;
  /** Takes the message of an ended ask back, or says in it how the ask ended. `receipts` are those of this device. */
  withdraw(record: AskRecord, receipts: readonly Receipt[], url: string, signal: AbortSignal): Promise<void>;
}

/** A device as a channel. Each attempt leaves a receipt, and the device's health says whether the last one worked. */
export function createDeviceChannel(
  hub: DeviceHub,
  device: DeviceRecord,
  noteHealth: DeviceServiceOptions["noteHealth"],
  { what, isOnce, deliver, onSent, withdraw }: Delivery,
): Channel {
  const { store, clock } = hub;
  return {
    name: device.id,
    what: `${what}, ${device.name}`,
    retries: true,
    isOnce,
    isFor: ({ to }) => to === undefined || device.person === undefined || to.includes(device.person),
    async send({ url }, _signal, record) {
      if (record === undefined) throw new Error("a device is tested when it is added");
      const { id: ask } = record;
      if (findSent(await receiptsAt(hub, ask, device)) !== undefined) return ask;
      try {
        await refuseLoggedOut(hub, device.id);
        const handle = await deliver(record, url);
        await store.addReceipt({ ask, device: device.id, what: "sent", at: clock.now(), handle });
        if (handle !== undefined) await onSent?.(record, handle);
        await noteHealth(device.id, undefined);
        return ask;
      } catch (error) {
        const { message: reason } = error as Error;
        await store.addReceipt({ ask, device: device.id, what: "failed", at: clock.now(), reason });
        await noteHealth(device.id, reason);
        throw error;
      }
    },
    async end({ url }, _ending, _handle, signal, record) {
      const receipts = record === undefined ? [] : await receiptsAt(hub, record.id, device);
      if (record !== undefined && findSent(receipts) !== undefined) await withdraw(record, receipts, url, signal);
    },
  };
}

/** What became of an ask at this device. */
export async function receiptsAt(
  { store }: Pick<Hub, "store">,
  ask: string,
  { id }: Pick<DeviceRecord, "id">,
): Promise<Receipt[]> {
  return (await store.receiptsOf(ask)).filter(({ device }) => device === id);
}

export function findSent(receipts: readonly Receipt[]): Receipt | undefined {
  return receipts.find(({ what }) => what === "sent");
}

/** Somebody whose login or token was revoked must not go on getting questions on the devices that they added with it. */
export async function refuseLoggedOut(hub: Pick<Hub, "store">, device: string): Promise<void> {
  if (!(await isLoggedIn(hub, device))) throw new FinalError("it was logged out");
}

/** Whether a phone can open this address: not one that only this machine has. */
export function isReachable(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || !/^(localhost|127\.|\[|0\.)/.test(hostname);
}
