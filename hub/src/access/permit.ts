import { YourcallError } from "@yourcall/core";
import type { Caller } from "../caller.ts";
import type { AskRecord } from "../store/store.ts";

/** Refuses callers without one of these scopes. */
export function permitScope(caller: Caller, ...scopes: Caller["scope"][]): void {
  if (!scopes.includes(caller.scope))
    throw new YourcallError(
      "forbidden",
      `This needs a token of scope ${scopes.join(" or ")}, and this one is of scope ${caller.scope}.`,
    );
}

/** A link is good for its own ask and for nothing else, and never for an approval. */
export function permitAsk(caller: Caller, record: AskRecord): void {
  if (caller.scope !== "link") return;
  if (caller.ask !== record.id) throw new YourcallError("forbidden", "This link is for another ask.");
  if (record.kind === "approval") throw new YourcallError("forbidden", "An approval is not given through a link.");
  if (record.status !== "pending") throw new YourcallError("forbidden", "This link has ended with its ask.");
}

/** What an agent may list or watch: its own asks of one session. */
export function permitSession(caller: Caller, session: string | undefined): { token?: string; session?: string } {
  permitScope(caller, "human", "agent");
  if (caller.scope === "human") return session === undefined ? {} : { session };
  if (session === undefined || session === "")
    throw new YourcallError("forbidden", "An agent sees the asks of its own session: add ?session=.");
  return { token: caller.token, session };
}
