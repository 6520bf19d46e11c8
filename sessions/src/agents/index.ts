export type { Agent, Said } from "./agent.ts";
export { agentTable } from "./agent-table.ts";
export * from "./conversation.ts";
