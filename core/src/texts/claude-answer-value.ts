import { checkAnswers } from "../answer.ts";
import type { Ask, Question, QuestionAnswer } from "../schemas.ts";

/** Claude Code's extra data for an answer. */
export interface ClaudeAnnotation {
  preview?: string;
  notes?: string;
  unanswered?: "skipped";
}

type Reply = Pick<QuestionAnswer, "selectedOptions" | "customInput" | "notes">;

// To Claude Code these texts mean that nothing was chosen; with a space after them they are ordinary text.
const notesOnly = "(notes only)";

/** The value of an answered question: labels, then own words, joined with `, `; in a multi-select each is one item of a list. */
export function toPlainValue(question: Question, { selectedOptions, customInput }: Reply): string {
  const items = [...selectedOptions, ...(customInput === undefined ? [] : [customInput])];
  const value = items.map((item) => (question.multiSelect ? toItem(item) : item)).join(", ");
  return value === notesOnly ? `${value} ` : value;
}

/** Reads one question's value and annotation. Undefined when they hold no answer that the question takes. */
export function readClaudeAnswer(
  ask: Ask,
  question: Question,
  value: string | undefined,
  annotation: { notes?: string; unanswered?: string } | undefined,
): QuestionAnswer | undefined {
  if (typeof value !== "string") return undefined;
  const notes = annotation?.notes ?? "";
  const unanswered = annotation?.unanswered;
  if (unanswered !== undefined && unanswered !== "skipped") return undefined;
  const entry = unanswered === "skipped" ? { skipped: true, notes } : { ...readPlain(question, value), notes };
  const alone: Ask = { ...ask, questions: [question] };
  const checked = checkAnswers(alone, [{ question: question.question, ...entry }], Number.POSITIVE_INFINITY);
  return "answers" in checked ? checked.answers[0] : undefined;
}

function readPlain(question: Question, given: string): Reply {
  const value = given === `${notesOnly} ` ? notesOnly : given;
  // Claude Code's dialog trims labels.
  const trimmed = question.options.flatMap(({ label }) => (label.trim() === "" ? [] : [{ label, text: label.trim() }]));
  const items = [...question.options.map(({ label }) => ({ label, text: label })), ...trimmed]
    .map((named) => ({ ...named, item: toItem(named.text) }))
    .sort((one, other) => other.item.length - one.item.length);
  if (!question.multiSelect) {
    const chosen = items.find(({ text }) => text === value);
    return chosen === undefined ? { selectedOptions: [], customInput: value } : { selectedOptions: [chosen.label] };
  }
  const selectedOptions: string[] = [];
  let rest = value;
  while (rest !== "") {
    const taken = items.find(({ item }) => rest === item || rest.startsWith(`${item}, `));
    if (taken === undefined || selectedOptions.includes(taken.label))
      return { selectedOptions, customInput: fromItem(rest) };
    selectedOptions.push(taken.label);
    rest = rest.slice(taken.item.length + ", ".length);
  }
  return { selectedOptions };
}

// Exactly as Claude Code writes its own lists, which it compares letter by letter.
function toItem(text: string): string {
  return text.includes(", ") || text.includes('"') ? JSON.stringify(text) : text;
}

function fromItem(item: string): string {
  if (!item.startsWith('"')) return item;
  try {
    return String(JSON.parse(item));
  } catch {
    return item;
  }
}
