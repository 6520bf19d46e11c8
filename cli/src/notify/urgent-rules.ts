import { isRecord } from "@yourcall/core/internal";
import type { AskRecord } from "@yourcall/hub";

/** Which asks are urgent: those of this agent, in this directory or below it; of any agent or directory if that is left out. */
export interface UrgentRule {
  agent?: string;
  /** As the person wrote it; it may begin with `~`. */
  project?: string;
}

/** Null if this is no rule. One without conditions would make everything urgent, so it is none. */
export function toUrgentRule(value: unknown): UrgentRule | null {
  if (!isRecord(value)) return null;
  const { agent, project, ...others } = value;
  const isName = (name: unknown) => name === undefined || (typeof name === "string" && name.trim() !== "");
  if (!isName(agent) || !isName(project) || Object.keys(others).length > 0) return null;
  if (agent === undefined && project === undefined) return null;
  return {
    ...(typeof agent === "string" ? { agent } : {}),
    ...(typeof project === "string" ? { project } : {}),
  };
}

/** Whether one of the person's rules says that an ask is urgent. Nothing in the ask itself can say so. */
export function isUrgent({ agent }: Pick<AskRecord, "agent">, rules: readonly UrgentRule[], home = ""): boolean {
  return rules.some(
    (rule) =>
      (rule.agent === undefined || rule.agent === agent.name) &&
      (rule.project === undefined || isWithin(agent.cwd ?? "", rule.project.replace(/^~(?=\/|$)/, home))),
  );
}

function isWithin(path: string, directory: string): boolean {
  const above = directory.replace(/[/\\]+$/, "");
  return path === above || path.startsWith(`${above}/`) || path.startsWith(`${above}\\`);
}
