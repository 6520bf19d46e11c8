import type { CanUseTool, PermissionResult, PermissionUpdate } from "@anthropic-ai/claude-agent-sdk";
import { type Ask, messageOf, type Outcome, toApprovalAsk, toEffect, toUnansweredText } from "@yourcall/core";
import { type Asking, askPerson } from "./ask-person.ts";
import type { CallPlace } from "./call-place.ts";
import { toPlanFeedback, toPlanMode, toPlanOptions } from "./plan-choices.ts";

type CallOptions = Parameters<CanUseTool>[2];

/** Asks the person whether Claude may use a tool. Only an allowing answer allows; everything else denies. */
export async function approveTool(
  tool: string,
  input: Record<string, unknown>,
  call: CallOptions,
  place: CallPlace,
  asking: Asking,
): Promise<PermissionResult> {
  const rules = call.suppressAlwaysAllowRule === true ? [] : toAlwaysRules(call.suggestions ?? []);
  const said = [place.said, call.description, call.decisionReason];
  const ask = toToolAsk(tool, input, call, said, rules);
  const { toolUseID: toolUseId, signal } = call;
  try {
    const outcome = await askPerson(ask, { key: toolUseId }, { place, signal, toolUseId }, asking);
    return toPermission(tool, input, outcome, rules, ask);
  } catch (error) {
    return {
      behavior: "deny",
      message: `${tool} was not run: nobody could be asked for permission. ${messageOf(error)}`,
    };
  }
}

/** The ask for permission to use a tool. Its "always" says what it would allow; a plan has the choices of Claude's own dialog. */
export function toToolAsk(
  tool: string,
  input: Record<string, unknown>,
  { title, suggestions }: Pick<CallOptions, "title" | "suggestions">,
  said: readonly (string | undefined)[],
  rules: readonly PermissionUpdate[],
): Ask {
  const context = said.flatMap((text) => text?.trim() || []).join("\n\n");
  const options = toPlanOptions(tool, input);
  const question =
    title ?? (options === undefined ? `May Claude use ${tool}?` : "Claude has a plan. Go ahead with it?");
  const ask = toApprovalAsk(
    { tool, input, suggestions, ...(options === undefined ? {} : { options }) },
    { question, ...(options === undefined ? {} : { header: "Plan" }), ...(context === "" ? {} : { context }) },
  );
  const always =
    rules.length === 0
      ? "There is no rule for calls like this: the same as once"
      : `From now on: ${describeRules(rules)}`;
  const questions = ask.questions.map((question) => ({
    ...question,
    options: question.options.map((option) =>
      option.label === "allow-always" ? { ...option, description: always } : option,
    ),
  }));
  return { ...ask, questions };
}

/** Reads the outcome of an approval. */
export function toPermission(
  tool: string,
  input: Record<string, unknown>,
  outcome: Outcome,
  rules: PermissionUpdate[],
  ask: Pick<Ask, "approval"> = {},
): PermissionResult {
  if (outcome.status !== "answered")
    return { behavior: "deny", message: `${tool} was not run. ${toUnansweredText(outcome)}` };
  const [answer] = outcome.answers;
  const effect = toEffect(ask, outcome);
  const isPlan = ask.approval?.options !== undefined;
  if (isPlan && (effect === "allow-once" || effect === "allow-always"))
    return { behavior: "allow", updatedInput: input, updatedPermissions: toPlanMode(answer?.selectedOptions[0]) };
  if (effect === "allow-once") return { behavior: "allow", updatedInput: input };
  if (effect === "allow-always")
    return {
      behavior: "allow",
      updatedInput: input,
      ...(rules.length === 0 ? {} : { updatedPermissions: rules }),
    };
  const words = [answer?.notes, answer?.customInput, outcome.comment].flatMap((text) => text?.trim() || []).join("\n");
  if (isPlan) return { behavior: "deny", message: toPlanFeedback(words) };
  return {
    behavior: "deny",
    message: `The user denied this call: ${tool} was not run. ${words === "" ? "They gave no reason." : `They say: ${words}`}\n\nDo not try to reach the same in another way. Follow what they say, or ask what they want instead.`,
  };
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
