import type { WireError } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import { httpStatuses } from "@yourcall/core/internal";

/** A request that is refused before it reaches the hub. */
export class RouteError extends Error {
  override readonly name = "RouteError";
  readonly status: number;
  readonly code: WireError["code"];

  constructor(status: number, code: WireError["code"], message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function notFound(): RouteError {
  return new RouteError(404, "not-found", "There is no such question here.");
}

/** Turns any failure into a response in the hub's form, for `@yourcall/client` in the page. What the user cannot fix goes to `onError`. */
export function toRefusal(error: unknown, onError: (error: unknown) => void): Response {
  if (error instanceof RouteError) return json(error.status, { code: error.code, message: error.message });
  if (!YourcallError.isInstance(error)) {
    onError(error);
    return json(500, { code: "store-unavailable", message: "The app failed on this request. Its log says more." });
  }
  const status = httpStatuses[error.code];
  // The hub is away or refused the app's own token: the user can do nothing about either.
  if (status === 503 || status === 401 || status === 403) {
    onError(error);
    const message = "The questions cannot be reached now. Try again in a moment.";
    return json(503, { code: "store-unavailable", message }, { "retry-after": "1" });
  }
  const { issues, outcome, draft } = error as Partial<Pick<WireError, "issues" | "outcome" | "draft">>;
  return json(status, { code: error.code, message: error.message, issues, outcome, draft });
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...noStore, ...headers },
  });
}

export const noStore = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
