import { AlreadyEndedError, DraftConflictError } from "@yourcall/client";
import { formatIssues, InvalidAnswerError, InvalidAskError, type Issue, YourcallError } from "@yourcall/core";
import { httpStatuses } from "@yourcall/core/internal";
import type { WireError } from "@yourcall/core/internal/wire";

/** A request that is not valid HTTP or JSON. Nothing was done. */
export class MalformedError extends Error {
  override readonly name = "MalformedError";
}

/** A request whose JSON or query does not fit its schema, other than an ask or an answer. Nothing was done. */
export class BadRequestError extends Error {
  override readonly name = "BadRequestError";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(`The request is not valid and nothing was done. ${formatIssues(issues)}`);
    this.issues = issues;
  }
}

/** Headers that a status requires. After 413 the rest of the body is not read, so the connection ends. */
const headersOf: Record<number, Record<string, string>> = {
  401: { "www-authenticate": "Bearer" },
  413: { connection: "close" },
  503: { "retry-after": "1" },
};

interface Refusal {
  status: number;
  body: WireError;
  headers: Record<string, string>;
}

/** Any error as the reply to a request. An unknown error is our bug; the reply gives no details. */
export function toRefusal(error: unknown): Refusal {
  const [status, body] = toStatus(error);
  return { status, body, headers: headersOf[status] ?? {} };
}

function toStatus(error: unknown): [status: number, body: WireError] {
  if (YourcallError.isInstance(error)) {
    const body: WireError = { code: error.code, message: error.message };
    if (error instanceof InvalidAskError || error instanceof InvalidAnswerError) body.issues = [...error.issues];
    if (error instanceof AlreadyEndedError) body.outcome = error.outcome;
    if (error instanceof DraftConflictError) body.draft = error.draft;
    return [httpStatuses[error.code], body];
  }
  if (error instanceof MalformedError) return [400, { code: "bad-request", message: error.message }];
  if (error instanceof BadRequestError)
    return [422, { code: "bad-request", message: error.message, issues: [...error.issues] }];
  return [500, { code: "store-unavailable", message: "The hub failed on this request. Its log says more." }];
}
