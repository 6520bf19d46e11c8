import type { AddedDevice, DeviceBody, DeviceKind } from "@yourcall/core/internal/wire";
import type { DeviceRecord, Hub } from "@yourcall/hub";
import type { Channel } from "./notice.ts";

/** What the service of a kind of device works with. */
export interface DeviceServiceOptions {
  hub: Hub;
  /** The name of this hub among those that share its store. */
  holder: string;
  linkTo: (ask: string) => string;
  /** 32 bytes from which the key follows that push services know this hub by. */
  pushSecret: Buffer;
  /** Call this after saving a device that can be reached from now on. */
  onBound: () => void;
  /**
   * Records that sending to a device fails, or listening to it, and why; with undefined, that it works. A device works if both do.
   */
  noteHealth: (device: string, reason: string | undefined, part?: "sending" | "listening") => Promise<void>;
}

export type BodyOf<Kind extends DeviceKind> = Extract<DeviceBody, { kind: Kind }>;

/** One kind of device: how it is added, reached and heard. */
export interface DeviceService<Kind extends DeviceKind = DeviceKind> {
  /** What such a device is called if the person gives no name. */
  readonly defaultName: string;
  /**
   * Begins to add a device, as far as to have the person press a test button there. Calls `save` with the address once it may be
   * stored, and returns what the person needs to go on. Throws a `YourcallError` if the device cannot work.
   */
  begin(
    body: BodyOf<Kind>,
    device: DeviceRecord,
    save: (address: object) => Promise<DeviceRecord>,
    /** The device's own, for one that calls the hub itself. */
    token: string,
  ): Promise<Omit<AddedDevice, keyof DeviceRecord>>;
  /** How a device that is ready gets notices. */
  channel(device: DeviceRecord): Channel;
  /** What has to be read to hear of the device's presses; devices with the same `key` share it. Undefined if it calls the hub itself. */
  listen?(device: DeviceRecord): { key: string; run(signal: AbortSignal): Promise<void> };
}
