import { approval, type EndedAsk } from "@yourcall/client";
import { type Approval, type AskRequest, toVerdict } from "@yourcall/core";
import { findEditable, isRecord, parseJson, toEdited, toRefusalText } from "@yourcall/core/internal";

/** What `humanInTheLoopMiddleware` of LangChain interrupts with: all calls of a step that somebody has to review. */
export interface Review {
  actionRequests: { name: string; args: unknown; description?: string }[];
  reviewConfigs: { actionName: string; allowedDecisions: string[] }[];
}

/** What it is resumed with, one for each call. */
export type Decision =
  | { type: "approve" }
  | { type: "edit"; editedAction: { name: string; args: Record<string, unknown> } }
  | { type: "reject"; message: string };

const choices: NonNullable<Approval["options"]> = [
  { id: "approve", label: "Allow", effect: "allow-once" },
  { id: "edit", label: "Allow with the arguments in my note, as JSON", effect: "allow-once" },
  { id: "reject", label: "Deny", effect: "deny" },
];

export function isReview(value: unknown): value is Review {
  const { actionRequests, reviewConfigs } = (value ?? {}) as Partial<Review>;
  return Array.isArray(actionRequests) && Array.isArray(reviewConfigs);
}

/** An approval for each call. */
export function toApprovals({ actionRequests, reviewConfigs }: Review): AskRequest[] {
  return actionRequests.map(({ name, args, description }) => {
    const allowed = reviewConfigs.find(({ actionName }) => actionName === name)?.allowedDecisions ?? [];
    // Without an own description LangChain repeats the call.
    const context = description?.includes(`Tool: ${name}\nArgs: `) ? undefined : description;
    const offered = choices.filter(({ id }) => allowed.includes(id));
    const editable = allowed.includes("edit") && allowed.includes("approve") ? findField(args) : undefined;
    const options = editable === undefined ? offered : offered.filter(({ id }) => id !== "edit");
    return approval(name, args, { context, options, editable });
  });
}

/** The argument that a person may change in a field: the one that says what is done, or the only text. Others are changed as JSON. */
function findField(args: unknown): string | undefined {
  const [only, ...more] = Object.entries({ ...(args as object) }).filter(([, value]) => typeof value === "string");
  return findEditable(args) ?? (more.length === 0 ? only?.[0] : undefined);
}

/**
 * The decision about a call; undefined if LangChain would not accept it. It keeps a decision before it checks it, and
 * then refuses to continue the thread for ever.
 */
export function toDecision(ask: EndedAsk): Decision | undefined {
  const { tool = "", options = [], editable } = ask.approval ?? {};
  const decision = decide(ask, tool);
  const isAccepted =
    options.some(({ id }) => id === decision.type) || (editable !== undefined && decision.type === "edit");
  return isAccepted ? decision : undefined;
}

function decide(ask: EndedAsk, name: string): Decision {
  const { outcome } = ask;
  const { isAllowed, remark, input } = toVerdict(ask, outcome);
  if (!isAllowed || outcome.status !== "answered") return { type: "reject", message: toRefusalText(name, outcome) };
  if (toEdited(ask, outcome) !== undefined)
    return { type: "edit", editedAction: { name, args: { ...(input as Record<string, unknown>) } } };
  if (outcome.answers[0]?.selectedOptions[0] !== "edit") return { type: "approve" };
  const args = parseJson(remark);
  if (isRecord(args)) return { type: "edit", editedAction: { name, args } };
  const message = `${name} was not run. The user wanted other arguments, but these are not a JSON object: ${remark}`;
  return { type: "reject", message };
}
