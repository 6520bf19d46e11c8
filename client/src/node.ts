export * from "./find-intruder.ts";
export * from "./node-transport.ts";
export * from "./open-hub.ts";
export * from "./read-hub-address.ts";
export * from "./state-directory.ts";
