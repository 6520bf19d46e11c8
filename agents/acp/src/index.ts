export { AgentError, type AgentErrorCode, type AgentEvent, type AgentRun, type ToolResult } from "@yourcall/core";
export { type AcpAgent, type AcpAgentOptions, type AcpSessions, createAcpAgent } from "./agent/create-acp-agent.ts";
export { type AcpProxy, createProxy, type ProxyOptions } from "./proxy/create-proxy.ts";
