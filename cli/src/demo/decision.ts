import { cleanLine, type Question, type QuestionAnswer, splitRecommended } from "@yourcall/core";

/** One question's answer as the generator can use it, and what is to be said about it. */
export interface Decision<Value> {
  /** What is built. */
  values: readonly Value[];
  /** The person chose it, wrote it, or left it to the agent. */
  by: "choice" | "own words" | "agent";
  /** Own words, also those that are not built. */
  words?: string;
  /** Whether the own words are what is built. */
  understood: boolean;
  note?: string;
}

export interface Reading<Value> {
  /** The value of each option, in the order of the options. */
  values: readonly Value[];
  /** What own words may name, tried in order. */
  known: readonly (readonly [RegExp, Value])[];
}

/**
 * Reads one answer. A skip leaves the choice to the agent, which takes what it recommended. Own words count where they name
 * something that can be built; where they do not, nothing is guessed: the recommended option stands in, and the words are kept.
 */
export function toDecision<Value>(
  question: Question,
  answer: QuestionAnswer,
  { values, known }: Reading<Value>,
): Decision<Value> {
  const recommended = values.filter((_, at) => splitRecommended(question.options[at]?.label ?? "").recommended);
  const chosen = values.filter((_, at) => answer.selectedOptions.includes(question.options[at]?.label ?? ""));
  const note = answer.notes === undefined ? {} : { note: answer.notes };
  if (answer.skipped === true) return { values: recommended, by: "agent", understood: true, ...note };
  const words = answer.customInput;
  if (words === undefined) return { values: chosen, by: "choice", understood: true, ...note };
  const line = cleanLine(words);
  const named = known.filter(([pattern]) => pattern.test(line)).map(([, value]) => value);
  const own = question.multiSelect ? named : named.slice(0, 1);
  const all = [...new Set([...chosen, ...own])];
  // Several may be chosen: then the words only add to them. Else something has to stand in.
  const built = all.length > 0 || question.multiSelect ? all : recommended;
  return { values: built, by: "own words", words, understood: own.length > 0, ...note };
}
