import {
  type ErrorCode,
  InvalidAnswerError,
  InvalidAskError,
  type Issue,
  type Outcome,
  YourcallError,
} from "@yourcall/core";
import { isOutcome, toFields } from "@yourcall/core/internal";
import type { WireDraft, WireError } from "@yourcall/core/internal/wire";
import type { TransportResponse } from "./transport.ts";

/** The ask had already ended, with `outcome`. */
export class AlreadyEndedError extends YourcallError {
  override readonly name = "AlreadyEndedError";
  readonly outcome: Outcome;

  constructor(message: string, outcome: Outcome) {
    super("already-ended", message);
    this.outcome = outcome;
  }

  static override isInstance(value: unknown): value is AlreadyEndedError {
    return YourcallError.isInstance(value) && value.code === "already-ended";
  }
}

/** Somebody saved another draft in the meantime; `draft` is the current one, undefined if it is gone. */
export class DraftConflictError extends YourcallError {
  override readonly name = "DraftConflictError";
  readonly draft: WireDraft | undefined;

  constructor(message: string, draft: WireDraft | undefined) {
    super("draft-conflict", message);
    this.draft = draft;
  }

  static override isInstance(value: unknown): value is DraftConflictError {
    return YourcallError.isInstance(value) && value.code === "draft-conflict";
  }
}

/** No response came. */
export class HubUnreachableError extends YourcallError {
  override readonly name = "HubUnreachableError";
  /** False only if the hub certainly did not get the request. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, options: ErrorOptions & { mayHaveArrived: boolean }) {
    super("hub-unreachable", message, options);
    this.mayHaveArrived = options.mayHaveArrived;
  }
}

/** The hub, or a proxy in front of it, cannot serve the request now. */
export class UnavailableError extends YourcallError {
  override readonly name = "UnavailableError";
  /** How long to wait before trying again, if it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(code: "store-unavailable" | "too-many", message: string, retryAfterMs?: number) {
    super(code, message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Something responded that is not a hub of this version. Trying again does not help. */
export class NotAHubError extends YourcallError {
  override readonly name = "NotAHubError";

  constructor(message: string) {
    super("hub-unreachable", message);
  }
}

/**
 * Whether the same request may succeed if it is sent again later.
 *
 * @example
 * try {
 *   await hub.get("ask_1");
 * } catch (error) {
 *   if (!isRetryable(error)) throw error;
 * }
 */
export function isRetryable(error: unknown): error is YourcallError {
  if (!YourcallError.isInstance(error)) return false;
  if (error.code === "hub-unreachable") return error.name !== "NotAHubError";
  if (error.name !== "UnavailableError") return false;
  return error.code === "store-unavailable" || (error as UnavailableError).retryAfterMs !== undefined;
}

const codesByStatus: Record<number, ErrorCode> = {
  401: "unauthorized",
  403: "forbidden",
  413: "too-large",
  429: "too-many",
  502: "store-unavailable",
  503: "store-unavailable",
  504: "store-unavailable",
};

const advice: Partial<Record<ErrorCode, string>> = {
  unauthorized: "The hub does not know this token. Check YOURCALL_TOKEN, or tokens.json in the state directory.",
  forbidden: "This token may not do that here. Use one with the right scope, and the hub's own address.",
  "too-large": "The request is larger than the hub accepts. Shorten the texts.",
  "too-many": "The hub has too much open from here. End some of it, then try again.",
  "store-unavailable": "The hub cannot serve this now. Try again in a moment; `yourcall doctor` says more.",
};

/** The only place that turns a refusal into an error. `path` is the requested path. */
export function toError(response: TransportResponse, path: string): YourcallError {
  const said = toWireError(response.body);
  const code = said?.code ?? codesByStatus[response.status];
  const message = said?.message ?? (code === undefined || code === "bad-request" ? undefined : advice[code]);

  // A bug in the hub: the same request would meet it again, so it is not retried.
  if (response.status === 500)
    return new YourcallError("store-unavailable", message ?? `The hub failed on ${path}. Its log (hub.log) says why.`);

  switch (code) {
    case "already-ended":
      if (!isOutcome(said?.outcome)) break;
      return new AlreadyEndedError(message ?? "The ask has already ended.", said.outcome);
    case "draft-conflict":
      return new DraftConflictError(message ?? "Another draft was saved in the meantime.", said?.draft);
    case "invalid-ask":
      return new InvalidAskError(toIssues(said));
    case "invalid-answer":
      if (path.endsWith("/pictures")) return new YourcallError("invalid-answer", message ?? "It is not a picture.");
      return new InvalidAnswerError(toIssues(said));
    case "bad-request":
      if (path.startsWith("/v1/sessions")) return new YourcallError("invalid-ask", message ?? "Nothing was done.");
      // Core has no code for "malformed"; the path shows what was malformed.
      return /\/(answer|decline|draft|report|delivery)(\?|$)/.test(path)
        ? new InvalidAnswerError(toIssues(said))
        : new InvalidAskError(toIssues(said));
    case "too-many":
    case "store-unavailable":
      return new UnavailableError(code, message ?? "The hub cannot serve this now.", toRetryAfter(response));
    case "hub-unreachable":
      return new UnavailableError("store-unavailable", message ?? "The hub is shutting down.", toRetryAfter(response));
    case undefined:
      break;
    default:
      return new YourcallError(code, message ?? `The hub refused ${path} (${code}).`);
  }
  return new NotAHubError(
    `The response to ${path} (status ${response.status}) is not that of a hub of this version. Check YOURCALL_URL, and that hub and client have the same version.`,
  );
}

function toWireError(body: unknown): WireError | undefined {
  const { code, message } = toFields(body);
  return typeof code === "string" && typeof message === "string" ? (body as WireError) : undefined;
}

function toIssues(said: WireError | undefined): Issue[] {
  const issues = said?.issues ?? [];
  return issues.length > 0 ? issues : [{ path: "", message: said?.message ?? "The hub did not say what is wrong." }];
}

function toRetryAfter({ headers }: TransportResponse): number | undefined {
  const value = headers["retry-after"];
  return value !== undefined && /^\d+$/.test(value) ? Number(value) * 1000 : undefined;
}
