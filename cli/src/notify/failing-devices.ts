import { cleanLine } from "@yourcall/core";
import { toLocalTime } from "@yourcall/core/internal";
import type { WireDevice } from "@yourcall/core/internal/wire";

/** A line for each device that fails: `Pixel (ntfy) fails since 14:02: the bot is blocked`. */
export function failingDevices(devices: readonly WireDevice[]): string[] {
  return devices.flatMap(({ name, kind, reason, failingSince }) => {
    if (reason === undefined) return [];
    const since = failingSince === undefined ? "" : ` since ${toLocalTime(failingSince, Date.now())}`;
    return [`${cleanLine(name)} (${kind}) fails${since}: ${cleanLine(reason)}`];
  });
}
