import { isDeepStrictEqual } from "node:util";
import type { Ask } from "@yourcall/core";
import type { AskRecord } from "./store/store.ts";

/**
 * Is this the same call again? Questions and kind decide; what the agent said before may differ. All approvals of a tool have
 * the same wording, so for them the tool and its input decide too: no call gets the permission of another one.
 */
export function sameAsk(record: AskRecord, ask: Ask): boolean {
  return isDeepStrictEqual(identity(record), identity(ask));
}

// Compares only what survives storing.
function identity({
  kind,
  questions,
  approval,
}: Pick<AskRecord, "kind" | "questions"> &
  Pick<Ask, "kind"> & {
    approval?: AskRecord["approval"] | undefined;
  }): unknown {
  return JSON.parse(JSON.stringify({ kind, questions, tool: approval?.tool, input: approval?.input }));
}
