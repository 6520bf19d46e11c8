import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { fromEnvironment } from "@yourcall/loop";
import { createModelProvider, type ModelOptions } from "./model-provider.ts";
import type { Provider } from "./provider.ts";
import { createScriptedModel, type Script } from "./scripted-model.ts";
import { story } from "./story.ts";

/**
 * Who replies, as `CHAT_PROVIDER` says: `scripted` (the default, no key; `CHAT_SCRIPT` is a module with another script), or
 * `model` for the model of the environment, `claude` for Claude Code.
 */
export async function openProvider(env: NodeJS.ProcessEnv, options: ModelOptions): Promise<Provider> {
  const { CHAT_PROVIDER: wanted = "scripted", CHAT_SCRIPT: file } = env;
  if (wanted === "scripted") {
    const { script, paceMs } = file === undefined ? { script: story } : await load(file);
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
    return createClaudeProvider(hub, { files });
  }
  throw new Error(`Unknown CHAT_PROVIDER "${wanted}". Supported: scripted, model, claude.`);
}

function load(file: string): Promise<{ script: Script; paceMs?: number }> {
  return import(pathToFileURL(resolve(file)).href);
}
