import { checkAnswers } from "../answer.ts";
import type { Ask, Question, QuestionAnswer } from "../schemas.ts";

/** Claude Code's extra data for an answer. */
export interface ClaudeAnnotation {
  preview?: string;
  notes?: string;
  unanswered?: "skipped";
}

const exactMark = "The answer exactly: ";

type Reply = Pick<QuestionAnswer, "selectedOptions" | "customInput" | "notes">;

// To Claude Code these texts mean that nothing was chosen; with a space after them they are ordinary text.
const notesOnly = "(notes only)";

/** The value of an answered question: labels, then own words, joined with `, `. */
export function toPlainValue(question: Question, reply: Reply): string {
  const labels = reply.selectedOptions.map((label) => (question.multiSelect ? toItem(label) : label));
  const value = [...labels, ...(reply.customInput === undefined ? [] : [reply.customInput])].join(", ");
  return value === notesOnly ? `${value} ` : value;
}

/** The line that says what the value means; empty if value and notes are clear by themselves. */
export function toExactLine(question: Question, answer: QuestionAnswer, notes: string): string {
  if (answer.skipped === true) return "";
  const read = readReply(question, toPlainValue(question, answer), notes);
  const { selectedOptions, customInput } = answer;
  const meant = { selectedOptions, customInput };
  const same =
    (read.notes ?? "") === notes &&
    JSON.stringify(meant) === JSON.stringify({ selectedOptions: read.selectedOptions, customInput: read.customInput });
  return same ? "" : exactMark + JSON.stringify(meant);
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
  const entry = unanswered === "skipped" ? { skipped: true, notes } : readReply(question, value, notes);
  const alone: Ask = { ...ask, questions: [question] };
  const checked = checkAnswers(alone, [{ question: question.question, ...entry }], Number.POSITIVE_INFINITY);
  return "answers" in checked ? checked.answers[0] : undefined;
}

function readReply(question: Question, value: string, notes: string): Reply {
  return (
    readExact(question, value, notes) ?? {
      ...readPlain(question, value === `${notesOnly} ` ? notesOnly : value),
      notes,
    }
  );
}

// The line counts only beside the value it belongs to, so that a note which imitates it changes nothing.
function readExact(question: Question, value: string, notes: string): Reply | undefined {
  const [line = "", ...others] = notes.split("\n");
  if (!line.startsWith(exactMark)) return undefined;
  try {
    const exact: unknown = JSON.parse(line.slice(exactMark.length));
    if (!isReply(exact) || toPlainValue(question, exact) !== value) return undefined;
    return { ...exact, notes: others.join("\n") };
  } catch {
    return undefined;
  }
}

function isReply(value: unknown): value is Reply {
  if (typeof value !== "object" || value === null) return false;
  const { selectedOptions, customInput } = value as Record<string, unknown>;
  return (
    Array.isArray(selectedOptions) &&
    selectedOptions.every((label) => typeof label === "string") &&
    (customInput === undefined || typeof customInput === "string")
  );
}

function readPlain(question: Question, value: string): Reply {
  const items = question.options
    .map(({ label }) => ({ label, item: toItem(label) }))
    .sort((one, other) => other.item.length - one.item.length);
  if (!question.multiSelect) {
    const chosen = items.find(({ label }) => label === value) ?? items.find(({ item }) => item === value);
    return chosen === undefined ? { selectedOptions: [], customInput: value } : { selectedOptions: [chosen.label] };
  }
  const selectedOptions: string[] = [];
  let rest = value;
  while (rest !== "") {
    const taken = items.find(({ item }) => rest === item || rest.startsWith(`${item}, `));
    if (taken === undefined) return { selectedOptions, customInput: rest };
    selectedOptions.push(taken.label);
    rest = rest.slice(taken.item.length + ", ".length);
  }
  return { selectedOptions };
}

// Exactly as Claude Code writes its own lists, which it compares letter by letter.
function toItem(label: string): string {
  return label.includes(", ") || label.includes('"') ? JSON.stringify(label) : label;
}
