import type { WireError } from "@yourcall/client";
import { type ErrorCode, InvalidAnswerError, InvalidAskError, YourcallError } from "@yourcall/core";
import { EndedError, StaleDraftError } from "../hub-errors.ts";
import { BadRequestError } from "./bad-request.ts";

/** Which status stands for which failure. The only place that knows. */
const statuses: Record<ErrorCode, number> = {
  "invalid-ask": 422,
  "invalid-answer": 422,
  "not-found": 404,
  "already-ended": 409,
  "key-conflict": 409,
  "draft-conflict": 409,
  unauthorized: 401,
  forbidden: 403,
  "too-large": 413,
  "too-many": 429,
  "hub-unreachable": 503,
  "store-unavailable": 503,
};

export interface Refusal {
  status: number;
  body: WireError;
  headers: Record<string, string>;
}

// What a status has to bring with it.
const headersOf: Record<number, Record<string, string>> = {
  401: { "www-authenticate": "Bearer" },
  503: { "retry-after": "1" },
};

/** Any error as the answer to a request. What we do not know is a fault of ours and says nothing of its insides. */
export function toRefusal(error: unknown): Refusal {
  const { status, body } = toStatus(error);
  return { status, body, headers: headersOf[status] ?? {} };
}

function toStatus(error: unknown): { status: number; body: WireError } {
  if (YourcallError.isInstance(error)) {
    const body: WireError = { code: error.code, message: error.message };
    if (error instanceof InvalidAskError || error instanceof InvalidAnswerError) body.issues = [...error.issues];
    if (error instanceof EndedError) body.outcome = error.outcome;
    if (error instanceof StaleDraftError && error.draft !== undefined) body.draft = error.draft;
    return { status: statuses[error.code], body };
  }
  if (error instanceof BadRequestError) return badRequest(error.message, { issues: [...error.issues] });
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string };
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return {
        status: 413,
        body: { code: "too-large", message: "The body is larger than the hub takes. Shorten it." },
      };
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return badRequest("The hub reads JSON. Send it with content-type: application/json.");
    case "FST_ERR_BAD_URL":
    case "FST_ERR_MAX_PARAM_LENGTH":
      return { status: 404, body: { code: "not-found", message: "There is nothing at this address." } };
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return badRequest(message ?? "The request cannot be read.");
  return {
    status: 500,
    body: { code: "store-unavailable", message: "The hub failed on this request. Its log says more." },
  };
}

function badRequest(message: string, more: Partial<WireError> = {}): { status: number; body: WireError } {
  return { status: 422, body: { code: "bad-request", message, ...more } };
}
