import type { HubClient } from "@yourcall/client";
import { createContext, useContext } from "react";

export const ClientContext = createContext<HubClient | null>(null);

/** The hub, for whoever is logged in. */
export function useClient(): HubClient {
  const client = useContext(ClientContext);
  if (client === null) throw new Error("No client: this part is only for somebody who is logged in.");
  return client;
}
