export { toAgentEnvironment } from "./agent-environment.ts";
export { createDesk, type Desk, type DeskOptions, type OfferedAgent } from "./create-desk.ts";
export type { SessionPlace } from "./create-session.ts";
export type { DeskAgent, DeskAgentSettings, DeskTurn, OpenDeskAgent } from "./desk-agent.ts";
export { openAcp, openClaude, openLoop } from "./open-agents.ts";
export { type RunningDesk, type StartDeskOptions, startDesk } from "./start-desk.ts";
