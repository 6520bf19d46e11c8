export { toAgentEnvironment } from "./agent-environment.ts";
export type { OfferedAgent } from "./create-desk.ts";
export type { SessionPlace } from "./create-session.ts";
export { openAcp, openClaude, openLoop } from "./desk-agent.ts";
export { startDesk } from "./serve-desk.ts";
