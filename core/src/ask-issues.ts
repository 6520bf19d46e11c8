import type { Issue } from "./outcome-schemas.ts";

/** The parts of a zod issue that its sentence needs; zod's own messages are not bundled. */
interface RawIssue {
  code?: string | undefined;
  path: readonly PropertyKey[];
  message: string;
  expected?: unknown;
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  inclusive?: unknown;
  keys?: unknown;
  values?: unknown;
}

/** `["questions", 0, "options", 2, "label"]` → `questions[0].options[2].label` */
function formatPath(path: readonly PropertyKey[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += text === "" ? String(step) : `.${String(step)}`;
  }
  return text;
}

/** Turns zod's issues into paths and sentences that a model can act on. */
export function toIssues(raw: readonly unknown[], input: unknown): Issue[] {
  const issues = (raw as readonly RawIssue[]).map((issue) => ({ ...issue, at: formatPath(issue.path) }));
  const mistyped = new Set(issues.flatMap(({ code, at }) => (code === "invalid_type" ? [at] : [])));
  return (
    issues
      // What else is wrong with a value of the wrong type does not matter.
      .filter(({ code, at }) => code === "invalid_type" || !mistyped.has(at))
      .map((issue) => ({ path: issue.at, message: describe(issue, input) }))
  );
}

function describe(issue: RawIssue, input: unknown): string {
  // `header`, `options[0]`: the part of the path that `formatIssues` replaces by the whole.
  const named = issue.path.findLastIndex((step) => typeof step === "string");
  const name = named === -1 ? "The input" : formatPath(issue.path.slice(named));
  switch (issue.code) {
    case "invalid_type":
      if (issue.expected === "int" && typeof valueAt(input, issue.path) === "number")
        return `${name} must be a whole number.`;
      return valueAt(input, issue.path) === undefined
        ? `${name} is missing. Give ${article(issue.expected === "nonoptional" ? "value" : String(issue.expected))}.`
        : `${name} must be ${article(String(issue.expected))}, got ${article(typeOf(valueAt(input, issue.path)))}.`;
    case "too_small":
      if (isNumber(issue.origin))
        return `${name} must be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}.`;
      return issue.origin === "string"
        ? `${name} is empty. Write some text.`
        : `Give at least ${issue.minimum === 1 ? `one ${name.replace(/s$/, "")}` : `${issue.minimum} ${name}`}.`;
    case "too_big":
      if (isNumber(issue.origin))
        return `${name} must be ${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}.`;
      return issue.origin === "string"
        ? `${name} is ${sizeOf(valueAt(input, issue.path))} characters long; the limit is ${issue.maximum}. Shorten it.`
        : `Give at most ${issue.maximum} ${name}; this has ${sizeOf(valueAt(input, issue.path))}.`;
    case "unrecognized_keys":
      return `Unknown ${(issue.keys as string[]).length > 1 ? "fields" : "field"} ${(issue.keys as string[]).map((key) => `"${key}"`).join(", ")}. Remove ${(issue.keys as string[]).length > 1 ? "them" : "it"}.`;
    case "invalid_value":
      return `${name} must be one of ${(issue.values as unknown[]).map((value) => `"${value}"`).join(", ")}.`;
    default:
      return issue.message;
  }
}

function isNumber(origin: unknown): boolean {
  return origin === "number" || origin === "int";
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function sizeOf(value: unknown): string {
  return Array.isArray(value) || typeof value === "string" ? String(value.length) : "more";
}

function article(type: string): string {
  if (type === "null") return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** Answers are keyed by the question's text, so two questions cannot share one. */
export function hasUniqueQuestions(questions: readonly { question: string }[]): Issue[] {
  const issues: Issue[] = [];
  for (const [index, { question }] of questions.entries()) {
    const first = questions.findIndex((other) => other.question === question);
    if (first < index)
      issues.push({
        path: `questions[${index}].question`,
        message: `Same text as questions[${first}].question. Give every question its own text.`,
      });
  }
  return issues;
}

/** Answers name options by label, so two options of a question cannot share one. */
export function hasUniqueLabels(questions: readonly WithOptions[]): Issue[] {
  return findInOptions(questions, "label", ({ label }, at, { options }) => {
    const first = options.findIndex((other) => other.label === label);
    return first < at && `Same label as options[${first}]. Give every option its own label.`;
  });
}

interface WithOptions {
  options: readonly { label: string }[];
}

/** The messages that `find` returns for single options, each with the path of the field. */
export function findInOptions<Question extends WithOptions>(
  questions: readonly Question[],
  field: string,
  find: (option: Question["options"][number], at: number, question: Question) => string | false,
): Issue[] {
  return questions.flatMap((question, index) =>
    question.options.flatMap((option, at) => {
      const message = find(option, at, question);
      return message === false ? [] : [{ path: `questions[${index}].options[${at}].${field}`, message }];
    }),
  );
}
