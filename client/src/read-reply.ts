import type { Delivery } from "@yourcall/core";
import { isOutcome, isRecord, parseJson } from "@yourcall/core/internal";
import type { AskPage, Claim, HubEvent, WireAsk, WireDraft } from "@yourcall/core/internal/wire";
import type { Connection, HubRequest } from "./connection.ts";
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

export function toClaim(body: unknown): Claim {
  if (!isRecord(body) || typeof body.claimed !== "boolean") throw unexpected("a claim");
  return { claimed: body.claimed, ask: toWireAsk(body.ask) };
}

export function toAskPage(body: unknown): AskPage {
  const page = expectField<AskPage>(body, "asks", "a list of asks");
  return { ...page, asks: page.asks.map(toWireAsk) };
}

/** One attempt at a request whose response is recognised by one of its fields. */
export function createCall(connection: Connection) {
  return async <Body>(
    method: HubRequest["method"],
    path: string,
    field: keyof Body & string,
    what: string,
    body?: unknown,
  ): Promise<Body> => expectField<Body>(await connection.call({ method, path, body }), field, what);
}

/** Throws if the field is missing, because then something other than a hub responded. */
export function expectField<Body>(body: unknown, field: keyof Body & string, what: string): Body {
  const value = isRecord(body) ? body[field] : undefined;
  if (typeof value !== "string" && typeof value !== "number" && !Array.isArray(value)) throw unexpected(what);
  return body as Body;
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
      const { id, expiresAt } = expectField<{ id: string; expiresAt?: string }>(body, "id", "a draft of an ask");
      return { type, id, draft: expectField<WireDraft>(body.draft, "revision", "a draft"), expiresAt };
    }
    case "ask-delivered": {
      const { id } = expectField<{ id: string }>(body, "id", "the delivery of an outcome");
      return { type, id, delivery: expectField<Delivery>(body.delivery, "state", "the delivery of an outcome") };
    }
    default:
      return null;
  }
}

function parseRecord(text: string): Record<string, unknown> {
  const body = parseJson(text);
  if (!isRecord(body)) throw unexpected("an event");
  return body;
}

/** The error for a successful response that contains something else. */
function unexpected(what: string): NotAHubError {
  return new NotAHubError(
    `The response is not ${what}. Check that YOURCALL_URL leads to a hub, and that hub and client have the same version.`,
  );
}
