import { toEdited } from "../edited-input.ts";
import type { Outcome } from "../outcome-schemas.ts";
import type { Ask } from "../schemas.ts";
import { toRefusalText, toVerdict } from "./approval-text.ts";
import { toToolResult } from "./tool-result.ts";

/** The text about an ask for a model: its answers, the decision about an approval, or that there is none yet. */
export function toModelText(ask: Ask, outcome: Outcome | undefined): string {
  if (outcome === undefined)
    return "The user has not answered yet. That is not an answer: do not choose for them. Continue with what does not depend on it, and look again later.";
  if (ask.approval === undefined) return toToolResult(ask, outcome);
  const { isAllowed, remark, input } = toVerdict(ask, outcome);
  if (!isAllowed) return toRefusalText(ask.approval.tool, outcome);
  const edited =
    toEdited(ask, outcome) === undefined
      ? ""
      : ` They changed it: call it with ${JSON.stringify(input)} and nothing else.`;
  return `The user allowed this call of ${ask.approval.tool}.${edited}${remark === "" ? "" : ` They say: ${remark}`}`;
}
