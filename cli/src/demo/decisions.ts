import { cleanLine, type QuestionAnswer, splitRecommended } from "@yourcall/core";
import { type AskId, asks, type Topic, topics } from "./questions.ts";

/** What one answer means for the project. */
export interface Decision {
  values: string[];
  /** The person skipped the question. */
  left: boolean;
  /** What the person typed. */
  words?: string;
  /** False if the typed words name nothing that can be built. */
  understood: boolean;
  note?: string;
}
export type Decisions = Record<Topic, Decision>;

/** The decisions in the answers to one ask. */
export function readDecisions(id: AskId, answers: readonly QuestionAnswer[]): Partial<Decisions> {
  return Object.fromEntries(
    asks[id].flatMap((topic, at) => (answers[at] === undefined ? [] : [[topic, decide(topic, answers[at])]])),
  );
}

/**
 * A skipped question gets the recommended option. Typed words count if they name something that can be built; otherwise nothing
 * is guessed: the recommended option is built and the words are kept.
 */
function decide(topic: Topic, answer: QuestionAnswer): Decision {
  const { notes: note, customInput: words, skipped: left = false, selectedOptions } = answer;
  const { buildable, question } = topics[topic];
  const valuesOf = (isWanted: (label: string) => boolean) =>
    Object.entries(buildable).flatMap(([value, [, label = ""]]) => (isWanted(label) ? [value] : []));
  const isNamed = (value: string) =>
    new RegExp(`\\b${value.replace(/-|bar$/, ".?")}`, "i").test(cleanLine(words ?? ""));
  const own = Object.keys(buildable)
    .filter(isNamed)
    .slice(0, question.multiSelect ? undefined : 1);
  const all = [...new Set([...valuesOf((label) => selectedOptions.includes(label)), ...own])];
  const isOpen = left || (all.length === 0 && !question.multiSelect);
  const values = isOpen ? valuesOf((label) => splitRecommended(label).recommended) : all;
  return { values, left, words, understood: words === undefined || own.length > 0, note };
}
