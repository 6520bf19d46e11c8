import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { fromEnvironment } from "@yourcall/loop";
import { createScriptedModel } from "@yourcall/loop/testing";
import type { UIMessage, UIMessageChunk } from "ai";
import { createModelProvider, type ModelOptions } from "./model-provider.ts";

/** Who writes the agent's replies. */
export interface Provider {
  name: string;
  reply(turn: Turn): Promise<ReadableStream<UIMessageChunk>>;
  /** The conversations whose replies wait for a person and continue on their own, even after a restart. */
  waiting?(): Promise<string[]>;
}

interface Turn {
  /** The id of the conversation, which is the session of its asks in the hub. */
  id: string;
  title: string;
  messages: UIMessage[];
  /** Whether this continues an earlier reply, now that a person has decided. */
  goesOn: boolean;
  signal: AbortSignal;
}

/**
 * Who replies, as `CHAT_PROVIDER` says: `scripted` (the default, no key; `CHAT_SCRIPT` is a module with another script), or
 * `model` for the model of the environment, `claude` for Claude Code.
 */
export async function openProvider(env: NodeJS.ProcessEnv, options: ModelOptions): Promise<Provider> {
  const { CHAT_PROVIDER: wanted = "scripted", CHAT_SCRIPT: file } = env;
  if (wanted === "scripted") {
    const { script, paceMs = 20 }: { script: Parameters<typeof createScriptedModel>[0]; paceMs?: number } =
      await import(file === undefined ? "./story.ts" : pathToFileURL(resolve(file)).href);
    return createModelProvider("A script replies", createScriptedModel(script, { paceMs }), options);
  }
  if (wanted === "model") {
    const model = await fromEnvironment(env);
    return createModelProvider(typeof model === "string" ? model : model.modelId, model, options);
  }
  if (wanted === "claude") {
    const { hub, files } = options;
    if (hub === undefined)
      throw new Error(
        "Claude asks through a hub. Start one (`yourcall serve`), or set YOURCALL_URL and YOURCALL_TOKEN.",
      );
    const { createClaudeProvider } = await import("./claude-provider.ts");
    return createClaudeProvider(hub, files);
  }
  throw new Error(`Unknown CHAT_PROVIDER "${wanted}". Supported: scripted, model, claude.`);
}
