import type { OpenDeskAgent } from "./desk-agent.ts";

// Each kind of agent is loaded when the first session needs it.

export const openLoop: OpenDeskAgent = async (settings) => (await import("./agents/open-loop.ts")).openLoop(settings);

export const openClaude: OpenDeskAgent = async (settings) =>
  (await import("./agents/open-claude.ts")).openClaude(settings);

/** An agent that speaks ACP, started with this command. */
export function openAcp(name: string, command: readonly string[]): OpenDeskAgent {
  return async (settings) => (await import("./agents/open-acp.ts")).openAcp(name, command)(settings);
}
