import { cleanLine } from "@yourcall/core";
import type { Decision, Decisions } from "./decisions.ts";
import type { AskId, Value } from "./questions.ts";

const longestQuote = 60;
const inReadme = "Your words are kept in the README.";

const said: Record<Value<"database" | "layout">, string> = {
  sqlite: "SQLite then, one file, no server.",
  json: "A JSON file then, readable in any editor.",
  memory: "In memory then, nothing on disk.",
  sidebar: "A sidebar it is.",
  topbar: "A topbar it is.",
};

const names: Record<Value<"features" | "packageManager">, string> = {
  search: "search",
  health: "a health check",
  "rate-limit": "a rate limit",
  dark: "dark mode",
  npm: "npm",
  pnpm: "pnpm",
  bun: "Bun",
  yarn: "Yarn",
};

/** What the agent says before this ask, or after the last one: how it uses the answer before. */
export function replyBefore(id: AskId | "end", decisions: Partial<Decisions>): string {
  const { database, features, packageManager, layout } = decisions;
  if (id === "ask_features" && database !== undefined)
    return onOne(
      database,
      said[database.values[0] ?? "sqlite"],
      "is more than I can run here, so it is SQLite for now",
    );
  if (id === "ask_layout" && features !== undefined && packageManager !== undefined)
    return onFeatures(features, packageManager);
  if (id === "end" && layout !== undefined)
    return onOne(layout, said[layout.values[0] ?? "sidebar"], "cannot be drawn here, so it is a sidebar for now");
  return "I will set up a small notes service, with tests. Some of it is yours to decide, so I ask before I write.";
}

function onOne(decision: Decision, built: string, cannot: string): string {
  if (decision.left) return withNote(`You left it to the agent. ${built}`, decision);
  return withNote(decision.understood ? built : `${quote(decision)} ${cannot}. ${inReadme}`, decision);
}

function onFeatures(features: Decision<Value<"features">>, manager: Decision<Value<"packageManager">>): string {
  const list = new Intl.ListFormat("en-GB").format(features.values.map((feature) => names[feature]));
  const what = list === "" ? "Just the notes" : list.charAt(0).toUpperCase() + list.slice(1);
  const name = names[manager.values[0] ?? "npm"];
  const unknown = [
    ...(features.understood ? [] : [`I cannot build ${quote(features)}.`]),
    ...(manager.understood ? [] : [`I do not know ${quote(manager)}.`]),
  ];
  const parts = [
    ...(features.left ? ["You left the features to the agent."] : []),
    `${what}, ${manager.left ? `and ${name}, since you left that to the agent` : `with ${name}`}.`,
    ...(unknown.length === 0 ? [] : [...unknown, inReadme]),
  ];
  return withNote(parts.join(" "), features.note === undefined ? manager : features);
}

/** Why another program than the chosen one runs the tests. */
export function onOtherRunner(manager: Value<"packageManager">, runner: string): string {
  const why = manager === "yarn" ? "Yarn needs an install first" : `${names[manager]} is not installed here`;
  return `${why}, so ${runner} runs the tests.`;
}

function withNote(text: string, { note }: Decision): string {
  return note === undefined ? text : `${text} Your note is kept.`;
}

function quote({ words = "" }: Decision): string {
  const line = [...cleanLine(words)];
  return `"${line.length > longestQuote ? `${line.slice(0, longestQuote).join("")}…` : line.join("")}"`;
}
