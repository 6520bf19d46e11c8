import { isRecord } from "@yourcall/core/internal";
import type { DeviceRecord } from "@yourcall/hub";

/** Where a Telegram device is: the bot, and once it is bound, the private chat and its person. */
export interface TelegramAddress {
  token: string;
  api?: string;
  /** What the person has to send to the bot, and until when. Gone once it is bound. */
  code?: string;
  codeUntil?: number;
  chat?: number;
  user?: number;
  /** The name of the test button, until it is pressed. */
  test?: string;
}

export function readAddress({ address }: Pick<DeviceRecord, "address">): TelegramAddress {
  const value: unknown = JSON.parse(address);
  if (!isRecord(value) || typeof value.token !== "string") throw new TypeError("A Telegram device has no token.");
  return value as unknown as TelegramAddress;
}

export function withAddress(device: DeviceRecord, change: Partial<TelegramAddress>): DeviceRecord {
  return { ...device, address: JSON.stringify({ ...readAddress(device), ...change }) };
}
