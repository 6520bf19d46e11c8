import { pause } from "@yourcall/core/internal";
import type { DeviceRecord, Hub } from "@yourcall/hub";
import { press } from "@yourcall/hub/internal";
import { listenAlone, retryMs } from "../listen-alone.ts";
import { finishAdding } from "../test-button.ts";
import { readNtfyAddress } from "./ntfy-address.ts";
import { publish, readTopic } from "./ntfy-api.ts";
import { showEnded } from "./ntfy-channel.ts";
import { toNtfyMessage } from "./ntfy-message.ts";

interface ListenOptions {
  hub: Hub;
  device: DeviceRecord;
  holder: string;
  /** Called when the device has been added. */
  onBound: () => void;
  onHealth(reason: string | undefined): void;
  signal: AbortSignal;
}

/**
 * Reads the presses of a device from its topic of replies until the signal ends it. A press is confirmed once it has been handled;
 * those that were published meanwhile come when reading begins again.
 */
export function listenToReplies(options: ListenOptions): Promise<void> {
  const { hub, device } = options;
  const { store, clock } = hub;
  const lease = `ntfy ${device.id}`;
  const onHealth = (reason: string | undefined) =>
    options.onHealth(reason === undefined ? undefined : `presses are not heard: ${reason}`);
  return listenAlone({ ...options, lease, onHealth }, async (signal, onOpen) => {
    const address = readNtfyAddress(device);
    const since = (await store.recall(lease)) ?? undefined;
    const onMessage = async ({ id, text }: { id: string; text: string }) => {
      await onReply(options, text);
      await store.remember(lease, id);
    };
    await readTopic(address, address.replyTopic, { since, onOpen, onMessage }, signal);
    // A server ends a stream when it stops, and says nothing.
    await pause(clock, retryMs, signal).catch(() => {});
  });
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
