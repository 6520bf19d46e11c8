import { cleanLine } from "@yourcall/core";
import type { Decision } from "./decision.ts";
import type { Database, Feature, Layout, PackageManager } from "./project/choices.ts";

const longestQuote = 60;

const storing: Record<Database, string> = {
  sqlite: "SQLite then, one file, no server.",
  json: "A JSON file then, to be read in any editor.",
  memory: "In memory then, nothing on disk.",
};

const adding: Record<Feature, string> = {
  search: "search",
  health: "a health check",
  "rate-limit": "a rate limit",
  dark: "dark mode",
};

const managing: Record<PackageManager, string> = { npm: "npm", pnpm: "pnpm", bun: "Bun", yarn: "Yarn" };

const laying: Record<Layout, string> = {
  sidebar: "A sidebar it is.",
  topbar: "A topbar it is.",
};

export const opening =
  "I will set up a small notes service, with tests. Some of it is yours to decide, so I ask before I write.";

/** What the agent says to an answer: the answer is visibly used, and nothing is said to be the person's that is not. */
export function onDatabase(decision: Decision<Database>): string {
  const said = storing[decision.values[0] ?? "sqlite"];
  if (decision.by === "agent") return withNote(`You left it to the agent. ${said}`, decision);
  if (!decision.understood)
    return withNote(`${quote(decision)} is more than I can run here, so it is SQLite for now. ${inReadme}`, decision);
  return withNote(said, decision);
}

export function onFeatures(features: Decision<Feature>, manager: Decision<PackageManager>): string {
  const names = toList(features.values.map((feature) => adding[feature]));
  const what = names === "" ? "Just the notes" : capital(names);
  const left = features.by === "agent" ? "You left the features to the agent. " : "";
  const unknown = [
    ...(features.understood ? [] : [`I cannot build ${quote(features)}.`]),
    ...(manager.understood ? [] : [`I do not know ${quote(manager)}.`]),
  ];
  const kept = unknown.length === 0 ? [] : [...unknown, inReadme];
  return withNote(withNote([`${left}${what}, ${onManager(manager)}`, ...kept].join(" "), features), manager);
}

function onManager({ by, values }: Decision<PackageManager>): string {
  const name = managing[values[0] ?? "npm"];
  return by === "agent" ? `and ${name}, as you left that to the agent.` : `with ${name}.`;
}

export function onLayout(decision: Decision<Layout>): string {
  const said = laying[decision.values[0] ?? "sidebar"];
  if (decision.by === "agent") return withNote(`You left it to the agent. ${said}`, decision);
  if (!decision.understood)
    return withNote(`I cannot draw ${quote(decision)}, so it is a sidebar for now. ${inReadme}`, decision);
  return withNote(said, decision);
}

/** Why the tests are run with something else than what was chosen. */
export function onOtherRunner(manager: PackageManager, runner: string): string {
  const why = manager === "yarn" ? "Yarn wants an install first" : `${managing[manager]} is not installed here`;
  return `${why}, so ${runner} runs the tests.`;
}

const inReadme = "Your words are kept in the README.";

function withNote(text: string, { note }: Decision<unknown>): string {
  return note === undefined || text.endsWith(noted) ? text : `${text} ${noted}`;
}

const noted = "Your note is kept.";

function quote({ words = "" }: Decision<unknown>): string {
  const line = [...cleanLine(words)];
  return `"${line.length > longestQuote ? `${line.slice(0, longestQuote).join("")}…` : line.join("")}"`;
}

function toList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
