import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { createAskId } from "@yourcall/client";
import type { Ask } from "@yourcall/core";
import type { AskBody } from "@yourcall/core/internal/wire";
import type { Caller } from "./caller.ts";
import type { AskRecord, NewAsk } from "./store/store.ts";

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
    key: call.key,
    ...ask,
    agent: call.agent ?? { name: "agent" },
    onTimeout: call.onTimeout ?? "expire",
    to: call.to,
    callback: call.callback,
    createdAt: now,
    expiresAt: timeoutMs === undefined ? undefined : now + timeoutMs,
    lastSeenAt: now,
  };
}

/**
 * Whether this is the same call again. Questions and kind decide; the context may differ. All approvals of a tool have
 * the same wording, so for them the tool and its input decide too: no call gets another call's permission.
 */
export function isSameAsk(record: AskRecord, ask: Ask): boolean {
  return isDeepStrictEqual(identity(record), identity(ask));
}

/** A short text that is the same for the same ask. */
export function toIdentityHash(ask: Ask): string {
  return createHash("sha256")
    .update(JSON.stringify(identity(ask)))
    .digest("base64");
}

// Compares only what survives storing.
function identity({ kind, questions, approval }: Ask): unknown {
  return JSON.parse(
    JSON.stringify({ kind, questions, tool: approval?.tool, input: approval?.input, options: approval?.options }),
  );
}
