import { type BrowserTransportOptions, createBrowserTransport } from "./create-browser-transport.ts";
import { createHubClient as createClient, type HubClient, type HubClientOptions } from "./create-hub-client.ts";

export * from "./create-browser-transport.ts";

/** The hub that serves this page, or the one at `baseUrl`. */
export function createHubClient(options: BrowserTransportOptions & Omit<HubClientOptions, "transport">): HubClient {
  return createClient({ ...options, transport: createBrowserTransport(options) });
}
