import type { Issue } from "@yourcall/core";
import { toIssues } from "@yourcall/core/internal";
import * as z from "zod/mini";
import { type LineIn, type LineOut, linesIn } from "./line-schemas.ts";

/** Longer than any message or sheet. A host that sends more has lost its line ends. */
export const longestLine = 4_000_000;

/**
 * The lines of a stream, without line ends; null for a line that is too long. Empty lines and an unfinished last line are
 * omitted.
 */
export async function* readLines(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string | null> {
  const decoder = new TextDecoder();
  let rest = "";
  let skipping = false;
  for await (const chunk of stream) {
    const parts = (rest + (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }))).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      if (skipping) skipping = false;
      else if (part.length > longestLine) yield null;
      else if (part.trim() !== "") yield part;
    }
    if (rest.length > longestLine) {
      if (!skipping) yield null;
      skipping = true;
      rest = "";
    }
  }
}

type HostLine = { line: LineIn } | { fault: LineOut };

/** The host's lines, checked; for an invalid one, the error line to reply with. A broken stream is treated as its end. */
export async function* readHostLines(stream: AsyncIterable<Buffer | string>): AsyncGenerator<HostLine> {
  try {
    for await (const text of readLines(stream))
      yield text === null
        ? toFault(`A line is longer than ${longestLine} characters and was ignored.`)
        : parseLine(text);
  } catch {
    // The host is gone, so there is nobody to tell.
  }
}

function parseLine(text: string): HostLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return toFault(`The line is not JSON: ${(error as Error).message}`);
  }
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  const name = Object.keys(linesIn).find((known) => known === type) as keyof typeof linesIn | undefined;
  if (name === undefined)
    return toFault(`A line must be an object whose type is one of ${Object.keys(linesIn).join(", ")}.`);
  const result = z.safeParse(linesIn[name] as z.ZodMiniType<LineIn>, value);
  if (!result.success) {
    const issues = toIssues(result.error.issues, value);
    return toFault(`The ${name} was not accepted. ${issues.map(({ message }) => message).join(" ")}`, issues);
  }
  const line = result.data;
  if (line.type === "ask_user_question_response") {
    const given = (["answers", "sheet", "declined"] as const).filter((field) => line[field] !== undefined);
    if (given.length !== 1)
      return toFault("A response must have exactly one of answers, sheet and declined. Nothing was answered.");
  }
  return { line };
}

/** A line that the host should not have sent. */
export function toFault(message: string, issues?: Issue[]): { fault: LineOut } {
  return { fault: { type: "error", code: "invalid-line", message, issues, ended: false } };
}
