import { checkAnswers } from "../answer.ts";
import { withHostOptions } from "../approval-options.ts";
import { describePicture } from "../attachments.ts";
import { cleanLine, cleanText } from "../clean-text.ts";
import type { QuestionAnswer } from "../outcome-schemas.ts";
import type { Ask, Question } from "../schemas.ts";
import { noPreference } from "./label-list.ts";

/** Claude Code's extra data for an answer. */
interface ClaudeAnnotation {
  preview?: string;
  notes?: string;
  unanswered?: "skipped";
}

/** The fields that answer Claude's AskUserQuestion, to be sent along with its own `questions`. */
export interface ClaudeAnswers {
  answers: Record<string, string>;
  annotations?: Record<string, ClaudeAnnotation>;
  /** Text instead of an answer. The model sees only this, and Claude Code accepts it only from `canUseTool`. */
  response?: string;
}

/**
 * The answers in the forms of Claude Code's own dialog: labels joined with `, ` and own words last, in a multi-select those
 * that hold `, ` or a quote as JSON strings. The chosen option's preview and notes are annotations, a skipped question is
 * `(no preference)`. A comment becomes a note on the first answered question, and the `response` if all were skipped.
 *
 * @example
 * if (outcome.status === "answered") console.log(toClaudeAnswers(ask, outcome.answers, outcome.comment));
 */
export function toClaudeAnswers(ask: Ask, answers: readonly QuestionAnswer[], comment?: string): ClaudeAnswers {
  const remark = cleanText(comment ?? "").trim();
  const commented = answers.find((answer) => answer.skipped !== true) ?? answers[0];
  const values: [string, string][] = [];
  const annotations: [string, ClaudeAnnotation][] = [];
  for (const question of withHostOptions(ask).questions) {
    const answer = answers.find((candidate) => candidate.question === question.question);
    if (answer === undefined) continue;
    const pictures = (answer.attachments ?? []).map((picture) => `Picture: ${describePicture(picture)}`);
    const notes = [
      answer.notes ?? "",
      ...pictures,
      remark !== "" && answer === commented ? `On the whole: ${remark}` : "",
    ];
    const annotation = toAnnotation(question, answer, notes.filter((note) => note !== "").join("\n"));
    values.push([question.question, answer.skipped === true ? noPreference : toPlainValue(question, answer)]);
    if (Object.keys(annotation).length > 0) annotations.push([question.question, annotation]);
  }
  const allSkipped = answers.length > 0 && answers.every((answer) => answer.skipped === true);
  return {
    answers: Object.fromEntries(values),
    ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
    ...(allSkipped && remark !== "" ? { response: toResponse(remark, answers) } : {}),
  };
}

const noPreferenceAtAll = "(No preference on the questions themselves. The choice is yours.)";

// The model sees only the response, so notes go into it.
function toResponse(remark: string, answers: readonly QuestionAnswer[]): string {
  const notes = answers.flatMap(({ question, notes = "" }) =>
    notes === "" ? [] : [`On "${cleanLine(question)}": ${cleanText(notes)}`],
  );
  return [remark, ...notes, noPreferenceAtAll].join("\n\n");
}

/**
 * Reads Claude's form back. Undefined when a question has no answer. A comment stays where it was put, in the notes.
 *
 * @example
 * const read = fromClaudeAnswers(ask, { answers: { "Which database?": "SQLite" } });
 */
export function fromClaudeAnswers(
  ask: Ask,
  given: Pick<ClaudeAnswers, "answers" | "annotations">,
): QuestionAnswer[] | undefined {
  const answers: QuestionAnswer[] = [];
  for (const question of withHostOptions(ask).questions) {
    const answer = readClaudeAnswer(
      ask,
      question,
      own(given.answers, question.question),
      own(given.annotations ?? {}, question.question),
    );
    if (answer === undefined) return undefined;
    answers.push(answer);
  }
  return answers;
}

function toAnnotation(question: Question, answer: QuestionAnswer, notes: string): ClaudeAnnotation {
  const chosen = question.options.find(({ label }) => label === answer.selectedOptions[0]);
  const preview = question.multiSelect ? undefined : chosen?.preview;
  return {
    ...(preview === undefined || preview === "" ? {} : { preview }),
    ...(notes === "" ? {} : { notes }),
    ...(answer.skipped === true ? { unanswered: "skipped" } : {}),
  };
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

type Reply = Pick<QuestionAnswer, "selectedOptions" | "customInput" | "notes">;

// To Claude Code this text means that nothing was chosen and only notes were written; with a space after it, it is ordinary text.
const notesOnly = "(notes only)";

/** The value of an answered question: labels, then own words, joined with `, `; in a multi-select each is one item of a list. */
function toPlainValue(question: Question, { selectedOptions, customInput }: Reply): string {
  const items = [...selectedOptions, ...(customInput === undefined ? [] : [customInput])];
  const value = items.map((item) => (question.multiSelect ? toItem(item) : item)).join(", ");
  return value === notesOnly ? `${value} ` : value;
}

/** Reads one question's value and annotation. Undefined when they hold no answer that the question takes. */
function readClaudeAnswer(
  ask: Ask,
  question: Question,
  value: string | undefined,
  annotation: { notes?: string; unanswered?: string } | undefined,
): QuestionAnswer | undefined {
  if (typeof value !== "string") return undefined;
  const notes = annotation?.notes ?? "";
  const unanswered = annotation?.unanswered;
  if (unanswered !== undefined && unanswered !== "skipped") return undefined;
  const entry = unanswered === "skipped" ? { skipped: true, notes } : readEntry(question, value, notes);
  const alone: Ask = { ...ask, questions: [question] };
  const checked = checkAnswers(alone, [{ question: question.question, ...entry }], Number.POSITIVE_INFINITY);
  return "answers" in checked ? checked.answers[0] : undefined;
}

// Notes without a choice are the person's own words, and all that they answered.
function readEntry(question: Question, value: string, notes: string): Reply {
  return value === notesOnly ? { selectedOptions: [], customInput: notes } : { ...readPlain(question, value), notes };
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
