import type { PermissionResult } from "@anthropic-ai/claude-agent-sdk";
import { type Ask, type Asker, askToolName, type KeyedRequest, machineClock, type Outcome } from "@yourcall/core";
import type { answerForm as AnswerFormFunction } from "@yourcall/core/elicitation";
import { pause, toAllowedText } from "@yourcall/core/internal";
import { toAlwaysRules, toPermission, toToolAsk } from "../approve-tool.ts";
import { type ClaudeReply, toClaudeReply } from "../claude-reply.ts";
import { removePictureFiles, withPictureFiles } from "../picture-files.ts";
import { type ListedAsk, ranUnchanged } from "./compare-call.ts";
import { type HookEvent, isPrinting } from "./hook-event.ts";
import { type HookContext, toApprovalRequest, toQuestionRequest, toSessionName } from "./hook-request.ts";
import type { CallEnd } from "./read-transcript.ts";
import { type AskList, type ReportOptions, reportCall, reportCalls } from "./report-calls.ts";

type AnswerForm = typeof AnswerFormFunction;

export interface HookOptions extends ReportOptions {
  /** Its `ask` ends, with any outcome, when the signal aborts. */
  hub: AskList &
    Pick<Asker, "picture"> & { ask(request: KeyedRequest, options: { signal: AbortSignal }): Promise<Outcome> };
  /** The lenient door; null for input that cannot be shown. */
  toAsk(input: unknown): Promise<Ask | null>;
  /** Asks for a form, part by part. */
  answerForm: AnswerForm;
  /** The context from the transcript. It must not reject. */
  readContext(event: HookEvent): Promise<HookContext>;
  /** Resolves once the transcript says how the event's call ended, or never. Finds the call's id if it is not known yet. */
  watchCall(event: HookEvent, callId: string | undefined, signal: AbortSignal): Promise<CallEnd>;
  /** Creates a key that no other call can find. Needed because a permission request does not name its call. */
  createKey(): string;
  /** Whether to ask for other tools' permissions too. */
  approvals: boolean;
  /** Whether to ask for permissions in `claude -p` as well. */
  unattended: boolean;
  /** How Claude Code was started: its `CLAUDE_CODE_ENTRYPOINT`. */
  entry: unknown;
  /** Whether questions are asked before Claude's dialog opens, and therefore not again while it is open. */
  exclusive?: boolean;
  /**
   * How long a subagent's permission waits only here, because Claude shows no dialog for it in the meantime. 5 seconds; unlimited in
   * `claude -p`, which has no dialog.
   */
  subagentWaitMs?: number;
  /** Aborted, with the reason, when Claude Code no longer waits. */
  gone: AbortSignal;
  /** How long the hook then still has to find out whether the call was denied in Claude's dialog. */
  lastLookMs: number;
}

// Late enough not to delay an immediate answer.
const tidyAfterMs = 1000;
const subagentMs = 5000;
const lookAgainMs = 50;

/**
 * A hook's reply to one event, once somebody has decided; null for no reply:
 *
 *     PermissionRequest    an ask in addition to Claude's own dialog; the first answer wins
 *     PreToolUse           the ask instead of that dialog, under the key of the call
 *     Elicitation          the form of an MCP server, instead of Claude's own
 *     PostToolUse, Stop …  no ask; reports how calls ended that Claude no longer waits for
 */
export async function answerHook(event: HookEvent, options: HookOptions): Promise<HookOutput | null> {
  if (event.name === "Elicitation") return answerFormHook(event, options);
  if (event.name !== "PermissionRequest" && event.name !== "PreToolUse") {
    const own = await reportCalls(event, options);
    if (event.name === "SessionEnd")
      await Promise.all([options.hub.endSession(event.session).catch(() => {}), removePictureFiles(event.session)]);
    if (own?.outcome === undefined) return null;
    return toToldOutput(event, { ...own, outcome: await withPictureFiles(options.hub, own.outcome, event.session) });
  }
  const isQuestion = event.tool === askToolName;
  const key = (event.name === "PreToolUse" ? event.callId : undefined) ?? options.createKey();
  // The dialog opened because nobody decided in yourcall before, so the question is left to the dialog.
  if (isQuestion && options.exclusive === true && event.name === "PermissionRequest") return null;
  if (isQuestion) {
    // In parallel: one waits for the disk while the other computes.
    const [around, ask] = await Promise.all([options.readContext(event), options.toAsk(event.input)]);
    if (ask === null) return null;
    const request = { ...toQuestionRequest(event, ask, around, key), asksAgain: true };
    return decide(event, options, around, request, toQuestionOutput);
  }
  // Only permission requests are for a person; every other tool call is Claude's own business.
  if (event.name !== "PermissionRequest" || !options.approvals) return null;
  if (isPrinting(options.entry) && !options.unattended) return null;
  const around = await options.readContext(event);
  return decide(event, options, around, toApprovalRequest(event, around, key), toApprovalOutput);
}

/**
 * What the person said when they allowed the call that has run, and what they changed: an allowing decision has no room for words.
 * Nothing if the call ran as it was asked for although it was changed here, because Claude's own dialog was first.
 */
export function toToldOutput({ name, input }: HookEvent, { approval, outcome }: ListedAsk): HookOutput | null {
  if (approval === undefined || outcome === undefined || ranUnchanged({ approval }, outcome, input)) return null;
  const told = toAllowedText({ approval }, outcome);
  return told === "" ? null : { hookSpecificOutput: { hookEventName: name, additionalContext: told } };
}

