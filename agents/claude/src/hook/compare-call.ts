import {
  type Ask,
  type Delivery,
  type DeliveryReport,
  type GivenAnswer,
  type Outcome,
  type ReportedOutcome,
  toEffect,
} from "@yourcall/core";
import { toEditable, toEdited } from "@yourcall/core/internal";
import { toClaudeReply } from "../claude-reply.ts";
import { toPlanMode } from "../plan-choices.ts";
import type { CallEnd } from "./read-transcript.ts";

/** An ask as the hub lists it for its asker. */
export interface ListedAsk extends Ask {
  id: string;
  key?: string;
  createdAt: string;
  outcome?: Outcome;
  delivery?: Pick<Delivery, "state">;
}

/** Reads answers that were given in Claude's dialog; undefined if they do not fit the ask. */
export type ReadAnswers = (ask: Ask, response: Record<string, unknown>) => Promise<GivenAnswer[] | undefined>;

/** What to report to the hub about an ask whose call has ended; null if the hub already has it right. */
type CallReport =
  | { report: ReportedOutcome }
  | { cancel: string }
  | { delivery: Pick<DeliveryReport, "state" | "note"> }
  | null;

/** Why an ask is withdrawn that was answered in the host. */
export const answeredThere = "Answered in Claude Code.";

/**
 * Compares an ask with how its call ended. This alone judges whether Claude was told what a person decided here:
 *
 *     pending, the call ran            report what was decided in Claude's dialog
 *     pending, nobody answered         withdraw, with the reason
 *     pending, rejected in the dialog  an approval: report the denial; a question: withdraw
 *     decided here, the same there     its delivery is "taken"
 *     decided here, different there    its delivery is "refused", with what happened
 *     decided here, interrupted there  the same: Claude was told that the person refused
 */
export async function compareWithCall(ask: ListedAsk, end: CallEnd, readAnswers: ReadAnswers): Promise<CallReport> {
  const { outcome, delivery } = ask;
  if (outcome === undefined)
    return ask.kind === "approval" ? toApprovalReport(ask, end) : toReport(ask, end, readAnswers);
  if ((outcome.status !== "answered" && outcome.status !== "declined") || delivery?.state === "refused") return null;
  const note =
    ask.kind === "approval" ? differenceInApproval(ask, outcome, end) : differenceInAnswers(ask, outcome, end);
  if (note !== undefined) return { delivery: { state: "refused", note } };
  return delivery?.state === "waiting" ? { delivery: { state: "taken" } } : null;
}

async function toReport(ask: ListedAsk, end: CallEnd, readAnswers: ReadAnswers): Promise<CallReport> {
  if (end.ran === "interrupted") return { cancel: "Interrupted in Claude Code." };
  if (!end.ran)
    return { cancel: isChat(end) ? "Chosen in Claude Code: chat about this." : "Claude Code no longer waits for it." };
  const idleMs = end.response.afkTimeoutMs;
  if (idleMs !== undefined) return { cancel: toIdleReason(idleMs) };
  const { answers } = end.response;
  if (typeof answers !== "object" || answers === null) return { cancel: answeredThere };
  if (Object.values(answers).every((value) => value === "")) return { report: { status: "declined" } };
  const given = await readAnswers(ask, end.response);
  return given === undefined ? { cancel: answeredThere } : { report: { status: "answered", answers: given } };
}

function toIdleReason(idleMs: unknown): string {
  const after = typeof idleMs === "number" ? ` within ${Math.round(idleMs / 1000)} s` : "";
  return `Nobody answered${after}, so Claude Code went on by itself (its askUserQuestionTimeout).`;
}

function toApprovalReport({ approval, questions }: ListedAsk, end: CallEnd): CallReport {
  if (!end.ran && end.rejected === undefined) return { cancel: "Claude went on without it." };
  const effects = end.ran ? (["allow-once", "allow-always"] as const) : (["deny"] as const);
  const known = approval?.options ?? effects.map((effect) => ({ id: effect, effect }));
  const fitting = effects.flatMap((wanted) => known.filter(({ effect }) => effect === wanted));
  // The choices about a plan differ in the mode in which Claude Code continues.
  const isPlanned = ({ id }: { id: string }) =>
    toPlanMode(id).some((update) => end.ran === true && "mode" in update && update.mode === end.mode);
  const chosen = fitting.find(isPlanned) ?? fitting[0];
  const notes = end.ran ? undefined : end.rejected || undefined;
  const [question] = questions;
  if (chosen === undefined || question === undefined)
    return end.ran ? { cancel: answeredThere } : { report: { status: "declined", reason: notes } };
  const answer = { question: question.question, selectedOptions: [chosen.id], notes };
  return { report: { status: "answered", answers: [answer] } };
}

/** What Claude continued with instead; undefined if it received the decision. */
function differenceInAnswers(ask: ListedAsk, outcome: Outcome, end: CallEnd): string | undefined {
  if (end.ran === "interrupted") return "it was interrupted in Claude Code";
  const printed = toClaudeReply(outcome, { questions: ask.questions }, "hook");
  const isAllowed = printed?.behavior === "allow";
  if (!end.ran) {
    if (printed?.behavior === "deny" && (end.rejected === undefined || end.said.includes(printed.message)))
      return undefined;
    return isChat(end) ? '"Chat about this" was chosen in Claude Code' : "it was rejected in Claude Code";
  }
  if (end.response.afkTimeoutMs !== undefined) return "it went on by itself, without an answer";
  const given = end.response as Given;
  if (isAllowed && isSameAnswers(printed.updatedInput as Given, given)) return undefined;
  const words = Object.values(given.answers ?? {}).join("; ");
  return words === "" ? "it went on without an answer" : `it went on with ${words.slice(0, 200)}`;
}

interface Given {
  answers?: Record<string, unknown>;
  annotations?: Record<string, { notes?: unknown } | undefined>;
}

function isSameAnswers(printed: Given, given: Given): boolean {
  const questions = Object.keys({ ...printed.answers, ...given.answers });
  return questions.every(
    (question) =>
      own(printed.answers, question) === own(given.answers, question) &&
      (own(printed.annotations, question)?.notes ?? "") === (own(given.annotations, question)?.notes ?? ""),
  );
}

function own<Value>(record: Record<string, Value> | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

function differenceInApproval(ask: ListedAsk, outcome: Outcome, end: CallEnd): string | undefined {
  const isAllowed = toEffect(ask, outcome)?.startsWith("allow") === true;
  // Nothing tells whether the tool had begun.
  if (isAllowed && end.ran === "interrupted") return "it was interrupted in Claude Code, perhaps after it had begun";
  if (end.ran === true && ranUnchanged(ask, outcome, end.input)) return "it had been allowed in Claude Code, unchanged";
  if (isAllowed === (end.ran !== false)) return undefined;
  return end.ran ? "it had been allowed in Claude Code" : "it was denied in Claude Code";
}

/** Whether a call that the person changed ran with what was asked for. Claude Code may change some of an input itself. */
export function ranUnchanged(ask: Pick<Ask, "approval">, outcome: Outcome, ran: Record<string, unknown> = {}): boolean {
  const name = ask.approval?.editable ?? "";
  return toEdited(ask, outcome) !== undefined && ran[name] === toEditable(ask);
}

function isChat(end: CallEnd): boolean {
  return !end.ran && end.rejected?.startsWith("The user wants to clarify these questions") === true;
}
