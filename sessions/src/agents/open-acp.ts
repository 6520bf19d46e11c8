import { createAcpAgent } from "@yourcall/acp";
import type { OpenDeskAgent } from "../desk-agent.ts";

/** Any agent that speaks the Agent Client Protocol, started with this command. */
export function openAcp(name: string, command: readonly string[]): OpenDeskAgent {
  return async ({ session, title, cwd, mode, asker, env, agentSession, onAgentSession }) => {
    let known = agentSession;
    const agent = createAcpAgent({
      ...{ command, cwd, asker, env, session, window: true, keepAsks: true },
      agent: { name, title },
      mode: () => (mode() === "default" ? undefined : mode()),
      // The desk opens one agent per session, so the name of the run does not matter.
      sessions: {
        load: async () => known,
        async save(_, own) {
          known = own;
          onAgentSession(own);
        },
      },
    });
    return {
      begin: (prompt, signal) => agent.run(prompt, { signal }),
      goOn: (prompt, signal) => agent.resume(session, prompt, { signal }),
      close: () => agent.close(),
    };
  };
}
