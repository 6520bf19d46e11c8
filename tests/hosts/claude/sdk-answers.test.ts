import type { Options } from "@anthropic-ai/claude-agent-sdk";
import { type WithYourcall, withYourcall } from "@yourcall/claude";
import { createScriptedPerson, type ScriptedAct } from "@yourcall/core/testing";
import { expect } from "vitest";
import { testWithClaude } from "../../support/claude.ts";
import { textOf } from "../../support/messages-api.ts";
import { labelled, runSession, setUpClaude } from "./sessions.ts";

const features = {
  question: "Which features?",
  header: "Features",
  options: labelled("Auth", "Billing", "Search, full-text", 'The "new" UI'),
  multiSelect: true,
};
const database = {
  question: "Which database?",
  header: "Database",
  options: labelled("Postgres", "SQLite", "Flat, plain files"),
  multiSelect: false,
};
const layout = {
  question: "Which layout?",
  header: "A header that is long",
  options: [
    { label: "Sidebar", description: "left", preview: "+-+--+\n| |  |" },
    { label: "Other", description: "the model's own" },
  ],
  multiSelect: false,
};

const plainly = (answers: string) =>
  `Your questions have been answered: ${answers}. You can now continue with these answers in mind.`;
const freely = (answers: string) =>
  `The user answered: ${answers}. Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.`;

interface Row {
  what: string;
  questions: object[];
  act: ScriptedAct;
  text: string | RegExp;
  isError?: boolean;
  /** Through a hook Claude Code refuses the call with this text. */
  fromHook?: RegExp;
}

const rows: Row[] = [
  { what: "one label", questions: [database], act: { select: "SQLite" }, text: plainly('"Which database?"="SQLite"') },
  {
    what: "a label with a comma, where one is chosen",
    questions: [database],
    act: { select: "Flat, plain files" },
    text: plainly('"Which database?"="Flat, plain files"'),
  },
  {
    what: "several labels, with comma and quotes",
    questions: [features],
    act: { select: ["Auth", "Search, full-text", 'The "new" UI'] },
    text: plainly('"Which features?"="Auth, "Search, full-text", "The \\"new\\" UI""'),
  },
  {
    what: "labels and own words",
    questions: [features],
    act: { select: ["Billing"], other: "dark mode, soon" },
    text: freely('"Which features?"="Billing, "dark mode, soon""'),
  },
  { what: "Other", questions: [database], act: { other: "DuckDB" }, text: freely('"Which database?"="DuckDB"') },
  {
    what: "own words that Claude Code has another meaning for",
    questions: [database],
    act: { other: "(notes only)" },
    text: freely('"Which database?"="(notes only) "'),
  },
  {
    what: "two questions, one with a note",
    questions: [database, features],
    act: { answers: { Database: { select: "SQLite", note: "for now" }, Features: { select: "Auth" } } },
    text: freely('"Which database?"="SQLite" notes: for now, "Which features?"="Auth"'),
  },
  {
    what: "the preview of the choice",
    questions: [layout],
    act: { select: "Sidebar" },
    text: plainly('"Which layout?"="Sidebar" selected preview:\n+-+--+\n| |  |'),
  },
  {
    what: "one skipped",
    questions: [database, features],
    act: { answers: { Database: { skip: true }, Features: { select: "Auth" } } },
    text: freely('"Which database?"="(no preference)", "Which features?"="Auth"'),
  },
  { what: "all skipped", questions: [database], act: "skip", text: freely('"Which database?"="(no preference)"') },
  {
    what: "a comment in addition to answers",
    questions: [database],
    act: { select: "Postgres", comment: "Keep it small." },
    text: freely('"Which database?"="Postgres" notes: On the whole: Keep it small.'),
  },
  {
    what: "a comment and nothing else",
    questions: [database, features],
    act: { answers: { Database: { skip: true }, Features: { skip: true } }, comment: "Ask me tomorrow." },
    text: "The user responded: Ask me tomorrow.\n\n(No preference on the questions themselves. The choice is yours.)",
  },
  {
    what: "declined",
    questions: [database],
    act: { decline: "not today" },
    text: /^The user declined to answer\. .*no option was chosen.*Reason: not today.*Do not choose for the user\./s,
    isError: true,
  },
  { what: "expired", questions: [database], act: "expire", text: /^Nobody answered in time\./, isError: true },
  { what: "withdrawn", questions: [database], act: "cancel", text: /^The ask was withdrawn/, isError: true },
  {
    what: "labels in the order of selection",
    questions: [features],
    act: { select: ["Billing", "Auth"] },
    text: plainly('"Which features?"="Billing, Auth"'),
  },
  {
    what: "the model's own Other",
    questions: [layout],
    act: { select: "Other" },
    text: plainly('"Which layout?"="Other"'),
  },
  {
    what: "none of these",
    questions: [features],
    act: { other: "None of these" },
    text: freely('"Which features?"="None of these"'),
  },
  {
    what: "a question whose text is a name of JavaScript",
    questions: [{ ...database, question: "__proto__" }],
    act: { select: "SQLite" },
    text: plainly('"__proto__"="SQLite"'),
    fromHook: /^User answered .*Database \(__proto__\)\n {3}Selected: SQLite/s,
  },
];

