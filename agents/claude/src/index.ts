export { AgentError, type AgentErrorCode, type AgentEvent, type AgentRun, type ToolResult } from "@yourcall/core";
export {
  type ClaudeAgent,
  type ClaudeAgentOptions,
  type ClaudeRun,
  createClaudeAgent,
} from "./agent/create-claude-agent.ts";
export { createStreamAnswers, type StreamAnswers } from "./answer-stream.ts";
export type { Asking, AskNotice, OnAsk } from "./ask-person.ts";
export { type ClaudeChannel, type ClaudeInput, type ClaudeReply, toClaudeReply } from "./claude-reply.ts";
export { type DeferOptions, deferQuestions } from "./defer-questions.ts";
export { createFileDeferStore, type DeferredQuestion, type DeferStore } from "./defer-store.ts";
export { type ResumeOptions, resumeDeferred } from "./resume-deferred.ts";
export { type WithYourcall, withYourcall } from "./with-yourcall.ts";
