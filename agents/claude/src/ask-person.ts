import {
  type AgentInfo,
  type Ask,
  type Asker,
  type AskRequest,
  formatIssues,
  machineClock,
  messageOf,
  type Outcome,
  putAsk,
  toAskLeniently,
} from "@yourcall/core";
import { toFallback } from "@yourcall/core/internal";
import { type CallPlace, toAgent } from "./call-place.ts";
import type { ClaudeInput } from "./claude-reply.ts";
import { withPictureFiles } from "./picture-files.ts";

/** An ask that is about to reach a person. `toolUseId` is Claude's id of the call; an elicitation has none. */
export interface AskNotice {
  toolUseId?: string;
  /** Known if the asker has a hub. */
  askId?: string;
  /** The turn is about to end, and the ask stays pending. */
  deferred?: true;
  ask: Ask;
}

export type OnAsk = (notice: AskNotice) => void | Promise<void>;

/** How Claude's questions reach a person. */
export interface Asking {
  /** Asks the person: a hub's client, or any other asker. */
  asker: Asker;
  /**
   * How the agent appears to the person; by default "claude", titled with the beginning of the session's first prompt.
   * Session and directory are always Claude's own.
   */
  agent?: Partial<Pick<AgentInfo, "name" | "title">>;
  /** The deadline of questions, and what happens then. None by default. Approvals never have one. */
  deadline?: Pick<AskRequest, "timeoutMs" | "onTimeout">;
  /** Called for every ask, and awaited before anybody is asked. If it throws, the ask is withdrawn. */
  onAsk?: OnAsk;
  /** Called when the ask of a call has ended. */
  onOutcome?: (outcome: Outcome, toolUseId: string) => void;
  /** Called with what was changed so that a question could be shown. */
  onRepairs?: (repairs: readonly string[], toolUseId: string) => void;
}

/** Where an ask comes from. */
export interface Origin {
  place: CallPlace;
  signal: AbortSignal;
  /** Absent for a form, which does not belong to a call. */
  toolUseId?: string;
}

/** Asks the person and waits, without a time limit, until the ask has ended. Aborting withdraws it. */
export async function askPerson(
  ask: Ask,
  request: Pick<AskRequest, "timeoutMs" | "onTimeout"> & { key: string },
  { place, signal, toolUseId }: Origin,
  { asker, agent, onAsk, onOutcome }: Asking,
): Promise<Outcome> {
  const onAsked = onAsk && ((askId?: string) => onAsk({ ask, toolUseId, askId }));
  const asked = { ...ask, ...request, agent: toAgent(agent, place) };
  const outcome = await putAsk(asker, asked, { clock: machineClock, signal, onAsked });
  if (toolUseId !== undefined) callHost(() => onOutcome?.(outcome, toolUseId));
  return withPictureFiles(asker, outcome, place.session);
}

/** How Claude's questions ended: with an outcome, or with a text for Claude. */
export type Answered = { ask: Ask; outcome: Outcome } | { fault: string };

/** One call of AskUserQuestion. */
export interface QuestionCall extends Origin {
  toolUseId: string;
  input: ClaudeInput;
}

/** Asks the person the questions of one call. Never throws: if they cannot be asked, the result is a text for Claude. */
export async function answerQuestions(call: QuestionCall, asking: Asking): Promise<Answered> {
  const opened = toQuestions(call, asking);
  if ("fault" in opened) return opened;
  const { ask } = opened;
  const request = { ...toDeadline(ask, asking.deadline), key: call.toolUseId };
  try {
    return { ask, outcome: await askPerson(ask, request, call, asking) };
  } catch (error) {
    return {
      fault: `The question could not be put to a person: ${messageOf(error)} Nobody answered: do not assume an answer. Go on only with what does not depend on it, or say what is still open.`,
    };
  }
}

/** The ask of a call, through the lenient door, because Claude Code has already accepted the questions. */
export function toQuestions(
  { toolUseId, input, place }: QuestionCall,
  { onRepairs }: Pick<Asking, "onRepairs">,
): { ask: Ask } | { fault: string } {
  const opened = toAskLeniently(input);
  if ("issues" in opened)
    return {
      fault: `The questions cannot be shown and no person saw them. There is no answer: do not assume one.\n${formatIssues(opened.issues)}`,
    };
  if (opened.repairs.length > 0) callHost(() => onRepairs?.(opened.repairs, toolUseId));
  const context = [place.said, opened.ask.context].filter(Boolean).join("\n\n") || undefined;
  return { ask: { ...opened.ask, context, asksAgain: true } };
}

/** The deadline of an ask. Drops "recommended" if nothing is recommended: the hub would refuse the ask, and nobody would see it. */
export function toDeadline(ask: Ask, deadline: Asking["deadline"]): Asking["deadline"] {
  if (deadline?.onTimeout !== "recommended" || toFallback(ask) !== undefined) return deadline;
  return { ...deadline, onTimeout: "expire" };
}

/** Calls the host. An error there becomes a process warning, so that no answer is lost. */
function callHost(call: () => void): void {
  try {
    call();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