const turns = rows.map(({ questions }, index) => [
  `Question ${index}.`,
  { tool: "AskUserQuestion", input: { questions } },
]);

async function askEverything(more: Partial<WithYourcall>, mode: Options["permissionMode"] = "default") {
  const { api, place, options } = await setUpClaude({ answers: turns });
  const person = createScriptedPerson([() => rows[person.asks.length - 1]?.act]);
  const asking = { asker: person, ...more };
  const messages = await runSession("[answers] Go.", withYourcall(options({ permissionMode: mode }), asking));
  const told = await Promise.all(rows.map((_, index) => api.resultOf(`toolu_answers_${index}_1`)));
  return { api, place, person, messages, told };
}

function expected({ text, isError = false }: Pick<Row, "text" | "isError">) {
  return { text: typeof text === "string" ? text : expect.stringMatching(text), isError };
}

testWithClaude("every kind of answer reaches the model in Claude Code's own words", async () => {
  const repairs: string[] = [];
  const { place, person, messages, told } = await askEverything({ onRepairs: (all) => repairs.push(...all) });
  for (const [index, row] of rows.entries())
    expect({ what: row.what, ...told[index] }).toEqual({ what: row.what, ...expected(row) });
  const session = messages.find(({ type }) => type === "system")?.session_id;
  expect(person.asks[3]).toMatchObject({
    key: "toolu_answers_3_1",
    agent: { name: "claude", title: "[answers] Go.", session, cwd: place.cwd },
    context: "Question 3.",
  });
  expect(new Set(repairs)).toEqual(new Set(["questions[0].header: longer than 12 characters, kept."]));
});

testWithClaude("in dontAsk mode a hook answers, with the same words and the chosen labels", async () => {
  const { api, person, told } = await askEverything({}, "dontAsk");
  for (const [index, row] of rows.entries())
    expect({ what: row.what, ...told[index] }).toEqual({ what: row.what, ...expected(toHookRow(row)) });
  expect(person.asks[3]).toMatchObject({ key: "toolu_answers_3_1", context: "Question 3." });
  const last = await api.waitForRequest(({ turn }) => turn === rows.length);
  const beside = last.messages.filter(({ role }) => role === "system").map(({ content }) => textOf(content));
  expect(beside.join("\n")).toContain(
    "PreToolUse:AskUserQuestion hook additional context: User answered the following questions:\n\n1. Features (Which features?)\n   Selected: Billing\n   Other: dark mode, soon\n",
  );
});

/** A hook has no `response`, and Claude Code marks its denials as a hook's. */
function toHookRow({ text: plain, isError, fromHook }: Row): Pick<Row, "text" | "isError"> {
  const prefix = "PreToolUse:AskUserQuestion hook error: ";
  const text = fromHook ?? plain;
  if (typeof text !== "string") return { text: new RegExp(text.source.replace("^", `^${prefix}`), "s"), isError: true };
  const response = /^The user responded: (.*)$/s.exec(text)?.[1];
  return response === undefined ? { text, isError } : { text: prefix + response, isError: true };
}
