import {
  type Ask,
  cleanLine,
  type Issue,
  type Question,
  type QuestionAnswer,
  toHeaderName,
  toOptionNames,
} from "@yourcall/core";
import { splitRecommended, takesOnlyOptions, unreachable } from "@yourcall/core/internal";
import { UsageError } from "../run-command.ts";

/** One of the flags that answer, in the order in which they were given. */
export interface AnswerFlag {
  name: "select" | "other" | "note" | "skip" | "attach";
  value: string;
  /** A further label of the --select before it. */
  further?: boolean;
}

/** An answer, with the files of the pictures that go with it. */
export interface ChosenAnswer extends QuestionAnswer {
  files?: string[];
}

/** One way to read `[HEADER=]TEXT`. */
interface Reading {
  index: number;
  text: string;
}

/**
 * The answers from the flags. Throws `UsageError`, with the options, if a flag fits no question or several, or a question is
 * left open.
 */
export function chooseAnswers(ask: Ask, flags: readonly AnswerFlag[]): ChosenAnswer[] {
  const answers = ask.questions.map(
    ({ question, header }): ChosenAnswer => ({ question, header, selectedOptions: [] }),
  );
  let last: number | undefined;
  for (const flag of flags) {
    const { index, text } = flag.name === "select" ? readSelect(ask, flag, last) : readText(ask, flag);
    const answer = answers[index];
    if (answer === undefined) continue;
    last = index;
    if (flag.name === "select") answer.selectedOptions = [...new Set([...answer.selectedOptions, text])];
    else if (flag.name === "skip") answer.skipped = true;
    else if (flag.name === "attach") answer.files = [...(answer.files ?? []), text];
    else {
      const field = flag.name === "other" ? "customInput" : "notes";
      if (answer[field] !== undefined)
        throw new UsageError(`--${flag.name} was given twice for ${toHeaderName(ask, index)}.`);
      answer[field] = text;
    }
  }
  for (const [index, answer] of answers.entries()) checkFlags(ask, index, answer);
  const open = answers.flatMap(({ selectedOptions, customInput, skipped }, index) =>
    selectedOptions.length === 0 && customInput === undefined && skipped === undefined ? [index] : [],
  );
  if (open.length > 0)
    throw new UsageError(
      `Nothing was sent: every question needs an answer or --skip.\n${describeQuestions(ask, open)}`,
    );
  return answers;
}

/** Refuses flags for one question that exclude each other. An approval has rules of its own. */
function checkFlags(ask: Ask, index: number, { selectedOptions, customInput, skipped }: ChosenAnswer): void {
  const refuse = (words: string) => new UsageError(`Nothing was sent. ${words}\nThe ask:\n${describeQuestions(ask)}`);
  const of = ask.questions.length > 1 ? ` for ${toHeaderName(ask, index)}` : "";
  if (skipped === true && (selectedOptions.length > 0 || customInput !== undefined))
    throw refuse(`Use --skip or an answer${of}, not both.`);
  if (ask.kind === "approval" || ask.questions[index]?.multiSelect !== false) return;
  if (selectedOptions.length > 0 && customInput !== undefined) throw refuse(`Use --select or --other${of}, not both.`);
  if (selectedOptions.length > 1) throw refuse(`Use --select once${of}: this question takes one answer.`);
}

const fields: Record<string, string> = {
  selectedOptions: "select",
  customInput: "other",
  notes: "note",
  skipped: "skip",
  edited: "edit",
};

/** What the hub would say of `answers[0].customInput`, said of the flag. */
export function toFlagIssue(ask: Ask, { path, message }: Issue): string {
  const [, at = "", field = ""] = /^answers\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
  const flag = fields[field];
  const of = at !== "" && ask.questions.length > 1 ? ` for ${toHeaderName(ask, Number(at))}` : "";
  if (flag === undefined) return of === "" ? message : `${toHeaderName(ask, Number(at))}: ${message}`;
  return message.startsWith(`${field} `)
    ? `--${flag}${of}${message.slice(field.length)}`
    : `--${flag}${of}: ${message}`;
}

/** One line per question with its options. */
export function describeQuestions(
  ask: Ask,
  indexes: readonly number[] = ask.questions.map((_, index) => index),
): string {
  return indexes
    .map((index) => {
      const question = ask.questions[index];
      if (question === undefined) return "";
      const choices = toChoices(question, ask);
      return `  ${toHeaderName(ask, index)} (${toRule(question, choices !== "")})${choices === "" ? "" : `: ${choices}`}`;
    })
    .join("\n");
}

function toRule(question: Question, hasChoices: boolean): string {
  switch (question.kind) {
    case "choice":
    case "confirm":
      if (hasChoices) return question.multiSelect ? "choose any" : "choose one";
      return "a text, with --other";
    case "text":
      return "a text, with --other";
    case "number":
      return "a number, with --other";
    default:
      return unreachable(question);
  }
}

