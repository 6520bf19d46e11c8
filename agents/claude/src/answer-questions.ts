import { type Ask, formatIssues, messageOf, type Outcome, toAskLeniently } from "@yourcall/core";
import { type Asking, askPerson, type Origin, tellHost, toDeadline } from "./ask-person.ts";
import type { ClaudeInput } from "./claude-reply.ts";

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
  try {
    return {
      ask,
      outcome: await askPerson(ask, { ...toDeadline(ask, asking.deadline), key: call.toolUseId }, call, asking),
    };
  } catch (error) {
    return { fault: toAskFault(error) };
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
  if (opened.repairs.length > 0) tellHost(() => onRepairs?.(opened.repairs, toolUseId));
  const context = [place.said, opened.ask.context].filter(Boolean).join("\n\n") || undefined;
  return { ask: { ...opened.ask, context } };
}

/** The text for Claude if nobody could be asked. */
function toAskFault(error: unknown): string {
  return `The question could not be put to a person: ${messageOf(error)} Nobody answered: do not assume an answer. Go on only with what does not depend on it, or say what is still open.`;
}
