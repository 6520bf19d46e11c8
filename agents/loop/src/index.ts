export {
  AgentError,
  type AgentErrorCode,
  type AgentEvent,
  type AgentRun,
  type Clock,
  type ToolResult,
} from "@yourcall/core";
export * from "./create-agent.ts";
export { defaultModels, fromEnvironment } from "./from-environment.ts";
export * from "./run-store.ts";
export {
  type ApprovalWords,
  defineTool,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolQuestion,
} from "./tool.ts";
export { createCodingTools } from "./tools/coding-tools.ts";