/** The question and the exact label. The whole text is tried before a header is split off, since labels may contain `=`. */
function readSelect(ask: Ask, { value, further }: AnswerFlag, last: number | undefined): Reading {
  const alone = ask.questions.length === 1 ? 0 : further === true ? last : undefined;
  const readings = toReadings(ask, value);
  const whole = alone === undefined ? [] : findLabels(ask, [{ index: alone, text: value }]);
  const found = whole.length > 0 ? whole : findLabels(ask, readings);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const near = [...new Set([...(alone === undefined ? [] : [alone]), ...readings.map(({ index }) => index)])];
  if (near.length === 0) throw needsHeader(ask, "select", "LABEL");
  const what = only === undefined ? "is not an option here" : "matches several options";
  const own =
    only === undefined && ask.questions.some((question) => !takesOnlyOptions(ask, question))
      ? "\nUse --other to type your own answer."
      : "";
  throw new UsageError(`"${cleanLine(value)}" ${what}.\n${describeQuestions(ask, near)}${own}`);
}

function findLabels(ask: Ask, readings: readonly Reading[]): Reading[] {
  return readings.flatMap(({ index, text }) => {
    const question = ask.questions[index];
    const labels = question === undefined ? [] : matchLabel(question, ask, text);
    return labels.map((label) => ({ index, text: label }));
  });
}

function readText(ask: Ask, { name, value }: AnswerFlag): Reading {
  if (ask.questions.length === 1 && name === "skip" && value === "") return { index: 0, text: "" };
  const readings =
    name === "skip" ? findQuestions(ask, value).map((index) => ({ index, text: "" })) : toReadings(ask, value);
  const [only, ...others] = readings;
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined && ask.questions.length === 1 && name !== "skip") return { index: 0, text: value };
  if (only === undefined) throw needsHeader(ask, name, name === "skip" ? "" : "TEXT");
  throw new UsageError(
    `"${cleanLine(value)}" matches several questions. Give the question's number instead of its header, for example "${only.index + 1}${name === "skip" ? "" : "=..."}".`,
  );
}

/** Every way to split the text at a `=` that leaves a question's header, or its number, before it. */
function toReadings(ask: Ask, value: string): Reading[] {
  const readings: Reading[] = [];
  for (let at = value.indexOf("="); at !== -1; at = value.indexOf("=", at + 1))
    for (const index of findQuestions(ask, value.slice(0, at))) readings.push({ index, text: value.slice(at + 1) });
  return readings;
}

function findQuestions(ask: Ask, header: string): number[] {
  const names = ask.questions.map((_, index) => toHeaderName(ask, index));
  const all = (fits: (name: string) => boolean) => names.flatMap((name, index) => (fits(name) ? [index] : []));
  const wanted = cleanLine(header);
  const exact = all((name) => name === wanted);
  if (exact.length > 0) return exact;
  const alike = all((name) => name.toLowerCase() === wanted.toLowerCase());
  if (alike.length > 0) return alike;
  return /^[1-9]$/.test(wanted) && Number(wanted) <= names.length ? [Number(wanted) - 1] : [];
}

function needsHeader(ask: Ask, name: string, rest: string): UsageError {
  const headers = ask.questions.map((_, index) => toHeaderName(ask, index));
  const form = rest === "" ? "HEADER" : `"HEADER=${rest}"`;
  return new UsageError(
    `Name the question: --${name} ${form}. The headers are ${headers.map((header) => `"${header}"`).join(", ")}.`,
  );
}

/**
 * The labels that a person may have meant: the exact one, else the one with that name on screens, else those that
 * differ only in case, spaces or the recommended mark. If there are several, the person has to be more specific.
 */
export function matchLabel(question: Question, ask: Pick<Ask, "kind" | "approval">, given: string): string[] {
  const names = toOptionNames(question, ask);
  const options = question.options.map(({ label }, index) => ({ label, name: names[index]?.name ?? "" }));
  const look = toLook(given);
  const isAlike = (text: string) => look !== "" && toLook(text) === look;
  const found = [
    options.filter(({ label }) => label === given),
    options.filter(({ name }) => name === given),
    options.filter(({ label, name }) => [name, label, splitRecommended(cleanLine(label)).label].some(isAlike)),
  ].find((fitting) => fitting.length > 0);
  return found?.map(({ label }) => label) ?? [];
}

/** The names by which a question's options can be given. */
export function toChoices(question: Question, ask: Pick<Ask, "kind" | "approval">): string {
  const names =
    ask.kind === "approval"
      ? question.options.map(({ label }) => label)
      : toOptionNames(question, ask).map(({ name, recommended }) => (recommended ? `${name} (Recommended)` : name));
  return names.map((name) => `"${cleanLine(name)}"`).join(", ");
}

function toLook(text: string): string {
  return cleanLine(text).normalize("NFKC").toLowerCase();
}
