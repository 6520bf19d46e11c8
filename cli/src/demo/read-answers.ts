import { type Ask, cleanLine, type QuestionAnswer, toAnswerText, toHeaderName } from "@yourcall/core";
import { type Decision, type Reading, toDecision } from "./decision.ts";
import type { Choices, Database, Decided, Feature, Layout, PackageManager } from "./project/choices.ts";
import { type AskCallId, toDemoAsk } from "./questions.ts";

/** What was answered to one ask. */
export interface Answered {
  answers: readonly QuestionAnswer[];
  comment?: string;
}

export interface Decisions {
  database: Decision<Database>;
  features: Decision<Feature>;
  packageManager: Decision<PackageManager>;
  layout: Decision<Layout>;
}

const databases: Reading<Database> = {
  values: ["sqlite", "json", "memory"],
  known: [
    [/\bsqlite/i, "sqlite"],
    [/\bjson\b|\bplain file\b/i, "json"],
    [/\bmemory\b/i, "memory"],
  ],
};

const features: Reading<Feature> = {
  values: ["search", "health", "rate-limit"],
  known: [
    [/\bdark\b/i, "dark"],
    [/\bsearch/i, "search"],
    [/\bhealth/i, "health"],
    [/\brate.?limit/i, "rate-limit"],
  ],
};

const packageManagers: Reading<PackageManager> = {
  values: ["npm", "pnpm", "bun"],
  known: [
    [/\bpnpm\b/i, "pnpm"],
    [/\bnpm\b/i, "npm"],
    [/\byarn\b/i, "yarn"],
    [/\bbun\b/i, "bun"],
  ],
};

const layouts: Reading<Layout> = {
  values: ["sidebar", "topbar"],
  known: [
    [/\bside|\bleft\b|\bright\b/i, "sidebar"],
    [/\btop|\bheader\b|\bacross\b/i, "topbar"],
  ],
};

/** The decision on one question of an ask. */
export function readDecision(id: "ask_database", answered: Answered): Decision<Database>;
export function readDecision(id: "ask_features", answered: Answered): Decision<Feature>;
export function readDecision(id: "ask_layout", answered: Answered): Decision<Layout>;
export function readDecision(id: AskCallId, answered: Answered): Decision<unknown> {
  const readings: Record<AskCallId, Reading<unknown>> = {
    ask_database: databases,
    ask_features: features,
    ask_layout: layouts,
  };
  return decisionAt(toDemoAsk(id), 0, answered, readings[id]);
}

export function readPackageManager(answered: Answered): Decision<PackageManager> {
  return decisionAt(toDemoAsk("ask_features"), 1, answered, packageManagers);
}

function decisionAt<Value>(ask: Ask, at: number, { answers }: Answered, reading: Reading<Value>): Decision<Value> {
  const [question, answer] = [ask.questions[at], answers[at]];
  if (question === undefined || answer === undefined) throw new TypeError("There is no such answer.");
  return toDecision(question, answer, reading);
}

/** Everything that was answered, as the generator takes it. */
export function toChoices(
  answered: Record<AskCallId, Answered>,
  packageManager: Choices["packageManager"],
): Omit<Choices, "packageManager"> & Pick<Choices, "packageManager"> {
  const database = readDecision("ask_database", answered.ask_database);
  const feature = readDecision("ask_features", answered.ask_features);
  const manager = readPackageManager(answered.ask_features);
  const layout = readDecision("ask_layout", answered.ask_layout);
  const comments = Object.values(answered).flatMap(({ comment }) => (comment === undefined ? [] : [comment]));
  return {
    database: database.values[0] ?? "sqlite",
    features: feature.values,
    packageManager,
    layout: layout.values[0] ?? "sidebar",
    decided: [
      ...decidedIn("ask_database", answered.ask_database, [database]),
      ...decidedIn("ask_features", answered.ask_features, [feature, manager]),
      ...decidedIn("ask_layout", answered.ask_layout, [layout]),
      ...comments.map((comment) => ({ what: "Comment", answer: comment })),
    ],
    wishes: [database, feature, manager, layout].flatMap(({ words, understood }) =>
      words === undefined || understood ? [] : [words],
    ),
  };
}

function decidedIn(id: AskCallId, { answers }: Answered, decisions: readonly Decision<string>[]): Decided[] {
  const ask = toDemoAsk(id);
  return answers.map((answer, at) => {
    const { values = [], by, understood = true, note } = decisions[at] ?? {};
    const said = cleanLine(toAnswerText(ask, at, answer));
    const built = values.length === 0 ? "nothing" : values.join(", ");
    return {
      what: toHeaderName(ask, at),
      answer: by === "agent" ? `left to the agent: ${built}` : understood ? said : `${said}; built with ${built}`,
      note,
    };
  });
}
