import { YourcallError } from "@yourcall/core";
import { type TokenRights, tokenRights } from "@yourcall/core/internal/wire";
import type { Caller } from "../caller.ts";
import type { AskRecord } from "../store/store.ts";

/** Refuses a person whose token lacks a right. Tokens without `rights`, such as the person's own, have all of them. */
export function permitRight(caller: Caller, right: TokenRights): void {
  if (caller.scope !== "human" || hasRight(caller, right)) return;
  throw new YourcallError(
    "forbidden",
    `Your token may ${describeRights(caller.rights)}; this needs a token with the right "${right}". An administrator can give you one.`,
  );
}

/** Refuses a person to whom the ask is not addressed, except administrators. */
export function permitAddressee(caller: Caller, { to }: AskRecord): void {
  if (caller.scope !== "human" || to === undefined || hasRight(caller, "administer")) return;
  if (caller.person !== undefined && to.includes(caller.person)) return;
  throw new YourcallError("forbidden", `This question is for ${to.join(", ")}. You can read it, but not answer it.`);
}

/** Whether the ask has to be read to know if this caller may act on it. */
export function isRestricted({ scope, rights }: Caller): boolean {
  return scope === "human" && rights !== undefined && rights !== "administer";
}

function hasRight({ rights = "administer" }: Caller, right: TokenRights): boolean {
  return tokenRights.indexOf(rights) >= tokenRights.indexOf(right);
}

function describeRights(rights: TokenRights | undefined): string {
  return rights === "read" ? "only read" : "read and answer";
}
