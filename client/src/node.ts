export { callbackSecret } from "./callback-secret.ts";
export { createHubClient, createNodeTransport, type NodeTransportOptions } from "./node-transport.ts";
export { type HubAddress, readHubAddress } from "./read-hub-address.ts";
export { stateDirectory } from "./state-directory.ts";
