export { type AskToolOutput, askToolNames, toApprovalKey, toAskToolOutput } from "@yourcall/core";
export { askApproval, type DurableApproval, type WaitingApproval } from "./ask-approval.ts";
export type { AskForm } from "./ask-form.ts";
export * from "./ask-user-question.ts";
export type * from "./routes/ask-routes.ts";
export { createAskRoutes } from "./routes/create-ask-routes.ts";
export * from "./settle-asks.ts";
