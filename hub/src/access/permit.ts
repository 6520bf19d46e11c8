import { YourcallError } from "@yourcall/core";
import { type Caller, isShared } from "../caller.ts";
import { notFound } from "../hub-errors.ts";
import type { AskRecord } from "../store/store.ts";
import { permitAddressee } from "./rights.ts";

/** Refuses callers without one of these scopes. */
export function permitScope(caller: Caller, ...scopes: Caller["scope"][]): void {
  if (!scopes.includes(caller.scope))
    throw new YourcallError(
      "forbidden",
      `This needs a token of scope ${scopes.join(" or ")}; the scope of yours is ${caller.scope}.`,
    );
}

/** A link gives access to its own ask only, while it is pending, and never to an approval. */
export function permitLink(caller: Caller, record: AskRecord): void {
  if (caller.scope !== "link") return;
  if (caller.ask !== record.id) throw new YourcallError("forbidden", "This link is for another ask.");
  if (record.kind === "approval") throw new YourcallError("forbidden", "An approval cannot be given through a link.");
  if (record.status !== "pending") throw linkExpired();
}

/**
 * The ask as a link's holder sees it in a request that was held until it ended. They see their own answer; of anybody else's, only
 * that the ask is over.
 */
export function hideFromLink(caller: Caller, record: AskRecord): AskRecord {
  const { outcome } = record;
  if (caller.scope !== "link" || outcome === undefined) return record;
  if ("by" in outcome && outcome.by.token?.id === caller.token) return record;
  const { at } = outcome;
  return { ...record, status: "cancelled", outcome: { status: "cancelled", reason: "It was ended elsewhere.", at } };
}

export function linkExpired(): YourcallError {
  return new YourcallError("forbidden", "This link expired when its ask ended.");
}

/** Refuses a caller that may not answer this ask, or fill it in: a link or an app for another one, a person it is not addressed to. */
export function permitActing(caller: Caller, record: AskRecord): void {
  permitLink(caller, record);
  permitApp(caller, record);
  permitAddressee(caller, record);
}

/** An app has no access to the asks of others, and does not learn that they exist. */
export function permitApp(caller: Caller, record: AskRecord): void {
  if (caller.scope === "app" && caller.token !== record.token) throw notFound(record.id);
}

/** Refuses every caller but the token and session that asked. */
export function permitAsker(caller: Caller, session: string | undefined, record: AskRecord): void {
  if (caller.token !== record.token || (session ?? "") !== (record.agent.session ?? ""))
    throw new YourcallError(
      "forbidden",
      "Only the token and session that asked may report this: add the ask's ?session=.",
    );
}

/**
 * What a caller may list or watch: a person everything, an app and a named agent token what they asked. Many agents share the token of
 * the state directory, so with that one a session must be named.
 */
export function permitSession(caller: Caller, session: string | undefined): { token?: string; session?: string } {
  if (caller.scope === "human") return { session };
  if (!isShared(caller)) return { token: caller.token, session };
  if (session === undefined || session === "")
    throw new YourcallError(
      "forbidden",
      "With the shared agent token only the asks of one session can be seen: add ?session=, or use an agent token of your own.",
    );
  return { token: caller.token, session };
}

/** Whether an ask is among those that `permitSession` allowed. */
export function canSee({ token, session }: { token?: string; session?: string }, record: AskRecord): boolean {
  if (token !== undefined && record.token !== token) return false;
  return session === undefined || record.agent.session === session;
}
