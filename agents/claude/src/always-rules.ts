import type { PermissionUpdate } from "@anthropic-ai/claude-agent-sdk";

/**
 * What "always" stands for: the rules that Claude Code suggests for this call. It may also suggest a change of mode, which would
 * allow far more than calls like this one, and is left out.
 */
export function toAlwaysRules(suggestions: readonly PermissionUpdate[]): PermissionUpdate[] {
  return suggestions.filter(({ type }) => type !== "setMode");
}

/** The rules in the words of Claude Code's settings. */
export function describeRules(rules: readonly PermissionUpdate[]): string {
  const named = rules.flatMap((update) => {
    if ("rules" in update)
      return update.rules.map(({ toolName, ruleContent }) =>
        ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
      );
    return "directories" in update ? update.directories.map((directory) => `the directory ${directory}`) : [];
  });
  return named.join(", ");
}
