import { isRecord } from "@yourcall/core/internal";
import type { DeviceRecord } from "@yourcall/hub";
import type { AddingAddress } from "../test-button.ts";

/** Where a Telegram device is: the bot, and once it is bound, the private chat and its person. */
export interface TelegramAddress extends AddingAddress {
  token: string;
  api?: string;
  chat?: number;
  user?: number;
}

export function readAddress({ address }: Pick<DeviceRecord, "address">): TelegramAddress {
  const value: unknown = JSON.parse(address);
  if (!isRecord(value) || typeof value.token !== "string") throw new TypeError("A Telegram device has no token.");
  return value as unknown as TelegramAddress;
}

export function withAddress(device: DeviceRecord, change: Partial<TelegramAddress>): DeviceRecord {
  return { ...device, address: JSON.stringify({ ...readAddress(device), ...change }) };
}
