import { type Delivery, isOutcome } from "@yourcall/core";
import type { AskPage, HubEvent, WireAsk, WireDraft } from "@yourcall/core/wire";
import { NotAHubError } from "./errors.ts";

/** Reads a body as an ask, and rejects anything else, so that nothing else passes for an outcome. */
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

/** The event in a message of the stream, or null for one this version does not know. Throws if a known event is malformed. */
export function toHubEvent({ event = "message", data }: { event?: string; data: string }): HubEvent | null {
  if (!["message", "snapshot", "ask-created", "ask-drafted", "ask-ended", "ask-delivered"].includes(event)) return null;
  const body = parseRecord(data);
  const type = event === "message" ? body.type : event;
  switch (type) {
    case "snapshot":
      return { ...toAskPage(body), type };
    case "ask-created":
    case "ask-ended":
      return { type, ask: toWireAsk(body.ask) };
    case "ask-drafted": {
      const { id, expiresAt } = body;
      if (typeof id !== "string") throw unexpected("a draft of an ask");
      return { type, id, draft: toWireDraft(body.draft), ...(typeof expiresAt === "string" ? { expiresAt } : {}) };
    }
    case "ask-delivered": {
      const { id, delivery } = body;
      if (typeof id !== "string" || !isRecord(delivery) || typeof delivery.state !== "string")
        throw unexpected("the delivery of an outcome");
      return { type, id, delivery: delivery as unknown as Delivery };
    }
    default:
      return null;
  }
}

function parseRecord(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body)) return body;
  } catch {}
  throw unexpected("an event");
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** For a successful response with something else in it. */
export function unexpected(what: string): NotAHubError {
  return new NotAHubError(
    `The response is not ${what}. Check that YOURCALL_URL leads to a hub, and that hub and client have the same version.`,
  );
}
