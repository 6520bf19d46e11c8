import { type Ask, type AskRequest, formatIssues, messageOf, type Outcome, toAskLeniently } from "@yourcall/core";
import { type AskNotice, askPerson } from "./ask-person.ts";
import type { Asking } from "./asking.ts";
import type { CallPlace } from "./call-place.ts";
import { toAgent } from "./call-place.ts";
import type { ClaudeInput } from "./claude-reply.ts";
import { tellHost } from "./tell-host.ts";

/** How Claude's questions ended: with an outcome, or without one and with what Claude is to be told. */
export type Answered = { ask: Ask; outcome: Outcome } | { fault: string };

/** One call of AskUserQuestion. */
export interface QuestionCall {
  toolUseId: string;
  input: ClaudeInput;
  place: CallPlace;
  signal: AbortSignal;
}

/**
 * Puts the questions of one call to the person. They come through the lenient door, since Claude Code has accepted them
 * already. Nothing throws: what cannot be shown, or cannot be put to anybody, is a fault for Claude to read.
 */
export async function answerQuestions(call: QuestionCall, asking: Asking): Promise<Answered> {
  const opened = toRequest(call, asking);
  if ("fault" in opened) return opened;
  const { request } = opened;
  try {
    const tell = asking.onAsk && ((askId?: string) => asking.onAsk?.(toNotice(request, call.toolUseId, askId)));
    const outcome = await askPerson(asking.asker, request, call.signal, tell);
    tellHost(() => asking.onOutcome?.(outcome, call.toolUseId));
    return { ask: request, outcome };
  } catch (error) {
    return { fault: toAskFault(error) };
  }
}

/** The request that a call becomes; its key is the call's own id, so that the same call finds its ask again. */
export function toRequest(
  { toolUseId, input, place }: QuestionCall,
  { agent, deadline, onRepairs }: Asking,
): { request: AskRequest & Ask } | { fault: string } {
  const opened = toAskLeniently(input);
  if ("issues" in opened)
    return {
      fault: `The questions cannot be shown and no person saw them. There is no answer: do not assume one.\n${formatIssues(opened.issues)}`,
    };
  if (opened.repairs.length > 0) tellHost(() => onRepairs?.(opened.repairs, toolUseId));
  const said = [place.said, opened.ask.context].filter(Boolean).join("\n\n");
  const request = {
    ...opened.ask,
    ...deadline,
    ...(said === "" ? {} : { context: said }),
    key: toolUseId,
    agent: toAgent(agent, place),
  };
  return { request };
}

/** What Claude is told when nobody could be asked. */
export function toAskFault(error: unknown): string {
  return `The question could not be put to a person: ${messageOf(error)} Nobody answered: do not assume an answer. Go on only with what does not depend on it, or say what is still open.`;
}

export function toNotice(ask: Ask, toolUseId: string | undefined, askId: string | undefined): AskNotice {
  return {
    ask,
    toolUseId,
    askId,
  };
}
