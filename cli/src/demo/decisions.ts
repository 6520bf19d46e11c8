import { cleanLine, type QuestionAnswer } from "@yourcall/core";
import { splitRecommended } from "@yourcall/core/internal";
import { type AskId, asks, type Topic, topics } from "./questions.ts";

const longestQuote = 60;
const inReadme = "Your words are kept in the README.";

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
 * A skipped question gets the recommended option. Typed words are used if they name something that can be built; otherwise
 * nothing is guessed: the recommended option is built and the words are kept.
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

/** What the agent says about the latest decisions before it asks or writes more. */
export function toReply({ database, features, packageManager, layout }: Partial<Decisions>): string {
  if (layout !== undefined) return onOne("layout", layout, "cannot be drawn here, so it is a sidebar for now");
  if (features !== undefined && packageManager !== undefined) return onFeatures(features, packageManager);
  if (database !== undefined)
    return onOne("database", database, "is more than I can run here, so it is SQLite for now");
  return "I will set up a small notes service, with tests. Some of it is yours to decide, so I ask before I write.";
}

function onOne(topic: Topic, decision: Decision, cannot: string): string {
  const [built] = said(topic, decision.values);
  if (decision.left) return `You left it to the agent. ${built}${onNote(decision)}`;
  return `${decision.understood ? built : `${quote(decision)} ${cannot}. ${inReadme}`}${onNote(decision)}`;
}

function onFeatures(features: Decision, manager: Decision): string {
  const list = new Intl.ListFormat("en-GB").format(said("features", features.values));
  const what = list === "" ? "Just the notes" : list.charAt(0).toUpperCase() + list.slice(1);
  const [name] = said("packageManager", manager.values);
  return [
    features.left ? "You left the features to the agent. " : "",
    `${what}, ${manager.left ? `and ${name}, since you left that to the agent` : `with ${name}`}.`,
    features.understood ? "" : ` I cannot build ${quote(features)}.`,
    manager.understood ? "" : ` I do not know ${quote(manager)}.`,
    features.understood && manager.understood ? "" : ` ${inReadme}`,
    onNote({ note: features.note ?? manager.note }),
  ].join("");
}

function onNote({ note }: Pick<Decision, "note">): string {
  return note === undefined ? "" : " Your note is kept.";
}

function said(topic: Topic, values: readonly string[]): string[] {
  return values.map((value) => topics[topic].buildable[value]?.[0] ?? value);
}

function quote({ words = "" }: Decision): string {
  const line = [...cleanLine(words)];
  return `"${line.length > longestQuote ? `${line.slice(0, longestQuote).join("")}…` : line.join("")}"`;
}
