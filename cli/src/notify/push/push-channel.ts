import { toShortCard } from "@yourcall/core/internal";
import type { AskRecord, DeviceRecord } from "@yourcall/hub";
import { mintButton } from "@yourcall/hub/internal";
import { createDeviceChannel, type DeviceHub, refuseLoggedOut } from "../device-channel.ts";
import type { DeviceServiceOptions } from "../device-service.ts";
import { toEndingLine } from "../ending-line.ts";
import type { Channel } from "../notice.ts";
import { readPushAddress } from "./push-address.ts";
import { toPushMessage } from "./push-message.ts";
import { isSafari, toEndpoint } from "./push-services.ts";
import { sendPush } from "./send-push.ts";
import type { VapidKey } from "./vapid.ts";

const longestKeepMs = 7 * 86_400_000;

/** A browser that has subscribed as a channel. */
export function createPushChannel(
  hub: DeviceHub,
  device: DeviceRecord,
  vapid: VapidKey,
  noteHealth: DeviceServiceOptions["noteHealth"],
): Channel {
  const { store, clock } = hub;
  const address = readPushAddress(device);
  const endpoint = toEndpoint(address.endpoint ?? "");
  const isApple = endpoint !== null && isSafari(endpoint);
  const { id: deviceId, level, approvals } = device;

  async function toAskMessage(record: AskRecord, url: string): Promise<Buffer> {
    const card = toShortCard(record, { level, approvals, most: address.actions, takesReply: address.reply });
    const acts = card.buttons.map(({ act }) => act);
    // Without a button of its own, the notification still needs a name for receipts.
    const minted = acts.length > 0 ? acts : [{ act: "go", question: 0 } as const];
    const names = await Promise.all(minted.map((act) => mintButton(hub, record.id, deviceId, act)));
    return toPushMessage({ ...card, names, url, tag: record.id, kind: "ask" });
  }

  return createDeviceChannel(hub, device, noteHealth, {
    what: "this page in a browser",
    // Other browsers replace a notification that comes a second time.
    isOnce: isApple,
    async deliver(record, url) {
      const now = clock.now();
      const keepMs = Math.min(longestKeepMs, (record.expiresAt ?? Number.POSITIVE_INFINITY) - now);
      const message = await toAskMessage(record, url);
      await sendPush(address, message, { vapid, now, keepMs, urgency: "high", about: record.id });
      return undefined;
    },
    async withdraw(record, receipts, url) {
      const { outcome, id: ask } = record;
      // A notification that was pressed is gone already.
      const isPressed = receipts.some(({ what }) => what === "opened");
      const isOwn = outcome !== undefined && "by" in outcome && outcome.by.token?.id === deviceId;
      if (outcome === undefined || isApple || isOwn || isPressed) return;
      const { title } = toShortCard(record, { level, approvals: false, most: 0, takesReply: false });
      const content = { title: toEndingLine(record, device), body: level === "waiting" ? "" : title };
      const message = toPushMessage({ ...content, url, tag: ask, kind: "ended" });
      const now = clock.now();
      await refuseLoggedOut(hub, deviceId);
      await sendPush(address, message, { vapid, now, keepMs: longestKeepMs, urgency: "low", about: ask });
      await store.addReceipt({ ask, device: deviceId, what: "withdrawn", at: now });
    },
  });
}
