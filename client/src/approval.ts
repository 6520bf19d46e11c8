import { type Approval, type AskRequest, toApprovalAsk } from "@yourcall/core";

/** How the approval is put to the person, and what else goes with the ask. */
export interface ApprovalOptions
  extends Omit<AskRequest, "questions" | "kind" | "approval" | "onTimeout">,
    Omit<Approval, "tool" | "input"> {
  /** "May the agent use TOOL?" by default. */
  question?: string;
  header?: string;
  /** What "allow always" would allow. */
  always?: string;
}

/**
 * A request for permission to run a tool with this input. Only `toVerdict` of `@yourcall/core` says whether an outcome allows it.
 *
 * @example
 * import { toVerdict } from "@yourcall/core";
 * const request = approval("deploy", { stage: "production" }, { agent: { name: "release-bot" } });
 * const { isAllowed } = toVerdict(request, await hub.ask(request));
 */
export function approval(tool: string, input: unknown, options: ApprovalOptions = {}): AskRequest {
  const { question, header, always, context, suggestions, options: choices, editable, ...request } = options;
  const subject = { tool, input, suggestions, options: choices, editable };
  return { ...request, ...toApprovalAsk(subject, { question, header, always, context }) };
}
