import { countCharacters } from "./count-characters.ts";
import type { Fields, Findings } from "./lenient-fields.ts";
import { fieldOf, noteUnknown, takeList, takeNumber, takeText, toFields } from "./lenient-fields.ts";
import { toOptionsLeniently } from "./lenient-options.ts";
import { maxHeaderLength } from "./limits.ts";
import { type Option, type Question, type QuestionKind, questionKinds } from "./schemas.ts";

const multiNames = ["multiSelect", "multi_select", "multiple"];
const known = ["question", "header", "kind", "options", "placeholder", "min", "max", "unit", "description"];

export const questionFields: readonly string[] = [...known, ...multiNames];

/** One question as a model wrote it. Undefined when it cannot be shown; `found` then says why. */
export function toQuestionLeniently(value: unknown, path: string, found: Findings): Question | undefined {
  const fields = toFields(value);
  if (fields === undefined && typeof value === "string" && value !== "") {
    found.repairs.push(`${path}: a text, asked as a question without options.`);
    return { question: value, header: "", kind: "text", options: [], multiSelect: false };
  }
  if (fields === undefined) {
    found.issues.push({ path, message: "A question is an object with question, header, options and multiSelect." });
    return undefined;
  }
  if (typeof value === "string") found.repairs.push(`${path}: a JSON string, read as the question in it.`);
  noteUnknown(fields, questionFields, path, found);
  return toQuestion(fields, path, found);
}

function toQuestion(fields: Fields, path: string, found: Findings): Question | undefined {
  const question = takeText(fields, "question", path, found);
  const options = takeOptions(fields, path, found);
  const kind = takeKind(fields, options, path, found);
  const multiSelect = takeMultiSelect(fields, kind, path, found);
  const header = takeHeader(fields, path, found);
  const extras = takeExtras(fields, path, found);
  if (question === undefined || question === "") {
    found.issues.push({ path: `${path}.question`, message: "The question has no text. Write what you want to know." });
    return undefined;
  }
  if (multiSelect)
    for (const [index, option] of options.entries())
      if (option.preview !== undefined)
        found.repairs.push(`${path}.options[${index}].preview: kept, though several options can be chosen.`);
  return { question, header, kind, options, multiSelect, ...extras };
}

function takeOptions(fields: Fields, path: string, found: Findings): Option[] {
  const list = takeList(fields, "options", path, found);
  if (list !== undefined) return toOptionsLeniently(list, `${path}.options`, found);
  if (fieldOf(fields, "options") !== undefined)
    found.issues.push({ path: `${path}.options`, message: "options must be a list of options." });
  return [];
}

function takeKind(fields: Fields, options: readonly Option[], path: string, found: Findings): QuestionKind {
  const value = fieldOf(fields, "kind");
  const kind = questionKinds.find((candidate) => candidate === value);
  if (kind === undefined && value !== undefined)
    found.repairs.push(`${path}.kind: not one of ${questionKinds.join(", ")}, dropped.`);
  if (options.length === 0) {
    if (kind !== undefined) return kind;
    found.repairs.push(`${path}.options: none, so the person answers in their own words.`);
    return "text";
  }
  if (kind === "text" || kind === "number")
    found.repairs.push(
      `${path}.kind: a ${kind} question has no options, so this is a choice; Other takes the ${kind}.`,
    );
  return "choice";
}

function takeMultiSelect(fields: Fields, kind: QuestionKind, path: string, found: Findings): boolean {
  const name = multiNames.find((candidate) => fieldOf(fields, candidate) !== undefined);
  const value = name === undefined ? undefined : fieldOf(fields, name);
  const flag = typeof value === "string" ? value.trim().toLowerCase() === "true" : value === true;
  if (name === undefined) found.repairs.push(`${path}.multiSelect: missing, taken as false.`);
  else if (name !== "multiSelect") found.repairs.push(`${path}.${name}: taken as multiSelect ${flag}.`);
  else if (typeof value !== "boolean") found.repairs.push(`${path}.multiSelect: not a boolean, taken as ${flag}.`);
  if (!flag || kind === "choice") return flag;
  found.repairs.push(`${path}.multiSelect: set to false, since a ${kind} question takes one answer.`);
  return false;
}

function takeHeader(fields: Fields, path: string, found: Findings): string {
  const header = takeText(fields, "header", path, found);
  if (header === undefined) found.repairs.push(`${path}.header: missing, so screens number the question.`);
  else if (countCharacters(header) > maxHeaderLength)
    found.repairs.push(`${path}.header: longer than ${maxHeaderLength} characters, kept.`);
  return header ?? "";
}

function takeExtras(fields: Fields, path: string, found: Findings): Partial<Question> {
  const placeholder = takeText(fields, "placeholder", path, found);
  const unit = takeText(fields, "unit", path, found);
  const min = takeNumber(fields, "min", path, found);
  const max = takeNumber(fields, "max", path, found);
  const bounded = min === undefined || max === undefined || min <= max;
  if (!bounded) found.repairs.push(`${path}.min: larger than max, both dropped.`);
  return {
    placeholder,
    ...(min === undefined || !bounded ? {} : { min }),
    ...(max === undefined || !bounded ? {} : { max }),
    unit,
  };
}
