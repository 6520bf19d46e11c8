import type { HubClient, WireAsk } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import { useEffect, useState } from "react";
import type { Inbox } from "../live/inbox-store.ts";

/** An ask by its id: from the list, or from the hub if a link leads to one that has ended. */
export function useAsk(
  client: HubClient,
  id: string | undefined,
  { asks, loaded, link }: Inbox,
): WireAsk | "unknown" | undefined {
  const listed = id === undefined ? undefined : asks.get(id);
  const [fetched, setFetched] = useState<{ id: string; ask: WireAsk | "unknown" } | undefined>();
  const wanted = id !== undefined && listed === undefined && loaded && link !== "reconnecting" ? id : undefined;
  useEffect(() => {
    if (wanted === undefined) return;
    let current = true;
    client.get(wanted).then(
      (ask) => current && setFetched({ id: wanted, ask }),
      (error) => {
        const isUnknown = YourcallError.isInstance(error) && error.code === "not-found";
        if (current && isUnknown) setFetched({ id: wanted, ask: "unknown" });
      },
    );
    return () => {
      current = false;
    };
  }, [client, wanted]);
  return listed ?? (fetched?.id === id ? fetched?.ask : undefined);
}