/** The reply to a form; null if nobody decided or it cannot be shown, and Claude's own form opens. */
async function answerFormHook(event: HookEvent, options: HookOptions): Promise<HookOutput | null> {
  const { form } = event;
  if (form === undefined) return null;
  const around = await options.readContext(event);
  const first = options.createKey();
  const request = { from: `The MCP server "${form.server}"`, message: form.message, requestedSchema: form.schema };
  const { fault, ...result } = await options.answerForm(request, ({ key, questions, context }) => {
    const ask = { kind: "question" as const, questions, context };
    return options.hub.ask(toQuestionRequest(event, ask, around, `${first}:${key}`), { signal: options.gone });
  });
  if (fault !== undefined || result.action === "cancel" || options.gone.aborted) return null;
  return { hookSpecificOutput: { hookEventName: event.name, ...result } };
}

async function decide(
  event: HookEvent,
  options: HookOptions,
  { call }: HookContext,
  request: KeyedRequest,
  toOutput: typeof toQuestionOutput,
): Promise<HookOutput | null> {
  const { hub, gone, entry, subagentWaitMs = isPrinting(entry) ? undefined : subagentMs } = options;
  if (gone.aborted) return null;
  const leaving = new AbortController();
  const timers = [setTimeout(() => void reportCalls(event, options).catch(() => {}), tidyAfterMs)];
  if (event.subagent !== undefined && subagentWaitMs !== undefined)
    timers.push(setTimeout(() => leaving.abort("Shown in Claude's dialog."), subagentWaitMs));
  const watching = new AbortController();
  const watched = { ...options, call, key: request.key };
  if (event.name === "PermissionRequest") void reportAtEnd(event, watching.signal, watched);
  async function leave(): Promise<void> {
    if (request.kind === "approval") await checkOnceMore(event, watched).catch(() => {});
    leaving.abort(gone.reason);
  }
  gone.addEventListener("abort", leave, { once: true });
  try {
    const outcome = await hub.ask(request, { signal: leaving.signal });
    if (!gone.aborted) return toOutput(event, await withPictureFiles(hub, outcome, event.session));
    await refuse(event, request, outcome, options);
    return null;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    gone.removeEventListener("abort", leave);
    watching.abort();
  }
}

interface Watched extends HookOptions {
  /** The call's id, if it is known. */
  call?: string;
  /** The ask's key. */
  key: string;
}

/** Settles the ask once its call has ended. Some calls end without an event, for example after "Chat about this". */
async function reportAtEnd(event: HookEvent, signal: AbortSignal, options: Watched): Promise<void> {
  const { watchCall, call, key } = options;
  const end = await watchCall(event, call, signal);
  // The hub may be away for a moment.
  while (!signal.aborted) {
    if (await reportCall(event, key, end, options).catch(() => false)) return;
    await pause(machineClock, tidyAfterMs);
  }
}

/** "No" in Claude's dialog ends the hook a moment before the transcript says so. */
async function checkOnceMore(event: HookEvent, options: Watched): Promise<void> {
  const { call, key, findEnds, lastLookMs } = options;
  for (let spentMs = 0; call !== undefined && spentMs < lastLookMs; spentMs += lookAgainMs) {
    const [end] = await findEnds(event, [call]);
    if (end !== undefined) {
      await reportCall(event, key, end, options);
      return;
    }
    await pause(machineClock, lookAgainMs);
  }
}

/** Reports that a decision came after Claude Code had stopped waiting. */
async function refuse(
  { session }: HookEvent,
  { key }: KeyedRequest,
  { status }: Outcome,
  { hub }: HookOptions,
): Promise<void> {
  if (status !== "answered" && status !== "declined") return;
  const name = toSessionName(session);
  const { asks } = await hub.list({ status: "ended", session: name, limit: 20 });
  const own = asks.find((ask) => ask.key === key);
  const note = "Claude Code no longer waited for it";
  if (own !== undefined) await hub.delivery(own.id, { state: "refused", note, session: name });
}

/** What a hook prints, or replies to its request. */
interface HookOutput {
  hookSpecificOutput: Record<string, unknown>;
}

/** The decision of a question hook; null to leave Claude's own dialog open. */
export function toQuestionOutput(event: HookEvent, outcome: Outcome): HookOutput | null {
  const reply = toClaudeReply(outcome, event.input, "hook");
  return reply === null ? null : toOutput(event, reply);
}

/** The decision of a permission hook. Only an allowing answer allows; null if nobody decided. */
export function toApprovalOutput(event: HookEvent, outcome: Outcome): HookOutput | null {
  if (outcome.status === "expired" || outcome.status === "cancelled") return null;
  const { tool, input, suggestions } = event;
  const rules = toAlwaysRules(suggestions);
  return toOutput(event, toPermission(tool, outcome, rules, toToolAsk(tool, input, { suggestions }, [], rules)));
}

function toOutput({ name }: HookEvent, decision: ClaudeReply | PermissionResult): HookOutput {
  if (name === "PermissionRequest") return { hookSpecificOutput: { hookEventName: name, decision } };
  const { behavior, ...rest } = decision;
  return {
    hookSpecificOutput: {
      hookEventName: name,
      permissionDecision: behavior,
      ...("message" in rest ? { permissionDecisionReason: rest.message } : rest),
    },
  };
}
