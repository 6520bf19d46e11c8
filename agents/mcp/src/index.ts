export type { ClientInfo } from "./call-context.ts";
export { type Connection, createMcpServers, type McpServers } from "./create-mcp-server.ts";
export type { CardHub, KnownAsk, McpCard, McpHub, McpSettings } from "./settings.ts";
