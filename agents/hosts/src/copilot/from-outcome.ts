import {
  type Ask,
  type GivenAnswer,
  type QuestionAnswer,
  type ReportedOutcome,
  toUnansweredText,
  toVerdict,
} from "@yourcall/core";
import { describePicture, noPreference, toFields, toNonEmpty } from "@yourcall/core/internal";
import type { Decision, DialogEnd } from "../follow-dialog.ts";
import { type CopilotField, changePlan, type Fields } from "./to-ask.ts";

/**
 * The reply to Copilot for the decision about a form. A refusal is `cancel`, which its model gets as such; `decline` would make Copilot
 * tell its model that nobody is there, and to go on by itself.
 */
export function toFormResult(fields: readonly CopilotField[], decision: Decision): Fields {
  if (decision.status === "declined") return { action: "cancel" };
  const comment = decision.comment?.trim();
  const content = Object.fromEntries(
    fields.map((field, at) => {
      const answer = decision.answers[at];
      // There is no other place for a comment.
      const isLast = at === fields.length - 1;
      const pictures = (answer?.attachments ?? []).map((picture) => `Picture: ${describePicture(picture)}`);
      const note = answer?.notes ? `note: ${answer.notes}` : "";
      const remarks = [note, ...pictures, isLast ? (comment ?? "") : ""].filter(Boolean);
      return [field.name, withRemarks(toValue(field, answer), remarks)];
    }),
  );
  return { action: "accept", content };
}

function toValue({ question, choices }: CopilotField, answer: QuestionAnswer | undefined): unknown {
  if (answer === undefined || answer.skipped === true) return question.multiSelect ? [noPreference] : noPreference;
  const toChosen = (label: string) => {
    const known = choices.find((choice) => choice.label === label);
    return known === undefined ? label : known.value;
  };
  const own = answer.customInput?.trim();
  const values = [...answer.selectedOptions, ...(own ? [own] : [])].map(toChosen);
  return question.multiSelect ? values : (values[0] ?? "");
}

function withRemarks(value: unknown, remarks: readonly string[]): unknown {
  if (remarks.length === 0) return value;
  return Array.isArray(value) ? [...value, ...remarks] : `${value} (${remarks.join("; ")})`;
}

/** How a form ended in Copilot's window, from `elicitation.completed`. */
export function toFormEnd(fields: readonly CopilotField[], { action, content }: Fields): DialogEnd {
  if (action === "decline") return { reason: "Declined in Copilot, which goes on by itself." };
  if (action !== "accept") return { reason: "Dismissed in Copilot." };
  const values = toFields(content);
  return { report: { status: "answered", answers: fields.map((field) => toAnswer(field, values[field.name])) } };
}

function toAnswer({ question, choices }: CopilotField, value: unknown): GivenAnswer {
  const given = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== "");
  const labels = given.flatMap((one) => choices.find((choice) => choice.value === one)?.label ?? []);
  const own = given.filter((one) => !choices.some((choice) => choice.value === one)).map(String);
  const shown = labels.filter((label) => question.options.some((option) => option.label === label));
  const customInput = [...labels.filter((label) => !shown.includes(label)), ...own].join(", ");
  const answer = { question: question.question, selectedOptions: shown };
  if (given.length === 0) return { ...answer, skipped: true };
  return customInput === "" ? answer : { ...answer, customInput };
}

/** What Copilot takes as the decision about a permission request. Only an allowing answer allows. */
export function toPermissionResult(ask: Ask, rule: Fields | undefined, decision: Decision): Fields {
  const { isAllowed, isAlways, remark } = toVerdict(ask, decision);
  if (isAllowed) return isAlways && rule ? { kind: "approve-for-session", approval: rule } : { kind: "approve-once" };
  const feedback = decision.status === "declined" ? decision.reason?.trim() : remark;
  return feedback ? { kind: "reject", feedback } : { kind: "reject" };
}

/** How a permission request ended, from `permission.completed`. Copilot also says who decided; only a person's decision is an answer. */
export function toPermissionEnd(ask: Ask, { result, decisionSource }: Fields): DialogEnd {
  const { kind, feedback } = toFields(result);
  const word = String(kind);
  if (word === "cancelled") return { reason: "Interrupted in Copilot." };
  const isAllowed = word.startsWith("approved");
  if (decisionSource !== "human_response")
    return { reason: isAllowed ? "Allowed by a rule in Copilot." : "Denied by a rule in Copilot." };
  const [question] = ask.questions;
  const wanted = word === "approved" ? "approve-once" : isAllowed ? "approve-for-session" : "reject";
  const isOffered = ask.approval?.options?.some(({ id }) => id === wanted) === true;
  if (question === undefined || !isOffered) return { reason: "Answered in Copilot." };
  const answer = { question: question.question, selectedOptions: [wanted], notes: toNonEmpty(feedback) };
  const report: ReportedOutcome = { status: "answered", answers: [answer] };
  return { report };
}

/**
 * What Copilot takes as the decision about a plan. A plan that is to be changed has words, as in its own dialog: without them, Copilot
 * would end the turn.
 */
export function toPlanResult(ask: Ask, decision: Decision): Fields {
  if (decision.status === "declined") return { approved: false, feedback: toUnansweredText(decision) };
  const [chosen] = decision.answers[0]?.selectedOptions ?? [];
  if (ask.approval?.options?.some(({ id }) => id === chosen) && chosen !== changePlan)
    return { approved: true, selectedAction: chosen };
  const { remark } = toVerdict(ask, decision);
  return { approved: false, feedback: remark || "The user did not say what to change. Ask them." };
}

/** How the dialog of a plan ended, from `exit_plan_mode.completed`. Without words it was only closed. */
export function toPlanEnd(ask: Ask, { approved, selectedAction, feedback }: Fields): DialogEnd {
  const notes = toNonEmpty(feedback);
  if (approved !== true && notes === undefined) return { reason: "Dismissed in Copilot." };
  const chosen = approved === true ? selectedAction : changePlan;
  const [question] = ask.questions;
  const option = ask.approval?.options?.find(({ id }) => id === chosen);
  if (question === undefined || option === undefined) return { reason: "Answered in Copilot." };
  const answer = { question: question.question, selectedOptions: [option.id], notes };
  return { report: { status: "answered", answers: [answer] } };
}
