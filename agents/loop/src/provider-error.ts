import { AgentError, type Clock, messageOf, pause, toFields } from "@yourcall/core";
import type { LanguageModel } from "ai";

/** What providers' errors have in common, whatever their class. */
interface Failure {
  status?: number;
  url?: string;
  /** Seconds or a date, as the provider sent it. */
  retryAfter?: string;
  message: string;
}

const overload = new Set([429, 503, 529]);

const attempts = 6;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/**
 * Retries while the provider is overloaded: after 1, 2, 4, 8, 16 seconds, or when the provider says, if that
 * is within a minute. `mayRepeat` is false once the attempt had an effect that a second one would repeat.
 */
export async function withRetries<Value>(
  attempt: () => Promise<Value>,
  { clock, signal, mayRepeat }: { clock: Clock; signal: AbortSignal; mayRepeat: () => boolean },
): Promise<Value> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !isOverload(error) || !mayRepeat() || count === attempts) throw error;
      const wanted = retryAfterMs(error, clock.now()) ?? firstPauseMs * 2 ** (count - 1);
      if (wanted > longestPauseMs) throw error;
      await pause(clock, wanted, signal);
    }
  }
}

/** Whether the provider is only overloaded. */
function isOverload(error: unknown): boolean {
  const { status } = toFailure(error);
  return status !== undefined && overload.has(status);
}

/** How long the provider asks us to wait, if it says so. */
function retryAfterMs(error: unknown, now: number): number | undefined {
  const { retryAfter } = toFailure(error);
  if (retryAfter === undefined) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** The provider's failure, with what to do about it. */
export function toProviderError(error: unknown, model: LanguageModel): AgentError {
  if (AgentError.isInstance(error)) return error;
  const failure = toFailure(error);
  const { provider, id } = describe(model);
  const said = `It said: ${failure.message}`;
  const where = failure.url === undefined ? "" : ` at ${new URL(failure.url).origin}`;
  const cause = { cause: error };
  if (failure.status === 401 || failure.status === 403)
    return new AgentError(
      "unauthorized",
      `${provider} refused the key. Check ${keyOf(provider)} and what the key may use. ${said}`,
      cause,
    );
  if (failure.status === 404)
    return new AgentError(
      "model-not-found",
      `${provider} does not know the model "${id}"${where}. Set YOURCALL_MODEL to one that it has. ${said}`,
      cause,
    );
  if (failure.status !== undefined && overload.has(failure.status))
    return new AgentError(
      "overloaded",
      `${provider} is overloaded or its limit is reached (${failure.status}). Nothing is lost: resume the run later. ${said}`,
      cause,
    );
  if (failure.status === undefined && failure.url !== undefined)
    return new AgentError(
      "provider-unreachable",
      `Nothing answers${where}. Check the network, and that a local model server runs. ${said}`,
      cause,
    );
  const status = failure.status === undefined ? "" : ` (${failure.status})`;
  return new AgentError(
    "provider-error",
    `${provider} failed${status}. Nothing is lost: resume the run to try again. ${said}`,
    cause,
  );
}

function describe(model: LanguageModel): { provider: string; id: string } {
  return typeof model === "string"
    ? { provider: "The gateway", id: model }
    : { provider: model.provider, id: model.modelId };
}

function keyOf(provider: string): string {
  if (provider.startsWith("anthropic")) return "ANTHROPIC_API_KEY";
  return provider.startsWith("openai") ? "OPENAI_API_KEY" : "the key of that provider";
}

function toFailure(error: unknown): Failure {
  const fields = toFields(error);
  const headers = fields.responseHeaders as Record<string, unknown> | undefined;
  const retryAfter = headers?.["retry-after"];
  return {
    ...(typeof fields.statusCode === "number" ? { status: fields.statusCode } : {}),
    ...(typeof fields.url === "string" && URL.canParse(fields.url) ? { url: fields.url } : {}),
    ...(typeof retryAfter === "string" ? { retryAfter } : {}),
    message: typeof fields.message === "string" ? fields.message : messageOf(error),
  };
}
