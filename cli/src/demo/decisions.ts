import { cleanLine, type QuestionAnswer } from "@yourcall/core";
import { noneText, splitRecommended } from "@yourcall/core/internal";
import { type Topic, topics } from "./questions.ts";

const longestQuote = 60;
const rulesOut = /\b(no|not|never|neither|but|without|except|instead|don't)\b/i;

/** What one answer means for the project. */
export interface Decision {
  values: string[];
  /** The person skipped the question. */
  left: boolean;
  /** Typed words that the demo cannot act on, so that it has to ask again. */
  unclear?: string;
  hasNote: boolean;
}
export type Decisions = Record<Topic, Decision>;

/**
 * What this answer decides, after what earlier ones to the same question have chosen. A skipped question gets the recommended
 * option. Typed words count if they name something that can be built; nothing is guessed.
 */
export function decide(topic: Topic, answer: QuestionAnswer, earlier: readonly string[] = []): Decision {
  const { customInput, skipped: left = false, selectedOptions, notes } = answer;
  const { buildable, question } = topics[topic];
  const words = cleanLine(customInput ?? "");
  const valuesOf = (isWanted: (label: string) => boolean) =>
    Object.entries(buildable).flatMap(([value, [, label = ""]]) => (isWanted(label) ? [value] : []));
  const isNone = question.multiSelect && words === noneText;
  const isNamed = (value: string) => new RegExp(`\\b${value.replace(/-|bar$/, ".?")}`, "i").test(words);
  const named = rulesOut.test(words) ? [] : Object.keys(buildable).filter(isNamed);
  const isClear = words === "" || isNone || (question.multiSelect ? named.length > 0 : named.length === 1);
  const chosen = [...valuesOf((label) => selectedOptions.includes(label)), ...(isClear ? named : [])];
  const wanted = new Set([...earlier, ...chosen]);
  const values = Object.keys(buildable).filter((value) => wanted.has(value));
  const isLeft = left && values.length === 0;
  return {
    values: isLeft ? valuesOf((label) => splitRecommended(label).recommended) : values,
    left: isLeft,
    unclear: isClear ? undefined : words,
    hasNote: notes !== undefined,
  };
}

/** What the agent says about the latest decisions before it asks or writes more. */
export function toReply({ database, features, packageManager, layout }: Partial<Decisions>): string {
  const latest = layout
    ? [layout]
    : features && packageManager
      ? [features, packageManager]
      : database
        ? [database]
        : [];
  const unclear = latest.flatMap(({ unclear = "" }) => (unclear === "" ? [] : [quote(unclear)]));
  if (unclear.length > 0) return `I cannot build ${unclear.join(" and ")} in this demo, so I ask again.`;
  const note = latest.some(({ hasNote }) => hasNote) ? " Your note will be in DECISIONS.md." : "";
  if (layout !== undefined) return onOne("layout", layout) + note;
  if (features !== undefined && packageManager !== undefined) return onFeatures(features, packageManager) + note;
  if (database !== undefined) return onOne("database", database) + note;
  return "I will set up a small notes service, with tests. Some of it is yours to decide, so I ask before I write.";
}

function onOne(topic: Topic, { values, left }: Decision): string {
  const [built] = toDecisionWords(topic, values);
  return left ? `You left it to the agent. ${built}` : `${built}`;
}

function onFeatures(features: Decision, manager: Decision): string {
  const list = new Intl.ListFormat("en-GB").format(toDecisionWords("features", features.values));
  const what = list === "" ? "Just the notes" : list.charAt(0).toUpperCase() + list.slice(1);
  const [name] = toDecisionWords("packageManager", manager.values);
  const left = features.left ? "You left the features to the agent. " : "";
  return `${left}${what}, ${manager.left ? `and ${name}, since you left that to the agent` : `with ${name}`}.`;
}

function toDecisionWords(topic: Topic, values: readonly string[]): string[] {
  return values.map((value) => topics[topic].buildable[value]?.[0] ?? value);
}

function quote(words: string): string {
  const line = [...words];
  return `"${line.length > longestQuote ? `${line.slice(0, longestQuote).join("")}…` : words}"`;
}
