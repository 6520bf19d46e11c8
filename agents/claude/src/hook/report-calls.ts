import { askToolName, type DeliveryReport, type HostReport, toVerdict } from "@yourcall/core";
import { planTool } from "../plan-choices.ts";
import { answeredThere, compareWithCall, type ListedAsk, type ReadAnswers } from "./compare-call.ts";
import type { HookEvent } from "./hook-event.ts";
import { type HookMark, toHookMark, toSessionName } from "./hook-request.ts";
import { type CallEnd, textsOf, type WantedCall } from "./read-transcript.ts";

/** What reporting needs from a hub. */
export interface AskList {
  list(query: { status: "pending" | "ended"; session: string; limit?: number }): Promise<{ asks: ListedAsk[] }>;
  cancel(id: string, reason?: string): Promise<unknown>;
  report(id: string, report: HostReport): Promise<unknown>;
  delivery(id: string, delivery: DeliveryReport): Promise<unknown>;
  /** Takes back what the person allowed in this session until its end. */
  endSession(session: string): Promise<unknown>;
}

export interface ReportOptions {
  hub: AskList;
  readAnswers: ReadAnswers;
  /** How each call ended; undefined if the transcript does not say. Must not reject. */
  findEnds(event: HookEvent, calls: readonly WantedCall[]): Promise<(CallEnd | undefined)[]>;
}

interface MarkedAsk extends ListedAsk {
  mark: HookMark;
}

// More calls than Claude makes in parallel.
const lately = 20;
const surface = "claude-code";
const lookAgainMs = 100;
const longestMs = 1000;

/**
 * Tells the hub how the calls of this session ended that Claude no longer waits for, according to this event:
 *
 *     PostToolUse, PostToolUseFailure   the ask of the call, decided in Claude's own dialog or here
 *     Stop, SessionEnd                  all pending asks: the turn has ended. The transcript says how their calls ended
 *     any event of a later prompt       pending asks of earlier prompts, in the same way
 *     any event                         asks that were decided here: the transcript says whether Claude was told so
 *
 * The last one is needed because no event says that Claude's dialog was first: an Esc or a "No" in it has none. A subagent's ask ends
 * only with its own call. Asks that no hook made are left alone. Resolves with the ask of the call that has run, if it is known.
 */
export async function reportCalls(event: HookEvent, options: ReportOptions): Promise<ListedAsk | undefined> {
  const listed = await Promise.all([listMarked(event, "pending", options), listMarked(event, "ended", options)]);
  const [pending = [], ended = []] = listed.map((asks) => asks.map((ask) => withCertainCall(ask, listed.flat())));
  const isPost = event.name === "PostToolUse" || event.name === "PostToolUseFailure";
  const own = isPost ? await findOwn(event, pending, ended, options) : undefined;
  if (own !== undefined) await reportEnd(event, own, toCallEnd(event), options);
  const left = [
    ...pending.filter(({ mark }) => hasEnded(mark, event) || mark.subagent !== undefined),
    ...ended.filter(({ outcome, delivery }) => isDecision(outcome?.status) && delivery?.state !== "refused"),
  ];
  const known = [...pending, ...ended];
  const wanted = left.filter((ask) => ask !== own);
  await reportFromTranscript(event, wanted, known, options);
  return own;
}

/** Of two asks with one call only the first is certainly that call's: a later call like it may not have been written yet. */
function withCertainCall(ask: MarkedAsk, known: readonly MarkedAsk[]): MarkedAsk {
  const { mark, createdAt } = ask;
  const isLater = known.some(({ mark: { call }, createdAt: at }) => call === mark.call && at < createdAt);
  return mark.call !== undefined && isLater ? { ...ask, mark: { ...mark, call: undefined } } : ask;
}

/** Reports the end of the call whose pending ask has this key. Resolves with false if there is none. */
export async function reportCall(
  event: HookEvent,
  key: string,
  end: CallEnd,
  options: ReportOptions,
): Promise<boolean> {
  const own = (await listMarked(event, "pending", options)).find((ask) => ask.key === key);
  if (own !== undefined) await reportEnd(event, own, end, options);
  return own !== undefined;
}

/** Reports how the calls of these asks ended, as the transcripts say: the conversation's own, and one for each subagent. */
async function reportFromTranscript(
  event: HookEvent,
  asks: MarkedAsk[],
  known: readonly MarkedAsk[],
  options: ReportOptions,
): Promise<void> {
  for (const subagent of new Set(asks.map(({ mark }) => mark.subagent))) {
    const there = asks.filter(({ mark }) => mark.subagent === subagent);
    const ends = await waitForEnds({ ...event, subagent }, event, there, known, options);
    const reported = there.map(async (ask, at) => {
      const end = ends[at];
      if (end !== undefined) await reportEnd(event, ask, end, options);
      else if (isOver(ask, event)) await cancel(ask, "Claude went on without it.", options);
    });
    await Promise.all(reported);
  }
}

/** Whether the ask is pending although its call has ended. */
function isOver({ outcome, mark }: MarkedAsk, event: HookEvent): boolean {
  return outcome === undefined && hasEnded(mark, event);
}

