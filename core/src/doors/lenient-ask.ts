import { checkAsk } from "../ask.ts";
import { cleanLine } from "../clean-text.ts";
import { maxQuestions } from "../limits.ts";
import type { Issue } from "../outcome-schemas.ts";
import type { Ask } from "../schemas.ts";
import {
  type Fields,
  type Findings,
  fieldOf,
  noteUnknown,
  takeList,
  takeText,
  toPath,
  unwrapFields,
  unwrapJson,
} from "./lenient-fields.ts";
import { questionFields, toQuestionLeniently } from "./lenient-question.ts";

const prefilled = ["answers", "annotations"];
const known = ["questions", "kind", "title", "context", "metadata", "asksAgain", ...prefilled];

/**
 * The lenient door, for input that another system has already accepted: turns it into an ask if it can be shown, and
 * lists its changes in `repairs`, each as `path: sentence`. What it cannot show it refuses with `issues`. It accepts any
 * value, never throws, and an ask it returns always passes `checkAsk`.
 *
 * @example
 * const read = toAskLeniently({ question: "Which database?", options: ["SQLite", "PostgreSQL"] });
 * if ("ask" in read) console.log(read.ask.questions, read.repairs);
 */
export function toAskLeniently(value: unknown): { ask: Ask; repairs: string[] } | { issues: Issue[] } {
  try {
    return readAsk(value);
  } catch {
    // The value cannot have come from JSON: a cycle, a getter that throws, endless nesting.
    return refuse("", "The ask cannot be read. Send plain JSON.");
  }
}

function readAsk(value: unknown): ReturnType<typeof toAskLeniently> {
  const found: Findings = { repairs: [], issues: [] };
  const fields = toAskFields(value, found);
  if (fields === undefined) return refuse("", 'An ask must be an object with a list "questions".');
  if (fieldOf(fields, "kind") === "approval" || fieldOf(fields, "approval") !== undefined)
    return refuse("kind", "Approvals are not accepted here. Send it as an approval, with its tool and input.");
  const list = takeQuestions(fields, found);
  const questions = list.map((item, index) => toQuestionLeniently(item, `questions[${index}]`, found));
  if (found.issues.length > 0) return { issues: found.issues };
  const checked = checkAsk({ kind: "question", questions, ...toContextAndMetadata(fields, list, found) });
  return "issues" in checked ? checked : { ask: checked.ask, repairs: found.repairs };
}

function refuse(path: string, message: string): { issues: Issue[] } {
  return { issues: [{ path, message }] };
}

function toAskFields(data: unknown, found: Findings): Fields | undefined {
  const inner = typeof data === "string" ? unwrapJson(data) : data;
  if (typeof data === "string" && inner !== undefined) found.repairs.push("ask: a JSON string, read as the ask in it.");
  if (!Array.isArray(inner)) return unwrapFields(inner);
  found.repairs.push("ask: a list, read as its questions.");
  return { questions: inner };
}

/** The questions as they were written, at most 4 of them: a list, a single one, or the fields of the ask itself. */
function takeQuestions(fields: Fields, found: Findings): unknown[] {
  if (fieldOf(fields, "questions") === undefined && fieldOf(fields, "question") !== undefined) {
    found.repairs.push("ask: a question without a list, read as the only one.");
    noteUnknown(fields, [...known, ...questionFields], "", found);
    return [Object.fromEntries(Object.entries(fields).filter(([name]) => questionFields.includes(name)))];
  }
  noteUnknown(fields, [...known, "description"], "", found);
  const list = takeList(fields, "questions", "", found) ?? takeSingle(fields, found);
  if (list.length === 0)
    found.issues.push({
      path: "questions",
      message: `There are no questions. Give 1 to ${maxQuestions} in a list.`,
    });
  if (list.length <= maxQuestions) return list;
  found.issues.push({
    path: "questions",
    message: `An ask can have ${maxQuestions} questions; this has ${list.length}. Ask the most important ones first.`,
  });
  return [];
}

function takeSingle(fields: Fields, found: Findings): unknown[] {
  const single = unwrapFields(fieldOf(fields, "questions"));
  if (single === undefined) return [];
  found.repairs.push("questions: one question, read as a list of one.");
  return [single];
}

function toContextAndMetadata(
  fields: Fields,
  list: readonly unknown[],
  found: Findings,
): Pick<Ask, "context" | "metadata" | "asksAgain"> {
  for (const name of prefilled)
    if (fieldOf(fields, name) !== undefined) found.repairs.push(`${name}: dropped, because only the person answers.`);
  const said = takeText(fields, "context", "", found) ?? "";
  const context = [said, ...takeRemarks(fields, list, found)].filter((text) => text !== "");
  const metadata = takeMetadata(fields, found);
  const asksAgain = fieldOf(fields, "asksAgain");
  return {
    ...(typeof asksAgain === "boolean" ? { asksAgain } : {}),
    ...(context.length === 0 ? {} : { context: context.join("\n\n") }),
    metadata,
  };
}

// An ask has no field for titles and descriptions of questions; as context the person still sees them.
function takeRemarks(fields: Fields, list: readonly unknown[], found: Findings): string[] {
  const remarks: string[] = [];
  const take = (from: Fields, name: string, path: string, prefix = ""): void => {
    const text = takeText(from, name, path, found) ?? "";
    if (text === "") return;
    remarks.push(prefix + text);
    found.repairs.push(`${toPath(path, name)}: shown as context.`);
  };
  take(fields, "title", "");
  if (fieldOf(fields, "questions") !== undefined) take(fields, "description", "");
  for (const [index, item] of list.entries()) {
    const question = unwrapFields(item) ?? {};
    const header = fieldOf(question, "header");
    const name = typeof header === "string" ? cleanLine(header) : "";
    take(question, "description", `questions[${index}]`, list.length > 1 && name !== "" ? `${name}: ` : "");
  }
  return remarks;
}

function takeMetadata(fields: Fields, found: Findings): Record<string, unknown> | undefined {
  const value = fieldOf(fields, "metadata");
  if (value === undefined) return undefined;
  const metadata = unwrapFields(value);
  if (metadata === undefined) found.repairs.push("metadata: not an object, dropped.");
  return metadata && JSON.parse(JSON.stringify(metadata));
}
