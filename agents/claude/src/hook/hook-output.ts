import type { ApprovalAnswer, Outcome } from "@yourcall/core";
import { toUnansweredText } from "@yourcall/core";
import { type ClaudeReply, toClaudeReply } from "../claude-reply.ts";
import type { HookEvent } from "./hook-event.ts";

/** What a hook prints, or answers to its request. */
export interface HookOutput {
  hookSpecificOutput: Record<string, unknown>;
}

/** The decision of a question's hook; null where nothing may be said and Claude's own dialog stays. */
export function toQuestionOutput(event: HookEvent, outcome: Outcome): HookOutput | null {
  const reply = toClaudeReply(outcome, event.input, "hook");
  return reply === null ? null : toOutput(event, reply);
}

/**
 * The decision of a permission's hook. Only an answer that allows allows; always means the rules Claude Code itself
 * suggested for it, and without any it means once. That Claude Code would also change its mode is not part of it.
 */
export function toApprovalOutput(event: HookEvent, outcome: Outcome): HookOutput | null {
  if (outcome.status === "declined") return toOutput(event, { behavior: "deny", message: toUnansweredText(outcome) });
  if (outcome.status !== "answered") return null;
  const [answer] = outcome.answers;
  const chosen = answer?.selectedOptions[0] as ApprovalAnswer | undefined;
  const said = [answer?.notes, outcome.comment].filter((text) => text !== undefined && text !== "").join("\n");
  if (chosen === "allow-once" || chosen === "allow-always") {
    const rules = chosen === "allow-always" ? event.suggestions.filter(isRule) : [];
    return toOutput(event, { behavior: "allow", ...(rules.length > 0 ? { updatedPermissions: rules } : {}) });
  }
  return toOutput(event, {
    behavior: "deny",
    message:
      said === "" ? "The user denied this use of the tool." : `The user denied this use of the tool and said:\n${said}`,
  });
}

function isRule(suggestion: unknown): boolean {
  return (suggestion as { type?: unknown } | null)?.type !== "setMode";
}

type Decision =
  | ClaudeReply
  | { behavior: "allow"; updatedInput?: Record<string, unknown>; updatedPermissions?: unknown[] };

function toOutput({ name }: HookEvent, decision: Decision): HookOutput {
  if (name === "PermissionRequest") return { hookSpecificOutput: { hookEventName: name, decision } };
  const { behavior, ...rest } = decision;
  return {
    hookSpecificOutput: {
      hookEventName: name,
      permissionDecision: behavior,
      ...("message" in rest ? { permissionDecisionReason: rest.message } : rest),
    },
  };
}
