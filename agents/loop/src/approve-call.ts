import { type Ask, type Outcome, toApprovalAsk, toUnansweredText } from "@yourcall/core";
import type { ApprovalWords } from "./tool.ts";

/** What the person said to a call: `note` is for the model in either case. */
export type Verdict = { allowed: true; always: boolean; note: string } | { allowed: false; text: string };

/** The ask that a call of a tool becomes before it may run. */
export function toCallApproval(tool: string, input: unknown, words: ApprovalWords, context: string | undefined): Ask {
  const ask = toApprovalAsk(
    { tool, input },
    {
      question: words.question,
      context,
    },
  );
  const always = words.always ?? `Every call of ${tool} in this session`;
  for (const question of ask.questions)
    question.options = question.options.map((option) =>
      option.label === "allow-always" ? { ...option, description: always } : option,
    );
  return ask;
}

/** Reads the outcome. Only an answer that says so, in one of the two words for it, allows. */
export function toVerdict(tool: string, outcome: Outcome): Verdict {
  if (outcome.status !== "answered")
    return { allowed: false, text: `${tool} was not run. ${toUnansweredText(outcome)}` };
  const [answer, ...others] = outcome.answers;
  const chosen = answer?.selectedOptions.length === 1 && others.length === 0 ? answer.selectedOptions[0] : undefined;
  const note = [answer?.notes, answer?.customInput, outcome.comment].filter((text) => text?.trim()).join("\n");
  if (chosen === "allow-once" || chosen === "allow-always")
    return { allowed: true, always: chosen === "allow-always", note };
  const told = note === "" ? "They gave no reason." : `They say: ${note}`;
  return {
    allowed: false,
    text: `The user denied this call: ${tool} was not run. ${told}\n\nDo not try to reach the same in another way. Follow what they say, or ask what they want instead.`,
  };
}
