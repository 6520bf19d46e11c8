export { AgentError, type AgentErrorCode, type AgentEvent, type AgentRun, type ToolResult } from "@yourcall/core";
export * from "./agent/create-acp-agent.ts";
export * from "./proxy/create-proxy.ts";
export * from "./split-lines.ts";
