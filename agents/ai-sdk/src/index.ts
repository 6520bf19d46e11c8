export { type AskToolOutput, askToolNames, toApprovalKey, toAskToolOutput } from "@yourcall/core";
export type * from "./routes/ask-routes.ts";
