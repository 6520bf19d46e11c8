import type { HubClient, WireAsk } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import { useEffect, useState } from "react";
import type { Inbox } from "../live/follow-hub.ts";

/** An ask by its id: from the board, or, where a link leads to one that has ended, from the hub. */
export function useAsk(
  client: HubClient,
  id: string | undefined,
  { board, loaded, link }: Inbox,
): WireAsk | "unknown" | undefined {
  const onBoard = id === undefined ? undefined : board.asks.get(id);
  const [fetched, setFetched] = useState<{ id: string; ask: WireAsk | "unknown" } | undefined>();
  const wanted = id !== undefined && onBoard === undefined && loaded && link.state !== "away" ? id : undefined;
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
  return onBoard ?? (fetched?.id === id ? fetched?.ask : undefined);
}
