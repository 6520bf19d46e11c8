import { AgentError } from "@yourcall/core";

export type Sdk = Pick<typeof import("@anthropic-ai/claude-agent-sdk"), "query" | "getSessionMessages">;

/** The Agent SDK, which is the host's to install and large: it is loaded when a run starts. */
export async function loadSdk(
  importing: () => Promise<Sdk> = () => import("@anthropic-ai/claude-agent-sdk"),
): Promise<Sdk> {
  try {
    return await importing();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new AgentError(
      "no-model",
      "The Claude Agent SDK is not installed: npm install @anthropic-ai/claude-agent-sdk",
      { cause: error },
    );
  }
}
