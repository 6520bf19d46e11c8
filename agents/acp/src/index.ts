export * from "./proxy/create-proxy.ts";
export * from "./split-lines.ts";
