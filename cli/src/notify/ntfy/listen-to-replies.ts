import { pause } from "@yourcall/core/internal";
import type { DeviceRecord, Hub } from "@yourcall/hub";
import { press } from "@yourcall/hub/internal";
import { finishAdding } from "../test-button.ts";
import { readNtfyAddress } from "./ntfy-address.ts";
import { publish, readTopic } from "./ntfy-api.ts";
import { showEnded } from "./ntfy-channel.ts";
import { toNtfyMessage } from "./ntfy-message.ts";

interface ListenOptions {
  hub: Hub;
  device: DeviceRecord;
  /** The name of this hub. A hub that replaces a crashed one has the same name, and need not wait for its lease to run out. */
  holder: string;
  /** Called when the device has been added. */
  onBound: () => void;
  /** Called when reading fails, with the reason, and with undefined when it works. */
  onHealth(reason: string | undefined): void;
  signal: AbortSignal;
}

const leaseMs = 60_000;
const renewMs = 20_000;
const retryMs = 2000;
const longestRetryMs = 60_000;

/**
 * Reads the presses of a device from its topic of replies until the signal ends it. Of the hubs that share a store one reads each
 * topic. A press is confirmed once it has been handled; those that were published meanwhile come when reading begins again.
 */
export async function listenToReplies(options: ListenOptions): Promise<void> {
  const { hub, device, holder, onHealth, signal } = options;
  const { store, clock } = hub;
  const lease = `ntfy ${device.id}`;
  const take = () => store.takeLease(lease, { holder, until: clock.now() + leaseMs, now: clock.now() });
  let failures = 0;
  while (!signal.aborted) {
    const lost = new AbortController();
    // Another hub has taken over if this one was asleep for longer than its lease.
    const renew = setInterval(
      () =>
        void take().then(
          (isOurs) => isOurs || lost.abort(),
          () => {},
        ),
      renewMs,
    );
    try {
      if (!(await take())) {
        await pause(clock, retryMs, signal).catch(() => {});
        continue;
      }
      const address = readNtfyAddress(device);
      await readTopic(
        address,
        address.replyTopic,
        {
          since: (await store.recall(lease)) ?? undefined,
          onOpen() {
            failures = 0;
            onHealth(undefined);
          },
          async onMessage({ id, text }) {
            await onReply(options, text);
            await store.remember(lease, id);
          },
        },
        AbortSignal.any([signal, lost.signal]),
      );
      // A server ends a stream when it stops, and says nothing.
      await pause(clock, retryMs, signal).catch(() => {});
    } catch (error) {
      if (signal.aborted || lost.signal.aborted) continue;
      failures += 1;
      onHealth(`presses are not heard: ${(error as Error).message}`);
      await pause(clock, Math.min(retryMs * 2 ** (failures - 1), longestRetryMs), signal).catch(() => {});
    } finally {
      clearInterval(renew);
    }
  }
  // Another hub need not wait for the lease to run out.
  const now = clock.now();
  await store.takeLease(lease, { holder, until: now, now }).catch(() => {});
}

/** What was published to the topic of replies: the name of a button, or anything else, which gets nothing. */
async function onReply({ hub, device: { id }, onBound, signal }: ListenOptions, name: string): Promise<void> {
  const device = (await hub.store.listDevices()).find((one) => one.id === id);
  if (device === undefined) return;
  const ready = await finishAdding(hub, device, name);
  if (ready !== null) {
    onBound();
    return showAdded(ready, signal);
  }
  const result = await press(hub, device, name);
  // The press was recorded before; telling the person why it did not count is worth one attempt.
  if (result.to === "ended") await showEnded(device, result.record, signal, { isSilent: false }).catch(() => {});
}

async function showAdded(device: DeviceRecord, signal: AbortSignal): Promise<void> {
  const address = readNtfyAddress(device);
  const content = { title: "Done", message: "✔ This phone gets the questions of your agents." };
  const message = toNtfyMessage(address, { sequence_id: device.id, ...content, isSilent: true });
  await publish(address, message, signal).catch(() => {});
}
