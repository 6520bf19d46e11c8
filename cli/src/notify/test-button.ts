import { timingSafeEqual } from "node:crypto";
import { isRecord } from "@yourcall/core/internal";
import type { DeviceRecord, Hub } from "@yourcall/hub";

/**
 * What every address may contain while its device is being added: the name of the test button, and a code that the person sends, with
 * its end.
 */
export interface AddingAddress {
  test?: string;
  code?: string;
  codeUntil?: number;
}

/** A device's address, which must have this text. `missing` says that it does not. */
export function readAddress<Address extends AddingAddress>(
  { address }: Pick<DeviceRecord, "address">,
  name: string & keyof Address,
  missing: string,
): Address {
  const value: unknown = JSON.parse(address);
  if (!isRecord(value) || typeof value[name] !== "string") throw new TypeError(missing);
  return value as Address;
}

/** If this is the device's test button, it was pressed on the device: marks the device as ready and saves it. Null otherwise. */
export async function finishAdding(
  { store, clock }: Pick<Hub, "store" | "clock">,
  device: DeviceRecord,
  button: string,
): Promise<DeviceRecord | null> {
  const value: unknown = JSON.parse(device.address);
  const { test, code, codeUntil, ...address }: AddingAddress = isRecord(value) ? value : {};
  if (typeof test !== "string" || !isSameText(test, button)) return null;
  const ready: DeviceRecord = {
    ...device,
    ...{ address: JSON.stringify(address), state: "ready", okAt: clock.now() },
    ...{ failingSince: undefined, reason: undefined },
  };
  await store.saveDevice(ready);
  return ready;
}

/** Compares in constant time; the timing reveals only the length. */
export function isSameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
