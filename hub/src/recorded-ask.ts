import { isDeepStrictEqual } from "node:util";
import type { Ask } from "@yourcall/core";
import type { AskRecord } from "./store/store.ts";

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

/**
 * Whether this is the same call again. Questions and kind decide; the context may differ. All approvals of a tool have
 * the same wording, so for them the tool and its input decide too: no call gets another call's permission.
 */
export function isSameAsk(record: AskRecord, ask: Ask): boolean {
  return isDeepStrictEqual(identity(record), identity(ask));
}

// Compares only what survives storing.
function identity({ kind, questions, approval }: Ask | AskRecord): unknown {
  return JSON.parse(
    JSON.stringify({ kind, questions, tool: approval?.tool, input: approval?.input, options: approval?.options }),
  );
}
