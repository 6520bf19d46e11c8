import { cleanLine, type QuestionAnswer } from "@yourcall/core";
import { noneText, splitRecommended } from "@yourcall/core/internal";
import { type Topic, topics } from "./questions.ts";

const longestQuote = 60;
const rulesOut = /\b(no|not|never|neither|but|without|except|instead|don't)\b/i;
/** Words that ask for nothing. */
const polite =
  /^(a|an|and|as|at|best|better|choose|do|fine|for|go|good|great|have|i|i'd|i'm|i'll|in|is|it|it's|just|let's|like|love|me|mode|my|now|of|ok|okay|on|only|pick|please|prefer|simply|sounds|sure|take|thank|thanks|that|the|then|this|to|use|want|we|will|with|would|yes|you)$/i;

/** What one answer means for the project. */
export interface Decision {
  values: string[];
  /** The person skipped the question. */
  left: boolean;
  /** Typed words that the demo cannot act on, so that it has to ask again. */
  unclear?: string;
  /** Typed words that name something the demo can build and more than that. */
  beyond?: string;
  hasNote: boolean;
}
export type Decisions = Record<Topic, Decision>;

/**
 * What this answer decides, after what earlier ones to the same question have chosen. A skipped question gets the recommended
 * option. Typed words count if they name something that can be built; nothing is guessed, and what else they say is not passed over.
 */
export function decide(topic: Topic, answer: QuestionAnswer, earlier: readonly string[] = []): Decision {
  const { customInput, skipped: left = false, selectedOptions, notes } = answer;
  const { buildable, question } = topics[topic];
  const words = cleanLine(customInput ?? "");
  const valuesOf = (isWanted: (label: string) => boolean) =>
    Object.entries(buildable).flatMap(([value, [, label = ""]]) => (isWanted(label) ? [value] : []));
  const isNone = question.multiSelect && words === noneText;
  const nameOf = (value: string) => new RegExp(`\\b${value.replace(/-|bar$/, ".?")}[\\p{L}\\d]*`, "iu");
  const named = rulesOut.test(words) ? [] : Object.keys(buildable).filter((value) => nameOf(value).test(words));
  const known = named
    .flatMap((value) => buildable[value] ?? [])
    .join(" ")
    .toLowerCase();
  const others =
    named.reduce((left, value) => left.replace(nameOf(value), " "), words).match(/\p{L}[\p{L}'’]*/gu) ?? [];
  const isBeyond = others.some((word) => !polite.test(word.replace("’", "'")) && !known.includes(word.toLowerCase()));
  const isClear = words === "" || isNone || (question.multiSelect ? named.length > 0 : named.length === 1);
  const chosen = [...valuesOf((label) => selectedOptions.includes(label)), ...(isClear ? named : [])];
  const wanted = new Set([...earlier, ...chosen]);
  const values = Object.keys(buildable).filter((value) => wanted.has(value));
  const isLeft = left && values.length === 0;
  return {
    values: isLeft ? valuesOf((label) => splitRecommended(label).recommended) : values,
    left: isLeft,
    unclear: isClear ? undefined : words,
    beyond: named.length > 0 && isBeyond ? words : undefined,
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
  const beyond = latest.flatMap(({ beyond = "" }) => (beyond === "" ? [] : [quote(beyond)]));
  const rest = beyond.length > 0 ? ` This demo cannot build the rest of ${beyond.join(" and ")}.` : "";
  const after = latest.some(({ hasNote }) => hasNote) ? `${rest} Your note will be in DECISIONS.md.` : rest;
  if (layout !== undefined) return onOne("layout", layout) + after;
  if (features !== undefined && packageManager !== undefined) return onFeatures(features, packageManager) + after;
  if (database !== undefined) return onOne("database", database) + after;
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
