import type { WireError } from "@yourcall/client";
import { httpStatuses, YourcallError } from "@yourcall/core";

/** A request that is refused before the hub hears of it. */
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

/** Any failure as the hub would put it, for `@yourcall/client` in the page. What the user cannot mend is for `onError`. */
export function toRefusal(error: unknown, onError: (error: unknown) => void): Response {
  if (error instanceof RouteError) return json(error.status, { code: error.code, message: error.message });
  if (!YourcallError.isInstance(error)) {
    onError(error);
    return json(500, { code: "store-unavailable", message: "The app failed on this request. Its log says more." });
  }
  const status = httpStatuses[error.code];
  // The app's own token was refused, or the hub is away: nothing that its user could do anything about.
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
