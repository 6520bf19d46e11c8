import type { CanUseTool, PermissionResult, PermissionUpdate } from "@anthropic-ai/claude-agent-sdk";
import { type Ask, messageOf, type Outcome, toApprovalAsk, toVerdict } from "@yourcall/core";
import { findEditable, toAllowedText, toRefusalText } from "@yourcall/core/internal";
import { type Asking, askPerson } from "./ask-person.ts";
import type { CallPlace } from "./call-place.ts";
import { toPlanFeedback, toPlanMode, toPlanOptions } from "./plan-choices.ts";

type CallOptions = Parameters<CanUseTool>[2];

/**
 * Asks the person whether Claude may use a tool. Only an allowing answer allows; everything else denies. `onTold` gets what Claude is to
 * be told once the call has run; it may be empty.
 */
export async function approveTool(
  tool: string,
  input: Record<string, unknown>,
  call: CallOptions,
  place: CallPlace,
  asking: Asking,
  onTold: (words: string) => void = () => {},
): Promise<PermissionResult> {
  const rules = call.suppressAlwaysAllowRule === true ? [] : toAlwaysRules(call.suggestions ?? []);
  const said = [place.said, call.description, call.decisionReason];
  const ask = toToolAsk(tool, input, call, said, rules);
  const { toolUseID: toolUseId, signal } = call;
  try {
    const outcome = await askPerson(ask, { key: toolUseId }, { place, signal, toolUseId }, asking);
    onTold(toAllowedText(ask, outcome));
    return toPermission(tool, outcome, rules, ask);
  } catch (error) {
    return {
      behavior: "deny",
      message: `${tool} was not run: nobody could be asked for permission. ${messageOf(error)}`,
    };
  }
}

/** The ask for permission to use a tool. Its "always" option says what it would allow; a plan has the choices of Claude's own dialog. */
export function toToolAsk(
  tool: string,
  input: Record<string, unknown>,
  { title, suggestions }: Pick<CallOptions, "title" | "suggestions">,
  said: readonly (string | undefined)[],
  rules: readonly PermissionUpdate[],
): Ask {
  const context = said.flatMap((text) => text?.trim() || []).join("\n\n") || undefined;
  const options = toPlanOptions(tool, input);
  const words =
    options === undefined
      ? { question: title ?? `May Claude use ${tool}?` }
      : { question: title ?? "Claude has a plan. Go ahead with it?", header: "Plan" };
  const always =
    rules.length === 0
      ? "There is no rule for calls like this: the same as once"
      : `From now on: ${describeRules(rules)}`;
  // What a plan says is changed by what the person tells Claude.
  const editable = options === undefined ? findEditable(input) : undefined;
  const approval = { tool, input, suggestions, options, editable };
  return { ...toApprovalAsk(approval, { ...words, context, always }), asksAgain: true };
}

/** Reads the outcome of an approval. */
export function toPermission(
  tool: string,
  outcome: Outcome,
  rules: PermissionUpdate[],
  ask: Pick<Ask, "approval">,
): PermissionResult {
  const { isAllowed, isAlways, remark, input: allowed } = toVerdict(ask, outcome);
  const answer = outcome.status === "answered" ? outcome.answers[0] : undefined;
  const isPlan = ask.approval?.options !== undefined;
  if (!isAllowed)
    return {
      behavior: "deny",
      message: isPlan && answer !== undefined ? toPlanFeedback(remark) : toRefusalText(tool, outcome),
    };
  const updates = isPlan ? toPlanMode(answer?.selectedOptions[0]) : isAlways ? rules : [];
  const updatedInput = { ...(allowed as Record<string, unknown>) };
  return { behavior: "allow", updatedInput, ...(updates.length === 0 ? {} : { updatedPermissions: updates }) };
}

/**
 * What "always" means: the rules that Claude Code suggests for this call. It may also suggest a change of mode, which would
 * allow far more than calls like this one, and is left out.
 */
export function toAlwaysRules(suggestions: readonly PermissionUpdate[]): PermissionUpdate[] {
  return suggestions.filter(({ type }) => type !== "setMode");
}

/** The rules as Claude Code's settings write them. */
function describeRules(rules: readonly PermissionUpdate[]): string {
  const named = rules.flatMap((update) => {
    if ("rules" in update)
      return update.rules.map(({ toolName, ruleContent }) =>
        ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
      );
    return "directories" in update ? update.directories.map((directory) => `the directory ${directory}`) : [];
  });
  return named.join(", ");
}
