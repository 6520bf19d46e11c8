import { type Outcome, YourcallError } from "@yourcall/core";
import type { WireDraft } from "@yourcall/core/wire";

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

/** Whether the same request may succeed later as it is. */
export function isRetryable(error: unknown): error is YourcallError {
  if (!YourcallError.isInstance(error)) return false;
  if (error.code === "hub-unreachable") return error.name !== "NotAHubError";
  if (error.name !== "UnavailableError") return false;
  return error.code === "store-unavailable" || (error as UnavailableError).retryAfterMs !== undefined;
}
