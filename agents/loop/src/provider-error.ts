import { AgentError, type AgentErrorCode, type Clock, messageOf } from "@yourcall/core";
import { pause, toFields } from "@yourcall/core/internal";
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
      const failure = toFailure(error);
      const isOverloaded = failure.status !== undefined && overload.has(failure.status);
      if (signal.aborted || !isOverloaded || !mayRepeat() || count === attempts) throw error;
      const wanted = toRetryMs(failure, clock.now()) ?? firstPauseMs * 2 ** (count - 1);
      if (wanted > longestPauseMs) throw error;
      await pause(clock, wanted, signal);
    }
  }
}

/** How long the provider asks us to wait, if it says so. */
function toRetryMs({ retryAfter }: Failure, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** The provider's failure, with what to do about it. */
export function toProviderError(error: unknown, model: LanguageModel): AgentError {
  if (AgentError.isInstance(error)) return error;
  const failure = toFailure(error);
  const [code, words] = toAdvice(failure, model);
  return new AgentError(code, `${words} It said: ${failure.message}`, { cause: error });
}

function toAdvice({ status, url }: Failure, model: LanguageModel): [AgentErrorCode, string] {
  const provider = typeof model === "string" ? "The gateway" : model.provider;
  const id = typeof model === "string" ? model : model.modelId;
  const where = url === undefined ? "" : ` at ${new URL(url).origin}`;
  if (status === undefined)
    return url === undefined
      ? ["provider-error", `${provider} failed. Nothing is lost: resume the run to try again.`]
      : ["provider-unreachable", `Nothing answers${where}. Check the network, and that a local model server runs.`];
  if (status === 401 || status === 403)
    return ["unauthorized", `${provider} refused the key. Check ${keyOf(provider)} and what the key may use.`];
  if (status === 404)
    return [
      "model-not-found",
      `${provider} does not know the model "${id}"${where}. Set YOURCALL_MODEL to one that it has.`,
    ];
  if (overload.has(status))
    return [
      "overloaded",
      `${provider} is overloaded or its limit is reached (${status}). Nothing is lost: resume the run later.`,
    ];
  return ["provider-error", `${provider} failed (${status}). Nothing is lost: resume the run to try again.`];
}

function keyOf(provider: string): string {
  if (provider.startsWith("anthropic")) return "ANTHROPIC_API_KEY";
  return provider.startsWith("openai") ? "OPENAI_API_KEY" : "the key of that provider";
}

function toFailure(error: unknown): Failure {
  const { statusCode, url, message, responseHeaders } = toFields(error);
  const retryAfter = toFields(responseHeaders)["retry-after"];
  return {
    status: typeof statusCode === "number" ? statusCode : undefined,
    url: typeof url === "string" && URL.canParse(url) ? url : undefined,
    retryAfter: typeof retryAfter === "string" ? retryAfter : undefined,
    message: typeof message === "string" ? message : messageOf(error),
  };
}
