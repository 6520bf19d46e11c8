import { parseArgs } from "node:util";
import type { Ask, AskRequest, OnTimeout } from "@yourcall/core";
import { parseDuration } from "../parse-duration.ts";
import { UsageError } from "../run-command.ts";

/** How an outcome can be printed. */
export const formats = ["json", "text", "claude", "value"] as const;
/** `words`: only what a person typed, for `confirm`, whose exit code says the rest. */
export type Format = (typeof formats)[number] | "words";

/** The arguments of `yourcall ask`. */
export interface AskArguments {
  help: boolean;
  /** A file, `-` for standard input, or undefined if flags make the ask. */
  file: string | undefined;
  /** Questions made of flags, in the shape of the strict door. */
  questions: FlagQuestion[];
  timeoutMs: number | undefined;
  onTimeout: OnTimeout;
  format: Format;
  /** With `noWait`: print only the id. */
  onlyId: boolean;
  accessible: boolean;
  lenient: boolean;
  noInput: boolean;
  noWait: boolean;
  key: string | undefined;
  session: string | undefined;
  title: string | undefined;
  /** Who should answer. */
  to: string[] | undefined;
}

interface FlagQuestion {
  question: string;
  header: string;
  options: { label: string; description?: string }[];
  multiSelect: boolean;
}

export const askOptions = {
  help: { type: "boolean", short: "h" },
  question: { type: "string", short: "q", multiple: true },
  header: { type: "string", multiple: true },
  option: { type: "string", short: "o", multiple: true },
  multi: { type: "boolean", multiple: true },
  timeout: { type: "string" },
  "on-timeout": { type: "string" },
  format: { type: "string" },
  accessible: { type: "boolean" },
  lenient: { type: "boolean" },
  "no-input": { type: "boolean" },
  "no-wait": { type: "boolean" },
  key: { type: "string" },
  session: { type: "string" },
  title: { type: "string" },
  to: { type: "string", multiple: true },
} as const;

export function parseAskArguments(args: string[]): AskArguments {
  const { values, positionals, tokens } = parse(args);
  if (positionals.length > 1)
    throw new UsageError(`One ask at a time: ${positionals.map((name) => `"${name}"`).join(" and ")} were given.`);
  const questions = collectQuestions(tokens as Token[]);
  const file = positionals[0];
  if (questions.length > 0 && file !== undefined)
    throw new UsageError(`Give the ask as flags or as a file, not both: "${file}" and --question.`);
  return {
    help: values.help === true,
    file,
    questions,
    timeoutMs: values.timeout === undefined ? undefined : parseDuration(values.timeout, "--timeout"),
    onTimeout: oneOf("--on-timeout", values["on-timeout"] ?? "expire", ["expire", "recommended"]),
    format: toFormat(values.format, values["no-wait"] === true),
    onlyId: values.format === "id",
    accessible: values.accessible === true,
    lenient: values.lenient === true,
    // The person at this terminal may not be one of them; the hub knows.
    noInput: values["no-input"] === true || values.to !== undefined,
    noWait: values["no-wait"] === true,
    key: values.key,
    session: values.session,
    title: values.title,
    to: values.to,
  };
}

function parse(args: string[]): Pick<ReturnType<typeof parseFlags>, "values" | "positionals" | "tokens"> {
  // A lone file name needs no parser, which would slow the cold start.
  const flagged = args.some((arg) => arg.startsWith("-") && arg !== "-");
  return flagged ? parseFlags(args) : { values: {}, positionals: args, tokens: [] };
}

function parseFlags(args: string[]) {
  return parseArgs({ args, options: askOptions, allowPositionals: true, tokens: true });
}

function toFormat(given: string | undefined, noWait: boolean): Format {
  const format = oneOf("--format", given ?? "json", [...formats, "id"]);
  if (format !== "id") return format;
  if (!noWait) throw new UsageError("--format id prints only the id of the ask, so it needs --no-wait.");
  return "json";
}

interface Token {
  kind: string;
  name?: string;
  value?: string | undefined;
}

/** Each --question starts a question; --header, --option and --multi belong to the one before them. */
function collectQuestions(tokens: Token[]): FlagQuestion[] {
  const questions: FlagQuestion[] = [];
  for (const { name, value = "" } of tokens) {
    if (name === "question") {
      questions.push({ question: value, header: "", options: [], multiSelect: false });
      continue;
    }
    if (name !== "header" && name !== "option" && name !== "multi") continue;
    const question = questions.at(-1);
    if (question === undefined) throw new UsageError(`--${name} belongs to a question: put --question before it.`);
    if (name === "header") question.header = value;
    if (name === "multi") question.multiSelect = true;
    if (name === "option") question.options.push(toOption(value));
  }
  for (const [index, question] of questions.entries())
    if (question.header === "") question.header = questions.length === 1 ? "Question" : `Question ${index + 1}`;
  return questions;
}

function toOption(text: string): { label: string; description?: string } {
  const at = text.indexOf(": ");
  return at === -1 ? { label: text } : { label: text.slice(0, at), description: text.slice(at + 2).trim() };
}

function oneOf<Value extends string>(flag: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageError(`${flag} must be one of ${allowed.join(", ")}, got "${value}".`);
  return found;
}

/** This command's call to the hub. */
export function toAskRequest(ask: Ask, given: AskArguments): AskRequest {
  const session = given.session ?? process.env.YOURCALL_SESSION;
  return {
    questions: ask.questions,
    metadata: ask.metadata,
    context: ask.context,
    key: given.key,
    timeoutMs: given.timeoutMs,
    onTimeout: given.onTimeout,
    to: given.to,
    agent: {
      name: process.env.YOURCALL_AGENT || "shell",
      cwd: process.cwd(),
      ...(session === undefined || session === "" ? {} : { session }),
      title: given.title,
    },
  };
}
