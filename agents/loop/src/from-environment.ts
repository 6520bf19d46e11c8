import { AgentError } from "@yourcall/core";
import { loadPackage } from "@yourcall/core/internal";
import type { LanguageModel } from "ai";

const defaultModels = { anthropic: "claude-sonnet-5-5", openai: "gpt-5.6" } as const;

type Environment = Record<string, string | undefined>;

/**
 * The model that the environment names. `YOURCALL_MODEL` is a model, or `anthropic:MODEL` or `openai:MODEL` if keys of both
 * are set. Otherwise the first of these that is set:
 *
 *     ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN), with ANTHROPIC_BASE_URL, ANTHROPIC_MODEL
 *     OPENAI_BASE_URL, any endpoint for chat completions, with OPENAI_MODEL; OPENAI_API_KEY if it needs one
 *     OPENAI_API_KEY, with OPENAI_MODEL
 *
 * Throws `no-model` with what to set. Provider packages load only when used.
 *
 * @example
 * const agent = createAgent({ model: await fromEnvironment(), asker });
 */
export async function fromEnvironment(env: Environment = process.env): Promise<LanguageModel> {
  const value = (name: string) => env[name]?.trim() || undefined;
  const wanted = /^(?:(anthropic|openai):)?(.+)$/.exec(value("YOURCALL_MODEL") ?? "");
  const [, provider, model] = wanted ?? [];
  const anthropicKey = value("ANTHROPIC_API_KEY") ?? value("ANTHROPIC_AUTH_TOKEN");
  const openaiUrl = value("OPENAI_BASE_URL");
  const openaiKey = value("OPENAI_API_KEY");
  const hasOpenai = openaiUrl !== undefined || openaiKey !== undefined;

  if (provider === "anthropic" && anthropicKey === undefined)
    throw missing("YOURCALL_MODEL names Anthropic. Set ANTHROPIC_API_KEY.");
  if (provider === "openai" && !hasOpenai)
    throw missing("YOURCALL_MODEL names OpenAI. Set OPENAI_API_KEY or OPENAI_BASE_URL.");
  if (provider !== "openai" && anthropicKey !== undefined)
    return await openAnthropic(value, model ?? value("ANTHROPIC_MODEL") ?? defaultModels.anthropic);
  if (openaiUrl !== undefined) {
    const id = model ?? value("OPENAI_MODEL");
    if (id === undefined) throw missing(`OPENAI_BASE_URL is ${openaiUrl}. Set OPENAI_MODEL to a model that it has.`);
    return await openCompatible(openaiUrl, openaiKey, id);
  }
  if (openaiKey !== undefined) {
    const { createOpenAI } = await load("@ai-sdk/openai", () => import("@ai-sdk/openai"));
    return createOpenAI({ apiKey: openaiKey })(model ?? value("OPENAI_MODEL") ?? defaultModels.openai);
  }
  throw missing(
    "No model is set up. Set ANTHROPIC_API_KEY, or OPENAI_API_KEY, or for a model on this machine OPENAI_BASE_URL and OPENAI_MODEL (Ollama: http://127.0.0.1:11434/v1).",
  );
}

async function openAnthropic(value: (name: string) => string | undefined, model: string): Promise<LanguageModel> {
  const { createAnthropic } = await load("@ai-sdk/anthropic", () => import("@ai-sdk/anthropic"));
  const [apiKey, authToken, url] = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"].map(value);
  return createAnthropic({
    ...(apiKey === undefined ? { authToken: authToken ?? "" } : { apiKey }),
    // Anthropic's own tools expect the address without the version, the provider package with it.
    baseURL: url === undefined ? "https://api.anthropic.com/v1" : `${withoutSlash(url).replace(/\/v1$/, "")}/v1`,
  })(model);
}

async function openCompatible(url: string, apiKey: string | undefined, model: string): Promise<LanguageModel> {
  const { createOpenAICompatible } = await load("@ai-sdk/openai-compatible", () => import("@ai-sdk/openai-compatible"));
  return createOpenAICompatible({
    name: "openai-compatible",
    baseURL: withoutSlash(url),
    apiKey,
  })(model);
}

function load<Module>(name: string, importing: () => Promise<Module>): Promise<Module> {
  return loadPackage(importing, `The package ${name} is needed for this model: npm install ${name}`);
}

function missing(message: string): AgentError {
  return new AgentError("no-model", message);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
