import type { HubClient } from "@yourcall/client";
import type { WireDevice } from "@yourcall/core/internal/wire";
import { createContext, useCallback } from "react";
import { useFresh } from "./use-fresh.ts";

const lookMs = 30_000;

/** The person's devices, for what is shown beside an ask. */
export const Devices = createContext<readonly WireDevice[]>([]);

/** The person's devices, read again while the page is visible. None for somebody who may not see them. */
export function useDevices(client: HubClient): readonly WireDevice[] {
  const read = useCallback(() => client.listDevices(), [client]);
  const [devices] = useFresh<WireDevice>(read, lookMs);
  return devices;
}
