import { isRecord } from "@yourcall/core/internal";
import type { DeviceRecord } from "@yourcall/hub";
import type { AddingAddress } from "../test-button.ts";

/** Where an ntfy device is: a server, the topic of the questions and that of the replies. */
export interface NtfyAddress extends AddingAddress {
  /** Without a slash at the end. */
  server: string;
  topic: string;
  replyTopic: string;
  /** The hub's access token. */
  token?: string;
  /** The phone's, which every subscriber of the first topic can see. */
  phoneToken?: string;
  /** Whether the server lets a message be replaced, as it does from version 2.16. */
  replaces?: boolean;
}

export function readNtfyAddress({ address }: Pick<DeviceRecord, "address">): NtfyAddress {
  const value: unknown = JSON.parse(address);
  if (!isRecord(value) || typeof value.topic !== "string") throw new TypeError("An ntfy device has no topic.");
  return value as unknown as NtfyAddress;
}