/** How the calls of these asks ended. Claude Code writes its transcript a moment after the event that says so. */
async function waitForEnds(
  where: HookEvent,
  event: HookEvent,
  asks: MarkedAsk[],
  known: readonly MarkedAsk[],
  { findEnds }: ReportOptions,
): Promise<(CallEnd | undefined)[]> {
  const calls = asks.map((ask) => toWanted(ask, known));
  for (let spentMs = 0; ; spentMs += lookAgainMs) {
    const ends = await findEnds(where, calls);
    const isMissing = (ask: MarkedAsk, at: number) =>
      ends[at] === undefined && (isOver(ask, event) || isJustDecided(ask, event));
    if (event.transcript === undefined || spentMs >= longestMs || !asks.some(isMissing)) return ends;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}

/** The ask's call. On a busy machine the ask may have been made before the transcript named it. */
function toWanted({ mark, approval, questions, createdAt }: MarkedAsk, known: readonly MarkedAsk[]): WantedCall {
  if (mark.call !== undefined) return mark.call;
  const { tool, input } = approval ?? { tool: askToolName, input: { questions } };
  return { tool, input, askedAt: createdAt, others: known.flatMap(({ mark: { call } }) => call ?? []) };
}

/** Whether the end of the ask's call is still to be written, rather than too far back in the transcript to be found. */
function isJustDecided({ outcome, mark }: MarkedAsk, event: HookEvent): boolean {
  return outcome !== undefined && hasEnded(mark, event) && Date.now() - Date.parse(outcome.at) < longestMs;
}

/** Reports the end to the hub. If the ask has ended differently in the meantime, compares that outcome instead. */
async function reportEnd(event: HookEvent, ask: ListedAsk, end: CallEnd, options: ReportOptions): Promise<void> {
  const { hub, readAnswers } = options;
  const session = toSessionName(event.session);
  const report = await compareWithCall(ask, end, readAnswers);
  if (report === null) return;
  if ("delivery" in report) {
    await hub.delivery(ask.id, { ...report.delivery, session }).catch(() => {});
    return;
  }
  try {
    if ("cancel" in report) await hub.cancel(ask.id, report.cancel);
    else await hub.report(ask.id, { outcome: report.report, surface, session });
  } catch {
    const now = (await listMarked(event, "ended", options)).find(({ id }) => id === ask.id);
    if (now !== undefined) await reportEnd(event, now, end, options);
    // The hub refused the answer, for example because it is too long.
    else await cancel(ask, answeredThere, options);
  }
}

async function cancel({ id }: ListedAsk, reason: string, { hub }: ReportOptions): Promise<void> {
  await hub.cancel(id, reason).catch(() => {});
}

async function listMarked(event: HookEvent, status: "pending" | "ended", { hub }: ReportOptions): Promise<MarkedAsk[]> {
  const query = { status, session: toSessionName(event.session) };
  const { asks } = await hub.list(status === "pending" ? query : { ...query, limit: lately });
  return asks.flatMap((ask) => {
    const mark = toHookMark(ask.metadata);
    return mark === null ? [] : [{ ...ask, mark }];
  });
}

function isDecision(status: string | undefined): boolean {
  return status === "answered" || status === "declined";
}

function hasEnded(mark: HookMark, event: HookEvent): boolean {
  if (mark.subagent !== undefined || event.subagent !== undefined) return false;
  if (event.name === "Stop" || event.name === "SessionEnd") return true;
  return mark.prompt !== undefined && event.prompt !== undefined && mark.prompt !== event.prompt;
}

/**
 * The ask of the call that has run. If the call's id was not known when it was asked, its content identifies it; of two identical
 * asks, the older one. If the call was answered through another open ask, this one belongs to another call.
 */
async function findOwn(
  event: HookEvent,
  pending: MarkedAsk[],
  allEnded: MarkedAsk[],
  options: ReportOptions,
): Promise<MarkedAsk | undefined> {
  const isOwn = (ask: MarkedAsk) => isNamed(ask, event.callId);
  const named = pending.find(isOwn);
  if (named !== undefined) return named;
  const ended = allEnded.filter(({ outcome }) => isDecision(outcome?.status));
  const known = ended.find(isOwn);
  if (known !== undefined) return known;
  const alike = pending.find((ask) => isOfCall(ask, event));
  const others = ended.filter((ask) => isOfCall(ask, event));
  if (alike === undefined) return others[0];
  const end = toCallEnd(event);
  for (const other of others) {
    if ((other.outcome?.at ?? "") < alike.createdAt || other.delivery?.state === "refused") continue;
    const report = await compareWithCall(other, end, options.readAnswers);
    if (report === null || ("delivery" in report && report.delivery.state === "taken")) return other;
  }
  return alike;
}

/** The end of a call that `PostToolUse` or `PostToolUseFailure` reports. */
function toCallEnd({ response, mode, input }: HookEvent): CallEnd {
  return { ran: true, response, mode, input };
}

function isNamed({ mark, key }: MarkedAsk, callId: string | undefined): boolean {
  return callId !== undefined && (mark.call ?? key) === callId;
}

function isOfCall(
  { kind, questions, approval, mark, outcome }: MarkedAsk,
  { tool, input, prompt }: HookEvent,
): boolean {
  if (mark.prompt !== prompt || mark.call !== undefined) return false;
  if (tool === askToolName) return kind === "question" && textsOf({ questions }) === textsOf(input);
  if (approval?.tool !== tool) return false;
  if (tool === planTool) return true;
  const asked = outcome === undefined ? approval.input : toVerdict({ approval }, outcome).input;
  return JSON.stringify(asked) === JSON.stringify(input);
}
