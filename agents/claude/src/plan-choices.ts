import type { PermissionMode, PermissionUpdate } from "@anthropic-ai/claude-agent-sdk";
import type { Approval } from "@yourcall/core";

/** The tool with which Claude presents a plan. Claude Code removes the plan from the input of its call. */
export const planTool = "ExitPlanMode";

interface PlanChoice {
  id: string;
  label: string;
  effect: NonNullable<Approval["options"]>[number]["effect"];
  /** The mode in which Claude Code continues. */
  mode?: PermissionMode;
}

// The labels of Claude Code's own dialog, which shows one of the last two, depending on the session. A hook cannot find out which.
const choices: PlanChoice[] = [
  { id: "change", label: "Tell Claude what to change", effect: "deny" },
  { id: "manual", label: "Yes, manually approve edits", effect: "allow-once", mode: "default" },
  { id: "accept-edits", label: "Yes, auto-accept edits", effect: "allow-always", mode: "acceptEdits" },
  { id: "auto", label: "Yes, and use auto mode", effect: "allow-always", mode: "auto" },
];

/** Claude's own choices about a plan; undefined for any other call. */
export function toPlanOptions(tool: string, { plan }: Record<string, unknown>): Approval["options"] {
  if (tool !== planTool || typeof plan !== "string" || plan.trim() === "") return undefined;
  return choices.map(({ id, label, effect }) => ({ id, label, effect }));
}

/** The change of mode that belongs to a choice, as Claude Code's own dialog makes it. */
export function toPlanMode(chosen: string | undefined): PermissionUpdate[] {
  const mode = choices.find(({ id }) => id === chosen)?.mode;
  return mode === undefined ? [] : [{ type: "setMode", mode, destination: "session" }];
}

/** What Claude reads if the plan is to be changed: feedback, not a prohibition. */
export function toPlanFeedback(words: string): string {
  return words === ""
    ? "The user did not approve the plan, and did not say why. Stay in plan mode and ask what they want changed."
    : `The user wants the plan changed before you start. They say: ${words}\n\nStay in plan mode, change the plan accordingly and present it again.`;
}
