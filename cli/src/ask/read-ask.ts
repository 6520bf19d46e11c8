import { readFileSync, readSync } from "node:fs";
import { type Ask, formatIssues, toPlainAsk } from "@yourcall/core";
import { UsageError } from "../run-command.ts";
import type { AskArguments } from "./ask-arguments.ts";

const maxBytes = 1024 * 1024;

/** The command's ask, through the chosen door. Throws `UsageError` with every fault. */
export async function readAsk(given: AskArguments): Promise<{ ask: Ask; repairs: string[] }> {
  if (given.questions.length > 0) return throughDoor(withDescriptions(given), given.lenient, "the flags");
  if (given.file === undefined && process.stdin.isTTY)
    throw new UsageError(
      'Nothing to ask. Give a file, JSON on standard input, or flags:\n  yourcall ask --question "Which database?" --option "SQLite: one file" --option "PostgreSQL: a server"',
    );
  const file = given.file ?? "-";
  const source = file === "-" ? "standard input" : file;
  return throughDoor(parseJson(await readText(file), source), given.lenient, source);
}

/** Reads JSON as the other commands do: a file's name, or `-`. */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(await readText(file), file === "-" ? "standard input" : file);
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
    // Blocking, and faster to start than a stream; a terminal or a non-blocking pipe may refuse it halfway with EAGAIN.
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

function parseJson(text: string, source: string): unknown {
  if (text.trim() === "") throw new UsageError(`${source} is empty. An ask is JSON: {"questions":[…]}.`);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new UsageError(`${source} is not JSON: ${(error as Error).message}`);
  }
}

async function throughDoor(value: unknown, lenient: boolean, source: string): Promise<{ ask: Ask; repairs: string[] }> {
  // The doors load a schema, which most asks do not need.
  const plain = toPlainAsk(value);
  if (plain !== null) return { ask: withoutPlaceholders(plain), repairs: [] };
  const { checkAskInput, toAskLeniently } = await import("./doors.ts");
  const result = lenient ? toAskLeniently(value) : { ...checkAskInput(value), repairs: [] };
  if ("issues" in result) {
    // Only if it would help.
    const hint = lenient || "issues" in toAskLeniently(value) ? "" : "\n--lenient would repair it.";
    throw new UsageError(`Invalid ask in ${source}. Nobody was asked.\n${formatIssues(result.issues)}${hint}`);
  }
  return { ask: withoutPlaceholders(result.ask), repairs: result.repairs };
}

// The strict door wants a description; in a shell `--option Yes` says enough.
const placeholder = "\u2060";

function withDescriptions(given: AskArguments) {
  const describe = (option: { label: string; description?: string }) => ({ description: placeholder, ...option });
  return { questions: given.questions.map((question) => ({ ...question, options: question.options.map(describe) })) };
}

function withoutPlaceholders(ask: Ask): Ask {
  return {
    ...ask,
    questions: ask.questions.map((question) => ({
      ...question,
      options: question.options.map(({ description, ...option }) =>
        description === undefined || description === placeholder ? option : { ...option, description },
      ),
    })),
  };
}
