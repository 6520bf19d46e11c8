import { type HubClient, isRetryable } from "@yourcall/client";
import type { WireDevice, WireGrant } from "@yourcall/core/internal/wire";
import { createContext, useCallback, useEffect, useState } from "react";

const [devicesMs, grantsMs] = [30_000, 5000];

/**
 * What `read` last returned. It is read again every `everyMs` while the page is visible, or only once without; at once when `read`
 * changes; and no more after a refusal.
 */
export function useFresh<Value>(
  read: (() => Promise<readonly Value[]>) | undefined,
  everyMs: number | undefined,
  first: readonly Value[] = [],
): [values: readonly Value[], change: (to: (now: readonly Value[]) => readonly Value[]) => void] {
  const [values, setValues] = useState(first);
  useEffect(() => {
    if (read === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      const next = document.visibilityState === "visible" ? read() : undefined;
      const mayAgain = await Promise.resolve(next).then(
        (found) => {
          if (found !== undefined && !isOver) setValues(found);
          return true;
        },
        (error: unknown) => isRetryable(error),
      );
      if (mayAgain && everyMs !== undefined && !isOver) timer = setTimeout(look, everyMs);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [read, everyMs]);
  return [values, setValues];
}

/** The person's devices, for what is shown beside an ask. */
export const Devices = createContext<readonly WireDevice[]>([]);

/** The person's devices, read again while the page is visible. None for somebody who may not see them. */
export function useDevices(client: HubClient): readonly WireDevice[] {
  const [devices] = useFresh<WireDevice>(
    useCallback(() => client.listDevices(), [client]),
    devicesMs,
  );
  return devices;
}

export interface KeptGrants {
  grants: readonly WireGrant[];
  /** Takes these back, or all of them. */
  revoke: (ids?: readonly string[]) => Promise<void>;
}

/** What the person has allowed for a while, read again while the page is visible, and at once when an ask ends. */
export function useGrants(client: HubClient, decided: number): KeptGrants {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an ask that ended may have made or used one.
  const read = useCallback(() => client.listGrants(), [client, decided]);
  const [grants, setGrants] = useFresh<WireGrant>(read, grantsMs);
  return {
    grants,
    async revoke(ids) {
      const gone = await client.revokeGrants(ids);
      setGrants((now) => now.filter(({ id }) => !gone.includes(id)));
    },
  };
}
