import { toShortCard } from "@yourcall/core/internal";
import type { AskRecord, DeviceRecord, Hub } from "@yourcall/hub";
import { mintButton } from "@yourcall/hub/internal";
import { toEndingLine } from "../ending-line.ts";
import type { Channel } from "../notice.ts";
import { refuseLoggedOut } from "../refuse-logged-out.ts";
import { readPushAddress } from "./push-address.ts";
import { toPushMessage } from "./push-message.ts";
import { isSafari, toEndpoint } from "./push-services.ts";
import { sendPush } from "./send-push.ts";
import type { VapidKey } from "./vapid.ts";

const longestKeepMs = 7 * 86_400_000;

/** A browser that has subscribed as a channel. */
export function createPushChannel(
  hub: Pick<Hub, "store" | "clock">,
  device: DeviceRecord,
  vapid: VapidKey,
  noteHealth: (device: string, reason: string | undefined) => Promise<void>,
): Channel {
  const { store, clock } = hub;
  const address = readPushAddress(device);
  const endpoint = toEndpoint(address.endpoint ?? "");
  const isApple = endpoint !== null && isSafari(endpoint);
  const { id: deviceId, level, approvals } = device;

  async function receiptsAt(ask: string) {
    return (await store.receiptsOf(ask)).filter((receipt) => receipt.device === deviceId).map(({ what }) => what);
  }

  async function toAskMessage(record: AskRecord, url: string): Promise<Buffer> {
    const card = toShortCard(record, { level, approvals, most: address.actions, takesReply: address.reply });
    const acts = card.buttons.map(({ act }) => act);
    // Without a button of its own, the notification still needs a name for receipts.
    const minted = acts.length > 0 ? acts : [{ act: "go", question: 0 } as const];
    const names = await Promise.all(minted.map((act) => mintButton(hub, record.id, deviceId, act)));
    return toPushMessage({ ...card, names, url, tag: record.id, kind: "ask" });
  }

  return {
    name: deviceId,
    what: `this page in a browser, ${device.name}`,
    retries: true,
    // Other browsers replace a notification that comes a second time.
    isOnce: isApple,
    isFor: ({ to }) => to === undefined || device.person === undefined || to.includes(device.person),
    async send({ url }, _signal, record) {
      if (record === undefined) throw new Error("a device is tested when it is added");
      const { id: ask, expiresAt } = record;
      if ((await receiptsAt(ask)).includes("sent")) return ask;
      const now = clock.now();
      const keepMs = Math.min(longestKeepMs, (expiresAt ?? Number.POSITIVE_INFINITY) - now);
      try {
        await refuseLoggedOut(hub, deviceId);
        const message = await toAskMessage(record, url);
        await sendPush(address, message, { vapid, now, keepMs, urgency: "high", about: ask });
        await store.addReceipt({ ask, device: deviceId, what: "sent", at: clock.now() });
        await noteHealth(deviceId, undefined);
        return ask;
      } catch (error) {
        const { message: reason } = error as Error;
        await store.addReceipt({ ask, device: deviceId, what: "failed", at: clock.now(), reason });
        await noteHealth(deviceId, reason);
        throw error;
      }
    },
    async end({ url }, _ending, _handle, _signal, record) {
      const { outcome, id: ask } = record ?? {};
      if (record === undefined || outcome === undefined || ask === undefined || isApple) return;
      const known = await receiptsAt(ask);
      // A notification that was pressed is gone already.
      const isOwn = "by" in outcome && outcome.by.token?.id === deviceId;
      if (isOwn || known.includes("opened") || !known.includes("sent")) return;
      const { title } = toShortCard(record, { level, approvals: false, most: 0, takesReply: false });
      const content = { title: toEndingLine(record, device), body: level === "waiting" ? "" : title };
      const message = toPushMessage({ ...content, url, tag: ask, kind: "ended" });
      const now = clock.now();
      await refuseLoggedOut(hub, deviceId);
      await sendPush(address, message, { vapid, now, keepMs: longestKeepMs, urgency: "low", about: ask });
      await store.addReceipt({ ask, device: deviceId, what: "withdrawn", at: now });
    },
  };
}
