import type { AnswerBody, WireAsk } from "@yourcall/client";

/** How words typed into the input answer an ask. */
type OwnWords =
  /** `does`: what Enter does, as in "answers Database with these words". */
  { does: string; answers: AnswerBody["answers"] } | { refusal: string };

/** Turns a person's own words into the answer to an ask, or says why they cannot be one. */
export function toOwnWords({ kind, questions, approval }: WireAsk, text: string): OwnWords {
  const [first, ...others] = questions;
  if (first === undefined || others.length > 0)
    return { refusal: `There are ${questions.length} questions. Answer them above; your words stay here.` };
  const { question, header } = first;
  const words = text.trim();
  if (kind === "approval") {
    const deny =
      approval?.options === undefined ? "deny" : approval.options.find(({ effect }) => effect === "deny")?.id;
    if (deny === undefined) return { refusal: "This cannot be denied with your own words. Your words stay here." };
    return {
      does: "denies it and passes on these words",
      answers: [{ question, header, selectedOptions: [deny], notes: words }],
    };
  }
  if (first.kind === "number" || first.kind === "confirm")
    return { refusal: "Your own words are no answer to this question. They stay here." };
  return {
    does: `answers ${header === "" ? "the question" : header} with these words`,
    answers: [{ question, header, selectedOptions: [], customInput: words }],
  };
}

/** An Enter that said what the next one does. */
export interface Announced {
  ask: string;
  text: string;
  at: number;
}

// Long enough to have read it; a held or hammered key never gets there.
const readMs = 600;

/**
 * Enter in the input while a question is open. The first one only says what the next one does, because the question may have come up in
 * the middle of a sentence that was meant as a message. Only a separate Enter on the same words, for the same ask, answers.
 */
export function pressEnter(before: Announced | undefined, now: Announced): { answers: boolean; announced: Announced } {
  const isSame = before?.ask === now.ask && before.text === now.text;
  return { answers: isSame && now.at - before.at >= readMs, announced: now };
}
