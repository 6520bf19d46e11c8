import { withHostOptions } from "./approval-options.ts";
import { cleanLine } from "./clean-text.ts";
import type { QuestionAnswer } from "./outcome-schemas.ts";
import type { Approval, ApprovalAnswer, Ask, Question } from "./schemas.ts";

/** An option as screens name it. */
export interface OptionName {
  /** Clean, on one line, without the recommended mark; unlike the name of every other option of the question. */
  name: string;
  recommended: boolean;
}

const approvalNames: Record<ApprovalAnswer, string> = {
  "allow-once": "Allow once",
  "allow-always": "Always allow",
  deny: "Deny",
};

const marks = ["(recommended)", "[recommended]"];

/** Removes the suffix `(Recommended)` from a label. (Without a case-insensitive expression, whose first use costs milliseconds.) */
export function splitRecommended(label: string): { label: string; recommended: boolean } {
  const trimmed = label.trimEnd();
  const mark = marks.find((known) => trimmed.slice(-known.length).toLowerCase() === known);
  const rest = mark === undefined ? "" : trimmed.slice(0, -mark.length).trimEnd();
  return rest === "" ? { label, recommended: false } : { label: rest, recommended: true };
}

/**
 * The names of a question's options on screens. Labels that look alike after cleaning get a number.
 *
 * @example
 * for (const { name, recommended } of toOptionNames(question)) console.log(name, recommended ? "(recommended)" : "");
 */
export function toOptionNames(
  question: Question,
  ask: Pick<Ask, "kind" | "approval"> = { kind: "question" },
): OptionName[] {
  const names = question.options.map((option) => {
    if (ask.kind === "approval") return { name: toApprovalName(option.label, ask.approval), recommended: false };
    const { label, recommended } = splitRecommended(cleanLine(option.label));
    return { name: label === "" ? "(no text)" : label, recommended };
  });
  return tellApart(names.map(({ name }) => name)).map((name, index) => ({
    name,
    recommended: names[index]?.recommended === true,
  }));
}

function toApprovalName(label: string, approval: Approval | undefined): string {
  if (approval?.options === undefined) return approvalNames[label as ApprovalAnswer] ?? cleanLine(label);
  const option = approval.options.find(({ id }) => id === label);
  return option === undefined ? approvalNames.deny : cleanLine(option.label) || "(no text)";
}

/** Adds numbers until no two names look alike; a number may itself make a name look like another. */
function tellApart(names: string[]): string[] {
  const looks = names.map((name) => (/^[ -~]*$/.test(name) ? name : name.normalize("NFKC")).toLowerCase());
  if (new Set(looks).size === names.length) return names;
  return tellApart(
    names.map((name, index) => {
      const look = looks[index] ?? "";
      return looks.indexOf(look) === looks.lastIndexOf(look) ? name : `${name} [${index + 1}]`;
    }),
  );
}

/**
 * The short name of a question on screens: its header, or `Question n` if the header is blank.
 *
 * @example
 * console.log(ask.questions.map((_, index) => toHeaderName(ask, index)).join(", "));
 */
export function toHeaderName(ask: Ask, index: number): string {
  const header = cleanLine(ask.questions[index]?.header ?? "");
  return header === "" ? `Question ${index + 1}` : header;
}

/**
 * An answer for screens: option names, then the person's own text in quotes so that it cannot pass for an option.
 *
 * @example
 * for (const [index, given] of answers.entries()) console.log(toAnswerText(ask, index, given));
 */
export function toAnswerText(ask: Ask, index: number, answer: QuestionAnswer): string {
  if (answer.skipped === true) return "no preference";
  const question = withHostOptions(ask).questions[index];
  if (question === undefined) return "";
  const names = toOptionNames(question, ask);
  const picked = answer.selectedOptions.map(
    (label) => names[question.options.findIndex((option) => option.label === label)]?.name ?? cleanLine(label),
  );
  const own = answer.customInput === undefined ? [] : [`"${cleanLine(answer.customInput)}"`];
  return [...picked, ...own].join(", ");
}

/** A tool's input for a person to read: a lone text unchanged, anything else field by field. */
export function toApprovalText(input: unknown): string {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null || Array.isArray(input)) return toJson(input);
  return Object.entries(input)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : toJson(value)}`)
    .join("\n");
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "";
}

/** Whether a label is an agent's own "Other": surfaces then add none, and choosing it opens the field. */
export function isOther(label: string): boolean {
  const text = label.trim();
  // A case-insensitive expression costs milliseconds at its first use, and few labels get here.
  if (text.slice(0, 5).toLowerCase() !== "other") return false;
  return text.length <= 60 && /^other\W*$|^other\W+(?:please )?(?:specify|describe|explain)\W*$/i.test(text);
}

/** Whether a label says that no option fits, so that surfaces add no row for it. */
export function isNone(label: string): boolean {
  const text = label.trim().toLowerCase();
  return text.length <= 60 && /^(?:none|neither|nothing)(?: of (?:these|those|them|the above))?\W*$/.test(text);
}
