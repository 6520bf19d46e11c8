import type { HubClient } from "@yourcall/client";
import { isRetryable } from "@yourcall/client";
import type { WireDevice } from "@yourcall/core/internal/wire";
import { createContext, useEffect, useState } from "react";

const lookMs = 30_000;

/** The person's devices, for what is shown beside an ask. */
export const Devices = createContext<readonly WireDevice[]>([]);

/** The person's devices, read again while the page is visible. None for somebody who may not see them. */
export function useDevices(client: HubClient): readonly WireDevice[] {
  const [devices, setDevices] = useState<readonly WireDevice[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      const next = document.visibilityState === "visible" ? client.listDevices() : undefined;
      const mayAgain = await Promise.resolve(next).then(
        (found) => {
          if (found !== undefined && !isOver) setDevices(found);
          return true;
        },
        (error: unknown) => isRetryable(error),
      );
      if (mayAgain && !isOver) timer = setTimeout(look, lookMs);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client]);
  return devices;
}
