import { cleanLine } from "@yourcall/core";
import type { Decision, Decisions } from "./decisions.ts";
import { type Topic, topics } from "./questions.ts";

const longestQuote = 60;
const inReadme = "Your words are kept in the README.";

/** How the agent uses the latest decisions, before it asks or writes on. */
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
