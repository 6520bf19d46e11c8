import { isOutcome } from "@yourcall/core";
import { NotAHubError } from "./errors.ts";
import type { AskPage, WireAsk, WireDraft } from "./wire.ts";

/** Takes a body for an ask only if it is one, so that nothing else is ever read as an outcome. */
export function toWireAsk(body: unknown): WireAsk {
  if (isRecord(body) && typeof body.id === "string") {
    const ended = isOutcome(body.outcome) && body.outcome.status === body.status;
    const pending = body.status === "pending" && body.outcome === undefined;
    if (ended || pending) return body as unknown as WireAsk;
  }
  throw unexpected("an ask");
}

export function toAskPage(body: unknown): AskPage {
  if (!isRecord(body) || !Array.isArray(body.asks)) throw unexpected("a list of asks");
  return { ...(body as unknown as AskPage), asks: body.asks.map(toWireAsk) };
}

export function toWireDraft(body: unknown): WireDraft {
  if (!isRecord(body) || typeof body.revision !== "number") throw unexpected("a draft");
  return body as unknown as WireDraft;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** For a response that says it succeeded and then holds something else. */
export function unexpected(what: string): NotAHubError {
  return new NotAHubError(
    `The response is not ${what}. Check that YOURCALL_URL leads to a hub, and that hub and client are of one version.`,
  );
}
