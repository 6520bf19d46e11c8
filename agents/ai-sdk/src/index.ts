export { type AskToolOutput, toAskToolOutput } from "@yourcall/core";
export { askToolNames, toApprovalKey } from "@yourcall/core/internal";
export { askApproval, type DurableApproval, type WaitingApproval } from "./ask-approval.ts";
export type { AskForm } from "./ask-form.ts";
export {
  type AskTool,
  askUserQuestion,
  type DurableTool,
  type PageTool,
  type WaitingTool,
} from "./ask-user-question.ts";
export { type DroppedChunk, type GuardOptions, guardToolStream } from "./guard/guard-tool-stream.ts";
export {
  claudeToolNames,
  createToolResultBridge,
  passthroughTools,
  type ToolResult,
  type ToolResultBridge,
} from "./passthrough-tools.ts";
export type { AnsweredAsk, AskRoutes, AskRoutesOptions, AskUser, FollowOptions } from "./routes/ask-routes.ts";
export { createAskRoutes } from "./routes/create-ask-routes.ts";
export { followAnswered } from "./routes/follow-answered.ts";
export { toNodeHandler } from "./routes/to-node-handler.ts";
export { type Settled, type SettleOptions, settleAsks } from "./settle-asks.ts";
