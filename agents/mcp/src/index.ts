export type { ClientInfo } from "./call-place.ts";
export { type ClientRow, clientRows } from "./clients.ts";
export { type Connection, createMcpServers, type McpServers } from "./create-mcp-server.ts";
export type { KnownAsk, McpHub } from "./mcp-hub.ts";
export { defaultKeepMs, type McpSettings } from "./settings.ts";
export { skill } from "./skill.ts";
