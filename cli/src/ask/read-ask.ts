import { readFileSync, readSync } from "node:fs";
import { type Ask, type AskRequest, formatIssues } from "@yourcall/core";
import { toPlainAsk } from "@yourcall/core/internal";
import type { Options } from "../command.ts";
import type { ask, formats } from "../commands/ask.ts";
import { parseDuration } from "../parse-duration.ts";
import { type Given, UsageError } from "../run-command.ts";

const maxBytes = 1024 * 1024;

/** `none` is for `confirm`, where the exit code is the answer. */
export type Format = (typeof formats)[number] | "none";

/** The arguments of `yourcall ask`. */
export type AskArguments = ReturnType<typeof toAskArguments>;

export function toAskArguments({ values, positionals, tokens }: Given<(typeof ask)["options"]>) {
  if (positionals.length > 1)
    throw new UsageError(`One ask at a time: ${positionals.map((name) => `"${name}"`).join(" and ")} were given.`);
  const questions = collectQuestions(tokens);
  const file = positionals[0];
  if (questions.length > 0 && file !== undefined)
    throw new UsageError(`Give the ask as flags or as a file, not both: "${file}" and --question.`);
  const noWait = values["no-wait"] === true;
  if (noWait && !["json", "id"].includes(values.format ?? "json"))
    throw new UsageError(
      `--no-wait prints no outcome, so not as ${values.format}. Get it with \`yourcall wait ID --format ${values.format}\`.`,
    );
  if (values.json === true && values.format !== undefined && values.format !== "json")
    throw new UsageError("Use only one of --json and --format.");
  return {
    /** A file, `-` for standard input, or undefined if the ask is made of flags. */
    file,
    /** Questions made of flags. */
    questions,
    timeoutMs: values.timeout === undefined ? undefined : parseDuration(values.timeout, "--timeout"),
    onTimeout: values["on-timeout"] ?? "expire",
    format: toFormat(values.format, noWait),
    /** Whether a form of output was asked for, so that it is printed on a terminal too. */
    prints: values.json === true || values.format !== undefined,
    /** With `noWait`: print only the id. */
    onlyId: values.format === "id",
    accessible: values.accessible === true,
    lenient: values.lenient === true,
    /** None of the questions can be skipped. */
    required: values.required === true,
    // The person at this terminal may not be among those asked; the hub knows.
    noInput: values["no-input"] === true || values.to !== undefined,
    noWait,
    key: values.key,
    session: values.session,
    title: values.title,
    /** Who should answer. */
    to: values.to,
  };
}

function toFormat(format: (typeof formats)[number] | "id" = "json", noWait: boolean): Format {
  if (format !== "id") return format;
  if (!noWait) throw new UsageError("--format id prints only the id of the ask, so it needs --no-wait.");
  return "json";
}

interface FlagQuestion {
  question: string;
  header: string;
  kind: "choice" | "text";
  options: { label: string; description?: string }[];
  multiSelect: boolean;
}

/**
 * Each --question starts a question; --header, --option and --multi belong to the one before them, --describe to the option before
 * it. A question without options is a text question.
 */
function collectQuestions(tokens: Given<Options>["tokens"]): FlagQuestion[] {
  const questions: FlagQuestion[] = [];
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, value = "" } = token;
    if (name === "question")
      questions.push({ question: value, header: "", kind: "text", options: [], multiSelect: false });
    if (name !== "header" && name !== "option" && name !== "describe" && name !== "multi") continue;
    const question = questions.at(-1);
    if (question === undefined) throw new UsageError(`--${name} belongs to a question: put --question before it.`);
    if (name === "header") question.header = value;
    if (name === "multi") question.multiSelect = true;
    if (name === "option") {
      question.kind = "choice";
      question.options.push({ label: value });
    }
    const option = question.options.at(-1);
    if (name === "describe" && option === undefined)
      throw new UsageError("--describe belongs to an option: put --option before it.");
    if (name === "describe" && option !== undefined) option.description = value;
  }
  for (const [index, question] of questions.entries())
    question.header ||= questions.length === 1 ? "Question" : `Question ${index + 1}`;
  return questions;
}

/** This command's call to the hub. */
export function toAskRequest({ questions, metadata, context }: Ask, given: AskArguments): AskRequest {
  const { key, timeoutMs, onTimeout, to, title, session = process.env.YOURCALL_SESSION } = given;
  const agent = {
    name: process.env.YOURCALL_AGENT || "shell",
    cwd: process.cwd(),
    session: session || undefined,
    title,
  };
  return { questions, metadata, context, key, timeoutMs, onTimeout, to, agent };
}

/** The command's ask, through the chosen door. Throws `UsageError` with every fault. */
export async function readAsk(given: AskArguments): Promise<{ ask: Ask; repairs: string[] }> {
  const read = await readGiven(given);
  if (!given.required) return read;
  const questions = read.ask.questions.map((question) => ({ ...question, required: true }));
  return { ...read, ask: { ...read.ask, questions } };
}

async function readGiven(given: AskArguments): Promise<{ ask: Ask; repairs: string[] }> {
  if (given.questions.length > 0) return { ask: await checkFlags(given.questions), repairs: [] };
  if (given.file === undefined && process.stdin.isTTY)
    throw new UsageError(
      'Nothing to ask. Give a file, JSON on standard input, or flags:\n  yourcall ask -q "Which database?" -o SQLite -o PostgreSQL',
    );
  const file = given.file ?? "-";
  return throughDoor(await readJson(file), given.lenient, file === "-" ? "standard input" : file);
}

