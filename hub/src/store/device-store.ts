import type { DeviceKind, DeviceLevel, WireReceipt } from "@yourcall/core/internal/wire";

/** A phone, chat or browser that a person has bound: it gets notices and presses buttons. */
export interface DeviceRecord {
  id: string;
  kind: DeviceKind;
  name: string;
  /** The person it belongs to. */
  person?: string;
  /** How much of an ask its service may read. */
  level: DeviceLevel;
  /** Whether an approval that is shown whole may be allowed there. */
  approvals: boolean;
  /** `adding` until a test button was pressed on it. */
  state: "adding" | "ready";
  /** How to reach it, as JSON. It contains secrets, so it never leaves the hub. */
  address: string;
  createdAt: number;
  okAt?: number;
  /** Since when, and why, it cannot be reached. */
  failingSince?: number;
  reason?: string;
}

/** A button minted for one ask at one device. Only the hash of its random name is stored. */
export interface ButtonRecord {
  hash: string;
  ask: string;
  device: string;
  /** What pressing it does, as JSON. */
  act: string;
}

/** What is known of an ask at a device, and since when. */
export interface Receipt {
  ask: string;
  device: string;
  /** What the device is called, when receipts are read; absent if it was removed. */
  name?: string;
  what: WireReceipt["what"];
  at: number;
  reason?: string;
  /** What the device's service calls the message, to change it later. */
  handle?: string;
}

/** The part of a store that keeps devices. */
export interface DeviceStore {
  /** Adds a device, or replaces the one with its id. */
  saveDevice(device: DeviceRecord): Promise<void>;
  listDevices(): Promise<DeviceRecord[]>;
  /** Removes a device with its buttons and its tokens. */
  removeDevice(id: string): Promise<void>;
  /** Adds buttons; one whose hash exists is replaced. They are deleted with their ask or device. */
  addButtons(buttons: readonly ButtonRecord[]): Promise<void>;
  findButton(hash: string): Promise<ButtonRecord | null>;
  /** Records something that happened to an ask at a device, if it is the first of its kind. Deleted with the ask. */
  addReceipt(receipt: Receipt): Promise<void>;
  /** The receipts of an ask, oldest first. */
  receiptsOf(ask: string): Promise<Receipt[]>;
  /** Takes or renews a lease until a time. False if another holder has it at `now`. */
  takeLease(name: string, lease: { holder: string; until: number; now: number }): Promise<boolean>;
  /** Ends this holder's lease, and deletes every lease that has run out. */
  dropLease(name: string, lease: { holder: string; now: number }): Promise<void>;
}
