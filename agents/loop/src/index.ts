export {
  AgentError,
  type AgentErrorCode,
  type AgentEvent,
  type AgentRun,
  type Clock,
  type ToolResult,
} from "@yourcall/core";
export { type Agent, type AgentOptions, createAgent } from "./create-agent.ts";
export { fromEnvironment } from "./from-environment.ts";
export {
  createFileRunStore,
  createMemoryRunStore,
  type FileRunStore,
  type OpenCall,
  type RunStore,
  type SavedRun,
} from "./run-store.ts";
export {
  type ApprovalWords,
  defineTool,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolQuestion,
} from "./tool.ts";
export { createCodingTools } from "./tools/coding-tools.ts";
