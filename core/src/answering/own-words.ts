import { denyRow, isAddedDeny } from "../approval-options.ts";
import { unreachable } from "../question-kind.ts";
import type { Ask, Question } from "../schemas.ts";
import { type Answering, type AnsweringEnd, startAnswering } from "./answering.ts";
import type { AnsweringEvent } from "./answering-event.ts";
import { answerOnCard } from "./machine.ts";

// Words that a person types beside an ask, in the input where they write to its agent.

/** How words answer an ask. `does`: what Enter does, as in "answers Database with these words". */
type OwnWords = { does: string; end: Exclude<AnsweringEnd, { type: "left" }> } | { refusal: string };

type Meaning = { does: string; events: (text: string) => AnsweringEvent[] } | { refusal: string };

const noAnswer = { refusal: "Your own words are no answer to this question. They stay here." };

/** Turns a person's own words into their decision about an ask, or says why they cannot be one. They never allow anything. */
export function toOwnWords(ask: Ask, text: string): OwnWords {
  const start = startAnswering(ask, { otherAtOnce: true });
  const meaning = toMeaning(start);
  if ("refusal" in meaning) return meaning;
  const typed = meaning.events(text.trim()).reduce((state, event) => answerOnCard(state, event), start);
  if (typed.notice?.code === "cut")
    return { refusal: `Your words are too long. The limit is ${typed.notice.limit} characters.` };
  const { end } = answerOnCard(typed, { type: "send" });
  return end === null || end.type === "left" ? noAnswer : { does: meaning.does, end };
}

function toMeaning({ ask }: Answering): Meaning {
  const [question, ...others] = ask.questions;
  if (question === undefined || others.length > 0)
    return { refusal: `There are ${ask.questions.length} questions. Answer them above; your words stay here.` };
  switch (ask.kind) {
    case "approval":
      return toDenial(ask, question);
    case "question":
      return toOwnAnswer(question);
    default:
      return unreachable(ask.kind);
  }
}

function toDenial(ask: Ask, { options }: Question): Meaning {
  const row = denyRow(ask);
  if (row < 0 || isAddedDeny(ask, options[row]?.label))
    return { refusal: "This cannot be denied with your own words. Your words stay here." };
  return {
    does: "denies it and passes on these words",
    events: (text) => [
      { type: "pick", row, question: 0 },
      { type: "set-text", field: "note", text, question: 0 },
    ],
  };
}

function toOwnAnswer(question: Question): Meaning {
  switch (question.kind) {
    case "choice":
    case "text":
      return {
        does: `answers ${question.header === "" ? "the question" : question.header} with these words`,
        events: (text) => [{ type: "set-text", field: "other", text, question: 0 }],
      };
    // What is typed there may be meant for the agent.
    case "number":
    case "confirm":
      return noAnswer;
    default:
      return unreachable(question);
  }
}

/** An Enter that said what the next one does. */
export interface AnnouncedWords {
  ask: string;
  text: string;
  at: number;
}

// Long enough to have read it; a held or hammered key never gets there.
const readMs = 600;

/**
 * Enter in the input while a question is open. The first one only says what the next one does, because the question may have come up in
 * the middle of a sentence that was meant as a message. Only a separate Enter on the same words, for the same ask, sends.
 */
export function enterWords(
  before: AnnouncedWords | undefined,
  now: AnnouncedWords,
): { sends: boolean; announced: AnnouncedWords } {
  const isSame = before?.ask === now.ask && before.text === now.text;
  return { sends: isSame && now.at - before.at >= readMs, announced: now };
}
