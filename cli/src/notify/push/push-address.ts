import { isRecord } from "@yourcall/core/internal";
import type { DeviceRecord } from "@yourcall/hub";
import type { AddingAddress } from "../test-button.ts";
import type { PushKeys } from "./encrypt-push.ts";

/** Where a browser can be reached, once it has subscribed, and what its notifications can do. */
export interface PushAddress extends AddingAddress {
  endpoint?: string;
  keys?: PushKeys;
  /** How many buttons a notification may have. */
  actions: number;
  /** Whether text can be typed into a notification. */
  reply: boolean;
}

export function readPushAddress({ address }: Pick<DeviceRecord, "address">): PushAddress {
  const value: unknown = JSON.parse(address);
  return { actions: 0, reply: false, ...(isRecord(value) ? (value as Partial<PushAddress>) : {}) };
}