async function checkFlags(questions: FlagQuestion[]): Promise<Ask> {
  const faults = findFlagFaults(questions);
  if (faults.length > 0) throw new UsageError(`Nobody was asked.\n${faults.join("\n")}`);
  // The schema takes time to load, and most asks do not need it.
  const plain = toPlainAsk(
    { questions: questions.map(({ kind, ...question }) => question) },
    { needsDescriptions: false },
  );
  if (plain !== null) return plain;
  const checked = (await import("./doors.ts")).checkAsk({ kind: "question", questions });
  if ("ask" in checked) return checked.ask;
  const issues = checked.issues.map(({ path, message }) => toFlagIssue(path, message, questions));
  throw new UsageError(`Nobody was asked.\n${issues.join("\n")}`);
}

/** What is wrong with flags that an agent's ask says of its fields. */
function findFlagFaults(questions: readonly FlagQuestion[]): string[] {
  const twice = findTwice(questions.map(({ question }) => question));
  const ofOptions = questions.flatMap(({ question, options, multiSelect }) => {
    const of = questions.length > 1 ? ` of "${question}"` : "";
    if (options.length === 1)
      return [`"${question}" has one --option. Give at least two, or none for a question that is answered in words.`];
    if (multiSelect && options.length === 0) return ["Use --multi only with --option."];
    return findTwice(options.map(({ label }) => label)).map((label) => `--option "${label}"${of} is given twice.`);
  });
  return [...twice.map((question) => `--question "${question}" is given twice.`), ...ofOptions];
}

function findTwice(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, at) => texts.indexOf(text) < at))];
}

const flags: Record<string, string> = {
  question: "question",
  header: "header",
  options: "option",
  label: "option",
  description: "describe",
  multiSelect: "multi",
};

/** `questions[0].options[1].label` is the flag `--option "…"` to a person who used flags. */
function toFlagIssue(path: string, message: string, questions: FlagQuestion[]): string {
  const name = /(\w+)(?:\[\d+\])?$/.exec(path)?.[1] ?? "";
  const flag = flags[name];
  if (flag === undefined) return message;
  const [, question, option] = /^questions\[(\d+)\](?:\.options\[(\d+)\])?/.exec(path) ?? [];
  const of = questions[Number(question)];
  const value = option === undefined ? undefined : of?.options[Number(option)]?.label;
  const said = message.startsWith(`${name} `) ? message.slice(name.length) : `: ${message}`;
  const where = questions.length > 1 && of !== undefined ? ` of "${of.question}"` : "";
  return `--${flag}${value === undefined ? "" : ` "${value}"`}${where}${said}`;
}

/** Reads JSON from a file, or from standard input for `-`. */
export async function readJson(file: string): Promise<unknown> {
  const source = file === "-" ? "standard input" : file;
  return parseGiven(await readText(file), source, 'An ask is JSON: {"questions":[...]}.');
}

/** Parses JSON that a person passed in. `forms` says what is expected. */
export function parseGiven(text: string, source: string, forms: string): unknown {
  if (text.trim() === "") throw new UsageError(`${source} is empty. ${forms}`);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new UsageError(`${source} is not JSON: ${(error as Error).message}`);
  }
}

export async function readText(file: string): Promise<string> {
  const text = file === "-" ? await readStandardInput() : readFile(file);
  if (text.length > maxBytes)
    throw new UsageError(`${file === "-" ? "Standard input" : file} is larger than 1 MB, too large for an ask.`);
  return text;
}

function readFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT") throw new UsageError(`There is no file "${file}".${hintAtQuestion(file)}`);
    if (code === "EISDIR") throw new UsageError(`"${file}" is a directory.`);
    throw new UsageError(`"${file}" cannot be read: ${(error as Error).message}`);
  }
}

/** Somebody who gives a question where a file is expected. */
function hintAtQuestion(text: string): string {
  return /[\s?]/.test(text) ? ` To ask a question, use -q:\n  yourcall ask -q ${JSON.stringify(text)}` : "";
}

async function readStandardInput(): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const enough = (chunk: Uint8Array) => {
    chunks.push(chunk);
    size += chunk.length;
    return size > maxBytes * 4;
  };
  try {
    // Blocking reads start faster than a stream, but on a terminal or a non-blocking pipe they may fail halfway with EAGAIN.
    for (;;) {
      const buffer = Buffer.allocUnsafe(64 * 1024);
      const length = readSync(0, buffer);
      if (length === 0 || enough(buffer.subarray(0, length))) return Buffer.concat(chunks).toString("utf8");
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
  }
  for await (const chunk of process.stdin) if (enough(chunk as Uint8Array)) break;
  return Buffer.concat(chunks).toString("utf8");
}

async function throughDoor(value: unknown, lenient: boolean, source: string): Promise<{ ask: Ask; repairs: string[] }> {
  // The doors load a schema, which most asks do not need.
  const plain = toPlainAsk(value);
  if (plain !== null) return { ask: plain, repairs: [] };
  const { checkAskInput, toAskLeniently } = await import("./doors.ts");
  const result = lenient ? toAskLeniently(value) : { ...checkAskInput(value), repairs: [] };
  if ("issues" in result) {
    // Suggest --lenient only if it would help.
    const hint = lenient || "issues" in toAskLeniently(value) ? "" : "\n--lenient would repair it.";
    throw new UsageError(`Invalid ask in ${source}. Nobody was asked.\n${formatIssues(result.issues)}${hint}`);
  }
  return { ask: result.ask, repairs: result.repairs };
}
