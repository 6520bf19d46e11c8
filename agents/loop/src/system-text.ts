import { askToolName } from "@yourcall/core";

const opening =
  "You are an agent that works for a user with the tools you are given. Find out what you can with them, do what was asked, and say in a few words what you did.";

const nobody = `Nobody can be asked in this run: there is no ${askToolName} tool, and nothing can be approved. Where a decision is the user's, take the choice that is easiest to undo, and say at the end what you assumed. Never write as if the user had chosen.`;

const planning =
  "You are in plan mode: look, change nothing, and end with a plan for the user to read before any work starts.";

const planningWithPerson = `${planning} Settle what is the user's to decide with ${askToolName} before the plan is final.`;

/** The instructions for the model: the host's own or a short opening, then what holds for this run. */
export function toSystemText(run: { system?: string; cwd: string; canAsk: boolean; planMode: boolean }): string {
  return [
    run.system ?? opening,
    `The working directory is ${run.cwd}.`,
    ...(run.canAsk ? [] : [nobody]),
    ...(run.planMode ? [run.canAsk ? planningWithPerson : planning] : []),
  ].join("\n\n");
}
