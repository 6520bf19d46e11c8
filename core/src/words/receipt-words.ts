import { cleanLine } from "../clean-text.ts";
import type { WireReceipt } from "../wire/device-shapes.ts";
import { toLocalTime } from "./times.ts";

/** What is known of an ask at one device, in words. */
interface DeviceWords {
  device: string;
  /** `Pixel: shown 14:02`, `Telegram: the bot is blocked`. */
  text: string;
  isFailing: boolean;
}

/** The newest that is known of an ask at each device. That a message was withdrawn says less than that it was answered there. */
export function toDeviceWords(receipts: readonly WireReceipt[], now: number): DeviceWords[] {
  const newest = new Map<string, WireReceipt>();
  for (const receipt of receipts) {
    const before = newest.get(receipt.device);
    if (before?.what === "answered" || (before !== undefined && before.at > receipt.at)) continue;
    newest.set(receipt.device, receipt);
  }
  return Array.from(newest, ([device, { name, what, at, reason }]) => {
    const isFailing = what === "failed";
    const how = isFailing && reason !== undefined ? cleanLine(reason) : `${what} ${toLocalTime(at, now)}`;
    return { device, text: `${cleanLine(name ?? device)}: ${how}`, isFailing };
  });
}
