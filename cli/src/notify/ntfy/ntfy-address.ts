import type { DeviceRecord } from "@yourcall/hub";
import { type AddingAddress, readAddress } from "../test-button.ts";

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

export function readNtfyAddress(device: Pick<DeviceRecord, "address">): NtfyAddress {
  return readAddress<NtfyAddress>(device, "topic", "An ntfy device has no topic.");
}
