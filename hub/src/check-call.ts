import { isDeepStrictEqual } from "node:util";
import { createAskId } from "@yourcall/client";
import { type Act, type Ask, acts, type By, checkAsk, cleanText, InvalidAskError } from "@yourcall/core";
import type { AskBody } from "@yourcall/core/wire";
import type { Caller } from "./caller.ts";
import type { AskRecord, NewAsk } from "./store/store.ts";

const askFields = ["questions", "kind", "approval", "context", "metadata"] as const;

/** The ask in a call, checked by core. Throws if it is invalid. */
export function checkCall(call: AskBody): Ask {
  const given: Record<string, unknown> = {};
  for (const field of askFields) if (call[field] !== undefined) given[field] = call[field];
  const checked = checkAsk(given);
  if ("issues" in checked) throw new InvalidAskError(checked.issues);
  return checked.ask;
}

/** Who acted, according to the body, and with which token. A missing act becomes `script`, a missing or blank surface `api`. */
export function toBy(body: { surface?: string; act?: Act; user?: string }, { token, scope, name, person }: Caller): By {
  const act = acts.find((known) => known === body.act) ?? "script";
  // An app shows its asks as cards in its own page, and cannot claim to be another screen.
  const surface = scope === "app" ? "card" : (body.surface ?? "");
  return {
    surface: cleanText(surface).trim() === "" ? "api" : surface,
    act,
    ...(body.user === undefined || body.user === "" ? {} : { user: body.user }),
    token: { id: token, scope, name: name ?? person },
  };
}

/**
 * Whether this is the same call again. Questions and kind decide; the context may differ. All approvals of a tool have
 * the same wording, so for them the tool and its input decide too: no call gets another call's permission.
 */
export function sameAsk(record: AskRecord, ask: Ask): boolean {
  return isDeepStrictEqual(identity(record), identity(ask));
}

// Compares only what survives storing.
function identity({ kind, questions, approval }: Ask | AskRecord): unknown {
  return JSON.parse(
    JSON.stringify({ kind, questions, tool: approval?.tool, input: approval?.input, options: approval?.options }),
  );
}

/** A call as a new ask for the store. */
export function toNewAsk(
  call: AskBody,
  ask: Ask,
  caller: Caller,
  now: number,
  defaultTimeoutMs: number | undefined,
): NewAsk {
  const timeoutMs = call.timeoutMs ?? defaultTimeoutMs;
  return {
    id: createAskId(),
    token: caller.token,
    key: call.key ?? null,
    kind: ask.kind,
    agent: call.agent ?? { name: "agent" },
    questions: ask.questions,
    approval: ask.approval ?? null,
    context: ask.context ?? null,
    metadata: ask.metadata ?? null,
    onTimeout: call.onTimeout ?? "expire",
    ...(call.to === undefined ? {} : { to: call.to }),
    createdAt: now,
    expiresAt: timeoutMs === undefined ? null : now + timeoutMs,
    lastSeenAt: now,
  };
}

/** The ask in a record. */
export function toAsk({ kind, questions, approval, context, metadata }: AskRecord): Ask {
  return {
    kind,
    questions,
    approval: approval ?? undefined,
    context: context ?? undefined,
    metadata: metadata ?? undefined,
  };
}
