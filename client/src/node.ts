export { findIntruder, findIntrudingFile, type Intrusion } from "./find-intruder.ts";

import { randomUUID } from "node:crypto";
import { createKey } from "./create-ask-id.ts";
import { createHubClient as createClient, type HubClient, type HubClientOptions } from "./create-hub-client.ts";
import { createNodeTransport, type NodeTransportOptions } from "./create-node-transport.ts";

export * from "./create-node-transport.ts";
export * from "./read-hub-address.ts";

/** The hub at a url or a unix socket. */
export function createHubClient(options: NodeTransportOptions & Omit<HubClientOptions, "transport">): HubClient {
  return createClient({
    createKey: () => createKey(randomUUID()),
    ...options,
    transport: createNodeTransport(options),
  });
}
