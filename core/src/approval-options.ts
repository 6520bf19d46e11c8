import type { Outcome, QuestionAnswer } from "./outcome-schemas.ts";
import { type ApprovalAnswer, type Ask, approvalAnswers, type Option } from "./schemas.ts";

const order: readonly ApprovalAnswer[] = ["deny", "allow-once", "allow-always"];
/** What each answer to an approval means, shown next to its name. */
export const approvalMeanings: Record<ApprovalAnswer, string> = {
  deny: "The agent is told no",
  "allow-once": "This call only",
  "allow-always": "This call and others like it",
};

/**
 * The ask with the choices of its agent's host as the options of its question, in the order deny, allow once, allow always.
 * Their labels are the ids that an answer contains; `toOptionNames` has their names. Any other ask is returned unchanged.
 */
export function withHostOptions(ask: Ask): Ask {
  const [question] = ask.questions;
  const { approval } = inScreenOrder(ask);
  if (ask.kind !== "approval" || approval?.options === undefined || question?.options.length !== 0) return ask;
  // For a plan these descriptions would mislead: a note on "deny" says what to change in it.
  const isPlan = approval.tool === "ExitPlanMode";
  const rows = approval.options.map(
    ({ id, effect }): Option => ({ label: id, description: isPlan ? undefined : approvalMeanings[effect] }),
  );
  return { ...ask, questions: [{ ...question, options: rows }] };
}

/** The ask with the answers to its approval, fixed or the host's own, in the order that all screens use. */
export function inScreenOrder<Given extends Pick<Ask, "questions" | "approval">>(ask: Given): Given {
  const { questions, approval } = ask;
  const [question] = questions;
  if (approval === undefined || question === undefined) return ask;
  const options = order.flatMap((effect) => question.options.filter(({ label }) => label === effect));
  const own = order.flatMap((effect) => approval.options?.filter((option) => option.effect === effect) ?? []);
  return {
    ...ask,
    questions: [{ ...question, options }],
    approval: approval.options === undefined ? approval : { ...approval, options: own },
  };
}

/**
 * The ask as screens show it, with the host's choices or the three fixed answers in order. If the host offers no way to deny, a
 * Deny that declines is added in front.
 */
export function toShownAsk(ask: Ask): Ask {
  const shown = withHostOptions(ask);
  const [question] = shown.questions;
  if (ask.approval?.options === undefined) return inScreenOrder(ask);
  if (shown === ask || question === undefined || denyRow(shown) >= 0) return shown;
  const deny = { label: toAddedDeny(ask), description: approvalMeanings.deny };
  return { ...shown, questions: [{ ...question, options: [deny, ...question.options] }] };
}

/** Whether a label is the Deny that screens add, which declines. */
export function isAddedDeny(ask: Ask, label: string | undefined): boolean {
  const isForeign = ask.approval?.options?.every(({ id }) => id !== label) ?? false;
  return label !== undefined && isForeign;
}

/** Whether choosing this label of an approval denies. */
export function denies({ approval }: Pick<Ask, "approval">, label: string | undefined): boolean {
  const options = approval?.options;
  if (options === undefined) return label === "deny";
  // A label that the host does not know is the Deny that screens add.
  return (options.find(({ id }) => id === label)?.effect ?? "deny") === "deny";
}

/** The first row of an approval that denies, or -1. */
export function denyRow(ask: Ask): number {
  return (ask.questions[0]?.options ?? []).findIndex(({ label }) => denies(ask, label));
}

/**
 * What the person decided about an approval; undefined unless it is exactly one known answer. Nothing else allows.
 *
 * @example
 * if (toEffect(ask, outcome) === "allow-always") console.log("Remember this rule.");
 */
export function toEffect({ approval }: Pick<Ask, "approval">, outcome: Outcome): ApprovalAnswer | undefined {
  return outcome.status === "answered" ? toChosenEffect({ approval }, outcome.answers) : undefined;
}

/** The same for answers that have not been sent yet. */
export function toChosenEffect(
  { approval }: Pick<Ask, "approval">,
  [answer, ...others]: readonly Pick<QuestionAnswer, "selectedOptions">[],
): ApprovalAnswer | undefined {
  const [chosen, ...more] = answer?.selectedOptions ?? [];
  if (chosen === undefined || more.length > 0 || others.length > 0) return undefined;
  if (approval?.options === undefined) return approvalAnswers.find((known) => known === chosen);
  return approval.options.find(({ id }) => id === chosen)?.effect;
}

// The label must differ from every id of the host.
function toAddedDeny(ask: Ask): string {
  let label = "deny";
  while (ask.approval?.options?.some(({ id }) => id === label) === true) label += "'";
  return label;
}
