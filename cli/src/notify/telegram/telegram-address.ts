import type { DeviceRecord } from "@yourcall/hub";
import { type AddingAddress, readAddress } from "../test-button.ts";

/** Where a Telegram device is: the bot, and once it is bound, the private chat and its person. */
export interface TelegramAddress extends AddingAddress {
  token: string;
  api?: string;
  chat?: number;
  user?: number;
}

export function readTelegramAddress(device: Pick<DeviceRecord, "address">): TelegramAddress {
  return readAddress<TelegramAddress>(device, "token", "A Telegram device has no token.");
}

export function withAddress(device: DeviceRecord, change: Partial<TelegramAddress>): DeviceRecord {
  return { ...device, address: JSON.stringify({ ...readTelegramAddress(device), ...change }) };
}
