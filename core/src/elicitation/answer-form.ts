import { messageOf } from "../errors.ts";
import { maxQuestions } from "../limits.ts";
import type { Outcome, QuestionAnswer } from "../outcome-schemas.ts";
import type { Question } from "../schemas.ts";
import { type FormField, toForm } from "./to-form.ts";

/** A form that some server asks a person to fill in, as in MCP's and ACP's `elicitation/create`. */
export interface FormRequest {
  /** Who asks, in words for the person: `The MCP server "github"`. */
  from: string;
  message: string;
  requestedSchema: unknown;
}

/** What became of a form: filled in, refused, or closed without a decision. */
export interface FormResult {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, unknown>;
}

/** One ask of a form. `key` is the same for the same part of the same form. */
export interface FormPart {
  questions: Question[];
  context: string;
  key: string;
}

const attempts = 3;

/**
 * Asks the person for a form: at most four fields per ask, one ask after the other. The server gets all of it or nothing:
 * `accept` with content that fits its schema, `decline` if the person declined, `cancel` if nobody answered. An invalid answer
 * is asked for again, with the reason; a form that cannot be shown is declined, and `fault` says why.
 *
 * @example
 * const { action, content } = await answerForm(
 *   { from: "weather", message: "Which city?", requestedSchema: { type: "object", properties: { city: { type: "string" } } } },
 *   ({ questions, context }) => asker.ask({ questions, context }),
 * );
 */
export async function answerForm(
  request: FormRequest,
  ask: (part: FormPart) => Promise<Outcome>,
): Promise<FormResult & { fault?: string }> {
  const fail = (fault: string) => ({ action: "decline" as const, fault });
  const form = toForm(request.requestedSchema);
  if ("fault" in form) return fail(form.fault);
  const pages = toPages(form.fields);
  function put(questions: Question[], part: string, remark: string): Promise<Outcome> {
    const context = [`${request.from} asks: ${request.message}`, part, remark]
      .filter((line) => line !== "")
      .join("\n\n");
    return ask({ questions, context, key: `${part}:${remark}` });
  }

  try {
    if (pages.length === 0) return toAction(await put([toConfirmation(request)], "", ""));
    const content: [string, unknown][] = [];
    for (const [index, fields] of pages.entries()) {
      const part = pages.length === 1 ? "" : `Part ${index + 1} of ${pages.length}.`;
      const questions = fields.map(({ question }) => withMessage(question, form.fields, request));
      let problems: string[] = [];
      for (let attempt = 1; ; attempt++) {
        const outcome = await put(questions, part, toRemark(problems, attempt));
        if (outcome.status !== "answered") return { action: outcome.status === "declined" ? "decline" : "cancel" };
        const read = readPage(fields, questions, outcome.answers);
        if ("content" in read) {
          content.push(...read.content);
          break;
        }
        problems = read.problems;
        if (attempt === attempts) return fail(`the answers did not fit: ${problems.join("; ")}`);
      }
    }
    return { action: "accept", content: Object.fromEntries(content) };
  } catch (error) {
    return fail(messageOf(error));
  }
}

function toPages(fields: readonly FormField[]): FormField[][] {
  const count = Math.ceil(fields.length / maxQuestions);
  return Array.from({ length: count }, (_, page) => fields.slice(page * maxQuestions, (page + 1) * maxQuestions));
}

// In a form with one field the server's message usually is the question.
function withMessage(question: Question, fields: readonly FormField[], { message }: FormRequest): Question {
  if (fields.length > 1 || message.trim() === "") return question;
  return { ...question, question: `${message}\n\n${question.question}` };
}

function toConfirmation({ message, from }: FormRequest): Question {
  return {
    question: message.trim() || `${from} asks you to confirm.`,
    header: "Confirm",
    kind: "choice",
    options: [{ label: "Accept" }, { label: "Decline" }],
    multiSelect: false,
  };
}

function toAction(outcome: Outcome): FormResult {
  if (outcome.status === "declined") return { action: "decline" };
  if (outcome.status !== "answered") return { action: "cancel" };
  const accepts = outcome.answers[0]?.selectedOptions[0] === "Accept";
  return accepts ? { action: "accept", content: {} } : { action: "decline" };
}

function toRemark(problems: readonly string[], attempt: number): string {
  return problems.length === 0 ? "" : `Asked again (${attempt} of ${attempts}): ${problems.join("; ")}.`;
}

function readPage(
  fields: readonly FormField[],
  questions: readonly Question[],
  answers: readonly QuestionAnswer[],
): { content: [string, unknown][] } | { problems: string[] } {
  const entries: [string, unknown][] = [];
  const problems: string[] = [];
  for (const [index, field] of fields.entries()) {
    const answer = answers.find(({ question }) => question === questions[index]?.question);
    const name = field.question.header;
    if (answer === undefined || answer.skipped === true) {
      if (field.fallback !== undefined) entries.push([field.name, field.fallback]);
      else if (field.required) problems.push(`${name}: needs an answer`);
      continue;
    }
    const read = field.read(answer);
    if ("problem" in read) problems.push(`${name}: ${read.problem}`);
    else entries.push([field.name, read.value]);
  }
  return problems.length > 0 ? { problems } : { content: entries };
}
