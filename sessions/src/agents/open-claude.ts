import { createClaudeAgent, createFileDeferStore } from "@yourcall/claude";
import type { OpenDeskAgent } from "../desk-agent.ts";

/** Claude Code on the Agent SDK, with its own tools, settings and login. */
export const openClaude: OpenDeskAgent = async ({ session, title, cwd, mode, model, asker, env, runs, hold }) => {
  const create = (signal: AbortSignal) =>
    createClaudeAgent({
      ...{ cwd, signal, asker, model, window: true, hold },
      agent: { name: "claude", title },
      store: createFileDeferStore(`${runs}/claude-asks`),
      options: { env, permissionMode: mode() },
    });
  return {
    begin: (prompt, signal) => create(signal).run(prompt, { id: session }),
    goOn: (prompt, signal) => create(signal).resume(session, prompt),
  };
};
