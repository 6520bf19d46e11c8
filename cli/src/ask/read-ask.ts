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
  return {
    /** A file, `-` for standard input, or undefined if the ask is made of flags. */
    file,
    /** Questions made of flags. */
    questions,
    timeoutMs: values.timeout === undefined ? undefined : parseDuration(values.timeout, "--timeout"),
    onTimeout: values["on-timeout"] ?? "expire",
    format: toFormat(values.format, noWait),
    /** With `noWait`: print only the id. */
    onlyId: values.format === "id",
    accessible: values.accessible === true,
    lenient: values.lenient === true,
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
  options: { label: string; description?: string }[];
  multiSelect: boolean;
}

/** Each --question starts a question; --header, --option and --multi belong to the one before them. */
function collectQuestions(tokens: Given<Options>["tokens"]): FlagQuestion[] {
  const questions: FlagQuestion[] = [];
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, value = "" } = token;
    if (name === "question") questions.push({ question: value, header: "", options: [], multiSelect: false });
    if (name !== "header" && name !== "option" && name !== "multi") continue;
    const question = questions.at(-1);
    if (question === undefined) throw new UsageError(`--${name} belongs to a question: put --question before it.`);
    if (name === "header") question.header = value;
    if (name === "multi") question.multiSelect = true;
    if (name === "option") question.options.push(toOption(value));
  }
  for (const [index, question] of questions.entries())
    question.header ||= questions.length === 1 ? "Question" : `Question ${index + 1}`;
  return questions;
}

function toOption(text: string): { label: string; description?: string } {
  const at = text.indexOf(": ");
  return at === -1 ? { label: text } : { label: text.slice(0, at), description: text.slice(at + 2).trim() };
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
  if (given.questions.length > 0) return readFlags(given);
  if (given.file === undefined && process.stdin.isTTY)
    throw new UsageError(
      'Nothing to ask. Give a file, JSON on standard input, or flags:\n  yourcall ask --question "Which database?" --option "SQLite: one file" --option "PostgreSQL: a server"',
    );
  const file = given.file ?? "-";
  return throughDoor(await readJson(file), given.lenient, file === "-" ? "standard input" : file);
}

/** The ask made of flags. In a shell `--option Yes` says enough, so unlike a model's options these need no description. */
async function readFlags({ questions: given, lenient }: AskArguments): Promise<{ ask: Ask; repairs: string[] }> {
  const questions = given.map((question) => ({
    ...question,
    kind: question.options.length === 0 ? ("text" as const) : ("choice" as const),
  }));
  const plain = toPlainAsk({ questions: given }, { needsDescriptions: false });
  if (plain !== null) return { ask: plain, repairs: [] };
  const { checkAsk, toAskLeniently } = await import("./doors.ts");
  const result = lenient ? toAskLeniently({ questions }) : { ...checkAsk({ questions }), repairs: [] };
  const issues = [
    ...("issues" in result ? result.issues : []),
    ...questions.flatMap(({ options }, index) =>
      options.length === 1
        ? [{ path: `questions[${index}].options`, message: "Give at least 2 options, or none to ask for a text." }]
        : [],
    ),
  ];
  if ("issues" in result || issues.length > 0)
    throw new UsageError(`Invalid ask in the flags. Nobody was asked.\n${formatIssues(issues)}`);
  return result;
}

/** Reads JSON from a file, or from standard input for `-`. */
export async function readJson(file: string): Promise<unknown> {
  const source = file === "-" ? "standard input" : file;
  const text = await readText(file);
  if (text.trim() === "") throw new UsageError(`${source} is empty. An ask is JSON: {"questions":[...]}.`);
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
    if (code === "ENOENT") throw new UsageError(`There is no file "${file}".`);
    if (code === "EISDIR") throw new UsageError(`"${file}" is a directory.`);
    throw new UsageError(`"${file}" cannot be read: ${(error as Error).message}`);
  }
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
