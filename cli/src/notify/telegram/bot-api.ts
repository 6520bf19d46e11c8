import { isRecord } from "@yourcall/core/internal";

/** Why a call to the Bot API failed, in words without the token. */
export class BotError extends Error {
  readonly status: number;
  /** After how many milliseconds Telegram accepts the next request. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, status: number, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface Bot {
  /** The number in front of the token, which is no secret. */
  id: string;
  call(method: string, parameters: Record<string, unknown>, signal: AbortSignal, limitMs?: number): Promise<unknown>;
}

const defaultApi = "https://api.telegram.org";
const callMs = 10_000;

/** A bot by its token, which is part of every address and must never be shown. */
export function createBot(token: string, api = defaultApi): Bot {
  const base = `${api.replace(/\/+$/, "")}/bot${token}`;
  return {
    id: token.slice(0, token.indexOf(":")),
    async call(method, parameters, signal, limitMs = callMs) {
      const limit = AbortSignal.timeout(limitMs);
      let reply: unknown;
      let status = 0;
      try {
        const response = await fetch(`${base}/${method}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(parameters),
          redirect: "error",
          signal: AbortSignal.any([signal, limit]),
        });
        status = response.status;
        reply = await response.json();
      } catch (error) {
        if (signal.aborted) throw error;
        if (limit.aborted) throw new BotError(`Telegram did not answer within ${limitMs / 1000} s`, 0);
        if (status === 0) throw new BotError("Telegram could not be reached", 0);
      }
      if (isRecord(reply) && reply.ok === true) return reply.result;
      throw toError(isRecord(reply) ? reply : {}, status);
    },
  };
}

function toError({ description, parameters }: Record<string, unknown>, status: number): BotError {
  const seconds =
    isRecord(parameters) && typeof parameters.retry_after === "number" ? parameters.retry_after : undefined;
  return new BotError(toReason(status, description), status, seconds === undefined ? undefined : seconds * 1000);
}

function toReason(status: number, description: unknown): string {
  if (status === 401 || status === 404) return "the bot's token is not valid; @BotFather may have revoked it";
  if (status === 403) return "the bot is blocked or was removed from the chat";
  if (status === 409) return "another program polls this bot, or it has a webhook";
  if (status === 429) return "Telegram asks to wait";
  return `Telegram refused with ${status}${typeof description === "string" ? `: ${description.slice(0, 200)}` : ""}`;
}
