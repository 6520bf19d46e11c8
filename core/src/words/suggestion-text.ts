import { revealText } from "../clean-text.ts";
import type { Approval } from "../schemas.ts";

/** A rule that Always would write. */
interface SuggestedRule {
  /** The rule as its host writes it: `Edit(src/**)`. On one line. */
  rule: string;
  /** Where it is kept: `.claude/settings.local.json`, `this session`; undefined if the host does not say. */
  place?: string;
}

const places: Record<string, string> = {
  localSettings: ".claude/settings.local.json",
  projectSettings: ".claude/settings.json",
  userSettings: "~/.claude/settings.json",
  session: "this session",
};

/** The rules that Always would write, whichever agent suggests them. A suggestion of an unknown shape is shown whole. */
export function toSuggestedRules({ suggestions = [] }: Pick<Approval, "suggestions">): SuggestedRule[] {
  return suggestions.flatMap((suggestion): SuggestedRule[] => {
    if (typeof suggestion !== "object" || suggestion === null) return [{ rule: toLine(suggestion) }];
    const { type, rules, directories, destination, rule, behavior, ...others } = suggestion as Record<string, unknown>;
    // A change of mode is not a rule: it sets how much the agent asks from now on.
    if (type === "setMode") return [];
    const place = typeof destination === "string" ? (places[destination] ?? toLine(destination)) : undefined;
    const denied = behavior === undefined || behavior === "allow" ? "" : `${toLine(behavior)} `;
    const texts = Array.isArray(rules)
      ? rules.map((each) => `${denied}${toRule(each)}`)
      : Array.isArray(directories)
        ? directories.map((directory) => `directory ${toLine(directory)}`)
        : [typeof rule === "string" ? toLine(rule) : toLine({ type, ...others })];
    return texts.map((text) => ({ rule: text, place }));
  });
}

function toRule(value: unknown): string {
  const { toolName, ruleContent } = (value ?? {}) as Record<string, unknown>;
  if (typeof toolName !== "string") return toLine(value);
  return toLine(typeof ruleContent === "string" ? `${toolName}(${ruleContent})` : toolName);
}

function toLine(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return revealText(text).replace(/\s+/g, " ").trim();
}
