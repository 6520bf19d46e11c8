import { createHash } from "node:crypto";
import type { Asker } from "@yourcall/core";
import { stateDirectory } from "../hub/state-directory.ts";
import type { AgentArguments } from "./agent-arguments.ts";
import type { ChatAgentSource } from "./chat-agent.ts";

/**
 * The agent that was asked for, with this asker. Its runs are kept by working directory: its tools work there, so a run of
 * another place must not be gone on with by mistake.
 */
export async function openAgent(given: AgentArguments, asker: Asker | undefined): Promise<ChatAgentSource> {
  const cwd = process.cwd();
  const place = createHash("sha256").update(cwd).digest("hex").slice(0, 16);
  const { openChatAgent } = await (given.kind === "claude" ? import("./with-claude.ts") : import("./with-loop.ts"));
  return await openChatAgent({
    asker,
    cwd,
    runs: `${stateDirectory()}/runs/${place}`,
    model: given.model,
    maxSteps: given.maxSteps,
    planMode: given.planMode,
  });
}
