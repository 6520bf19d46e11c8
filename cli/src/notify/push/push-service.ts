import { randomBytes } from "node:crypto";
import { YourcallError } from "@yourcall/core";
import type { SubscriptionBody } from "@yourcall/core/internal/wire";
import type { DeviceRecord } from "@yourcall/hub";
import type { DeviceService, DeviceServiceOptions } from "../device-service.ts";
import { encryptPush } from "./encrypt-push.ts";
import { type PushAddress, readPushAddress } from "./push-address.ts";
import { createPushChannel } from "./push-channel.ts";
import { toPushMessage } from "./push-message.ts";
import { toEndpoint } from "./push-services.ts";
import { sendPush } from "./send-push.ts";
import { createVapidKey } from "./vapid.ts";

/** Browsers that have subscribed to Web Push. */
export interface PushService extends DeviceService<"push"> {
  /**
   * Sets where a browser can be reached. One that is being added is sent a notification with a test button; one that had failed works
   * again.
   */
  subscribe(device: DeviceRecord, body: SubscriptionBody): Promise<void>;
}

const testMs = 600_000;

export function createPushService({ hub, linkTo, onBound, noteHealth, pushSecret }: DeviceServiceOptions): PushService {
  const { store, clock } = hub;
  const page = new URL("/settings", linkTo("settings")).href;
  const vapid = createVapidKey(pushSecret, toContact(page));

  async function sendTest(device: DeviceRecord, address: PushAddress, test: string): Promise<void> {
    const text = "It works";
    const message = toPushMessage({
      ...{ title: "Does this arrive?", body: `Press ${address.actions > 0 ? `“${text}”` : "this"} to finish.` },
      ...{ url: page, tag: device.id, kind: "test", names: [test] },
      buttons: address.actions > 0 ? [{ text, act: { act: "send" } }] : [],
    });
    const options = { vapid, now: clock.now(), keepMs: testMs, urgency: "high", about: device.id } as const;
    await sendPush(address, message, options).catch((error: Error) => {
      throw new YourcallError("forbidden", `Not added: ${error.message}.`);
    });
  }

  return {
    defaultName: "A browser",
    async begin(_body, _device, save, token) {
      await save({ actions: 0, reply: false } satisfies PushAddress);
      return { token, key: vapid.publicKey, todo: "Press the notification that this browser shows now." };
    },
    channel: (device) => createPushChannel(hub, device, vapid, noteHealth),
    async subscribe(device, { endpoint, keys, actions, reply }) {
      if (toEndpoint(endpoint) === null)
        throw new YourcallError(
          "forbidden",
          "The hub sends only to the push services of Google, Mozilla, Apple and Microsoft.",
        );
      if (!canEncrypt(keys)) throw new YourcallError("forbidden", "These are not a browser's keys.");
      const known = readPushAddress(device);
      const test = device.state === "adding" ? randomBytes(16).toString("base64url") : undefined;
      const address: PushAddress = { ...known, endpoint, keys, actions, reply, test };
      const health = { okAt: clock.now(), failingSince: undefined, reason: undefined };
      await store.saveDevice({ ...device, ...(test === undefined ? health : {}), address: JSON.stringify(address) });
      onBound();
      if (test !== undefined) await sendTest(device, address, test);
    },
  };
}

function canEncrypt(keys: SubscriptionBody["keys"]): boolean {
  try {
    encryptPush(Buffer.alloc(1), keys);
    return Buffer.from(keys.auth, "base64url").length === 16;
  } catch {
    return false;
  }
}

/** Whom a push service can ask about messages of this hub. Apple takes no address without TLS. */
function toContact(page: string): string {
  const { protocol, origin } = new URL(page);
  return protocol === "https:" ? origin : "https://localhost";
}
