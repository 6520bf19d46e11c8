import { checkAnswers } from "../answer.ts";
import { cleanLine } from "../clean-text.ts";
import { formatIssues } from "../errors.ts";
import type { Ask, Question, QuestionAnswer } from "../schemas.ts";

/** The reply to one question: options by their exact label, own words, or a skip; each with a note if wanted. */
export interface ScriptedReply {
  select?: string | readonly string[];
  other?: string;
  skip?: boolean;
  note?: string;
}

/** Replies by header or by question text. */
export type ScriptedReplies = Readonly<Record<string, ScriptedReply>>;

/** The answers that replies amount to. Throws with the reason if they do not fit the ask. */
export function toScriptedAnswers(ask: Ask, replies: ScriptedReplies): QuestionAnswer[] {
  const used = new Set<string>();
  const entries = ask.questions.flatMap((question) => {
    const name = [question.question, question.header].find((candidate) => Object.hasOwn(replies, candidate));
    const reply = name === undefined ? undefined : replies[name];
    if (name === undefined || reply === undefined) return [];
    used.add(name);
    return [toEntry(question, reply)];
  });
  const unused = Object.keys(replies).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`${describeAsk(ask)} has no question named ${quoteAll(unused)}.`);
  const checked = checkAnswers(ask, entries);
  if ("issues" in checked)
    throw new Error(`The script's answer does not fit ${describeAsk(ask)}.\n${formatIssues(checked.issues)}`);
  return checked.answers;
}

/** The ask as an error names it. */
export function describeAsk(ask: Ask): string {
  return `the ask ${quoteAll(ask.questions.map(({ question }) => cleanLine(question)))}`;
}

/** A reply to the only question of an ask. Throws if there are more. */
export function toOnlyReply(ask: Ask, reply: ScriptedReply): ScriptedReplies {
  const [question, ...others] = ask.questions;
  if (question === undefined || others.length > 0)
    throw new Error(`One reply was given for ${describeAsk(ask)}. Give one for each question, by its header.`);
  return Object.fromEntries([[question.question, reply]]);
}

function toEntry({ question, header }: Question, { select, other, skip, note }: ScriptedReply): QuestionAnswer {
  return {
    question,
    header,
    selectedOptions: typeof select === "string" ? [select] : [...(select ?? [])],
    customInput: other,
    notes: note,
    ...(skip === true ? { skipped: true } : {}),
  };
}

function quoteAll(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(", ");
}
