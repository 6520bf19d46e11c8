// A separate file, so that a hook with no answer to report and no form to ask for does not load the schemas.
import { type Ask, fromClaudeAnswers, type QuestionAnswer } from "@yourcall/core";

export { answerForm } from "@yourcall/core/elicitation";

interface Given {
  answers?: Record<string, string>;
  annotations?: Record<string, { notes?: string }>;
}

/** The answers given in Claude's dialog, from the tool's response. A question that was left open there counts as skipped. */
export function readAnswers(ask: Ask, response: Record<string, unknown>): QuestionAnswer[] | undefined {
  const { answers = {}, annotations = {} } = response as Given;
  const texts = ask.questions.map(({ question }) => question);
  const isOpen = (text: string) => !Object.hasOwn(answers, text) || answers[text] === "";
  return fromClaudeAnswers(ask, {
    answers: Object.fromEntries(texts.map((text) => [text, isOpen(text) ? "" : (answers[text] ?? "")])),
    annotations: Object.fromEntries(
      texts.map((text) => {
        const { notes } = (Object.hasOwn(annotations, text) ? annotations[text] : undefined) ?? {};
        return [text, { notes, ...(isOpen(text) ? { unanswered: "skipped" as const } : {}) }];
      }),
    ),
  });
}
