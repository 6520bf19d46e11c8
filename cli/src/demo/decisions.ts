import {
  cleanLine,
  type Question,
  type QuestionAnswer,
  splitRecommended,
  toAnswerText,
  toHeaderName,
} from "@yourcall/core";
import type { Choices } from "./project/project-files.ts";
import { type AskId, askIds, buildable, type Topic, toDemoAsk, topics, type Value } from "./questions.ts";

/** The answers to one ask. */
export interface Answered {
  answers: readonly QuestionAnswer[];
  comment?: string;
}

/** What one answer means for the project. */
export interface Decision<V extends string = string> {
  values: readonly V[];
  /** The person skipped the question. */
  left: boolean;
  /** What the person typed. */
  words?: string;
  /** False if the typed words name nothing that can be built. */
  understood: boolean;
  note?: string;
}
export type Decisions = { [T in Topic]: Decision<Value<T>> };

/** The decisions of the asks answered so far. */
export function readDecisions(answered: Partial<Record<AskId, Answered>>): Partial<Decisions> {
  return Object.fromEntries(
    askIds.flatMap((id) =>
      (answered[id]?.answers ?? []).flatMap((answer, at) => {
        const [question, topic] = [toDemoAsk(id).questions[at], topics[id][at]];
        return question === undefined || topic === undefined ? [] : [[topic, decide(question, answer, topic)]];
      }),
    ),
  );
}

/**
 * A skipped question gets the recommended option. Typed words count if they name something that can be built; otherwise nothing
 * is guessed: the recommended option is built and the words are kept.
 */
function decide(question: Question, answer: QuestionAnswer, topic: Topic): Decision {
  const { notes: note, customInput: words, skipped: left = false } = answer;
  const patterns: [string, RegExp][] = Object.entries(buildable[topic]);
  const valuesOf = (has: (label: string) => boolean) =>
    question.options.flatMap(({ label }, at) => (has(label) ? [patterns[at]?.[0] ?? ""] : []));
  const recommended = valuesOf((label) => splitRecommended(label).recommended);
  const chosen = valuesOf((label) => answer.selectedOptions.includes(label));
  const named = words === undefined ? [] : patterns.filter(([, pattern]) => pattern.test(cleanLine(words)));
  const own = (question.multiSelect ? named : named.slice(0, 1)).map(([value]) => value);
  const all = [...new Set([...chosen, ...own])];
  const values = left || (all.length === 0 && !question.multiSelect) ? recommended : all;
  return { values, left, words, understood: words === undefined || own.length > 0, note };
}

/** All answers, as the generator takes them. */
export function toChoices(
  answered: Record<AskId, Answered>,
  { database, features, packageManager, layout }: Decisions,
  version: string,
): Choices {
  const rows = askIds.flatMap((id) => {
    const ask = toDemoAsk(id);
    const decisions: Partial<Record<Topic, Decision>> = { database, features, packageManager, layout };
    return answered[id].answers.map((answer, at) => {
      const { values = [], left, understood, note } = decisions[topics[id][at] ?? "database"] ?? {};
      const said = cleanLine(toAnswerText(ask, at, answer));
      const built = values.length === 0 ? "nothing" : values.join(", ");
      const text = left ? `left to the agent: ${built}` : understood ? said : `${said}; built with ${built}`;
      return { what: toHeaderName(ask, at), answer: text, note };
    });
  });
  const comments = askIds.flatMap((id) => answered[id].comment ?? []);
  return {
    database: database.values[0] ?? "sqlite",
    features: features.values,
    packageManager: { name: packageManager.values[0] ?? "npm", version },
    layout: layout.values[0] ?? "sidebar",
    decided: [...rows, ...comments.map((comment) => ({ what: "Comment", answer: comment }))],
    wishes: [database, features, packageManager, layout].flatMap(({ words, understood }) =>
      words === undefined || understood ? [] : [words],
    ),
  };
}
