// What other packages of this repository need and users do not. It may change in any release.

export { loadSdk, runSession, type SessionReader } from "./agent/run-session.ts";
export { toLastWords } from "./agent/to-agent-events.ts";
export { answerHook, type HookOptions } from "./hook/answer-hook.ts";
export { answeredBySdk, entryVariable, type HookEvent, toHookEvent } from "./hook/hook-event.ts";
export type { HookContext } from "./hook/hook-request.ts";
export {
  type CallEnd,
  findUnnamedCall,
  readCallEnds,
  readTranscript,
  type WantedCall,
} from "./hook/read-transcript.ts";
export type { AskList } from "./hook/report-calls.ts";
