import { countCharacters } from "../count-characters.ts";
import { maxHeaderLength, maxOptions } from "../limits.ts";
import { isOther } from "../option-name.ts";
import { takesOptions, takesYesOrNo } from "../question-kind.ts";
import { type NumberQuestion, type Option, type Question, type QuestionKind, questionKinds } from "../schemas.ts";
import {
  type Fields,
  type Findings,
  fieldOf,
  noteUnknown,
  takeList,
  takeNumber,
  takeText,
  unwrapFields,
} from "./lenient-fields.ts";

const multiNames = ["multiSelect", "multi_select", "multiple"];
const known = ["question", "header", "kind", "options", "placeholder", "min", "max", "unit", "description"];

export const questionFields: readonly string[] = [...known, ...multiNames];

/** One question as a model wrote it. Undefined when it cannot be shown; `found` then says why. */
export function toQuestionLeniently(value: unknown, path: string, found: Findings): Question | undefined {
  const fields = unwrapFields(value);
  if (fields === undefined && typeof value === "string" && value.trim() !== "") {
    found.repairs.push(`${path}: a string, read as a question without options.`);
    return { question: value, header: "", kind: "text", options: [], multiSelect: false };
  }
  if (fields === undefined) {
    found.issues.push({
      path,
      message: "A question must be an object with question, header, options and multiSelect.",
    });
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
  if (question === undefined || question.trim() === "") {
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

// A model asks its user with options of its own; `confirm` is for scripts.
const askedKinds = questionKinds.filter((kind) => !takesYesOrNo({ kind }));

function takeKind(fields: Fields, options: readonly Option[], path: string, found: Findings): QuestionKind {
  const value = fieldOf(fields, "kind");
  const kind = askedKinds.find((candidate) => candidate === value);
  if (kind === undefined && value !== undefined)
    found.repairs.push(`${path}.kind: not one of ${askedKinds.join(", ")}, dropped.`);
  if (options.length === 0) {
    if (kind !== undefined) return kind;
    found.repairs.push(`${path}.options: none, so the person answers in their own words.`);
    return "text";
  }
  if (kind !== undefined && !takesOptions({ kind }))
    found.repairs.push(
      `${path}.kind: a ${kind} question has no options, so this is a choice; Other takes the ${kind}.`,
    );
  return "choice";
}

function takeMultiSelect(fields: Fields, kind: QuestionKind, path: string, found: Findings): boolean {
  const name = multiNames.find((candidate) => fieldOf(fields, candidate) !== undefined);
  const value = name === undefined ? undefined : fieldOf(fields, name);
  const flag = typeof value === "string" ? value.trim().toLowerCase() === "true" : value === true;
  if (name === undefined) found.repairs.push(`${path}.multiSelect: missing, assumed to be false.`);
  else if (name !== "multiSelect") found.repairs.push(`${path}.${name}: read as multiSelect ${flag}.`);
  else if (typeof value !== "boolean") found.repairs.push(`${path}.multiSelect: not a boolean, read as ${flag}.`);
  if (!flag || kind === "choice") return flag;
  found.repairs.push(`${path}.multiSelect: set to false, because a ${kind} question takes one answer.`);
  return false;
}

function takeHeader(fields: Fields, path: string, found: Findings): string {
  const header = takeText(fields, "header", path, found);
  if (header === undefined) found.repairs.push(`${path}.header: missing, so screens number the question.`);
  else if (countCharacters(header) > maxHeaderLength)
    found.repairs.push(`${path}.header: longer than ${maxHeaderLength} characters, kept.`);
  return header ?? "";
}

function takeExtras(fields: Fields, path: string, found: Findings): Omit<Partial<NumberQuestion>, "kind"> {
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

const optionFields = ["label", "description", "preview"];
const labelNames = ["label", "title", "name", "text", "value", "const"];
const mostRead = 100;

/** A question's options as a model wrote them: texts or objects, perhaps with its own Other or one label twice. */
function toOptionsLeniently(list: readonly unknown[], path: string, found: Findings): Option[] {
  const options: Option[] = [];
  if (list.length > mostRead) {
    found.issues.push(tooMany(path, list.length));
    return options;
  }
  for (const [index, value] of list.entries()) {
    const option = toOption(value, `${path}[${index}]`, found);
    if (option === undefined) continue;
    const first = options.findIndex((other) => other.label === option.label);
    if (first >= 0) {
      options[first] = { ...option, ...options[first] };
      found.repairs.push(`${path}[${index}]: the same label as an earlier option, merged with it.`);
    } else {
      options.push(option);
    }
  }
  const other = options.findIndex(({ label }) => isOther(label));
  if (options.length === maxOptions + 1 && other >= 0) {
    options.splice(other, 1);
    found.repairs.push(`${path}: "Other" removed to make room, because every question has it anyway.`);
  }
  if (options.length > maxOptions) found.issues.push(tooMany(path, options.length));
  return options;
}

function toOption(value: unknown, path: string, found: Findings): Option | undefined {
  const fields = unwrapFields(value);
  if (typeof value === "string" && (fields === undefined || labelNameOf(fields) === undefined)) {
    if (value.trim() === "") found.issues.push({ path, message: "The option is empty. Give it a label." });
    else found.repairs.push(`${path}: a string, read as the label.`);
    return value.trim() === "" ? undefined : { label: value };
  }
  if (typeof value === "number" || typeof value === "boolean") {
    found.repairs.push(`${path}: a ${typeof value}, read as the label.`);
    return { label: String(value) };
  }
  if (fields === undefined) {
    found.issues.push({ path, message: "An option must be an object with a label, or a string." });
    return undefined;
  }
  if (typeof value === "string") found.repairs.push(`${path}: a JSON string, read as the option in it.`);
  return fromFields(fields, path, found);
}

function fromFields(fields: Fields, path: string, found: Findings): Option | undefined {
  const labelName = labelNameOf(fields) ?? "label";
  const label = takeText(fields, labelName, path, found);
  if (label === undefined || label.trim() === "") {
    found.issues.push({ path: `${path}.label`, message: "The option has no label. Give it one." });
    return undefined;
  }
  if (labelName !== "label") found.repairs.push(`${path}.${labelName}: read as the label.`);
  noteUnknown(fields, [...optionFields, labelName], path, found);
  const description = takeText(fields, "description", path, found);
  const preview = takeText(fields, "preview", path, found);
  return {
    label,
    description,
    preview,
  };
}

function labelNameOf(fields: Fields): string | undefined {
  return labelNames.find((name) => {
    const value = fieldOf(fields, name);
    return (
      (typeof value === "string" && value.trim() !== "") || typeof value === "number" || typeof value === "boolean"
    );
  });
}

function tooMany(path: string, count: number) {
  return {
    path,
    message: `A question can have ${maxOptions} options; this has ${count}. Ask in two steps, or drop some.`,
  };
}
