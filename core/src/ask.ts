import * as z from "zod/mini";
import { approvalMeanings } from "./approval-options.ts";
import { hasUniqueLabels, hasUniqueQuestions, toIssues } from "./ask-issues.ts";
import { InvalidAskError } from "./errors.ts";
import { maxMetadataLength, maxSuggestionsLength, maxToolInputLength } from "./limits.ts";
import type { Issue } from "./outcome-schemas.ts";
import { unreachable } from "./question-kind.ts";
import { type Approval, type Ask, type AskRequest, approvalAnswers, askSchema, type Question } from "./schemas.ts";

/**
 * Checks a canonical ask. Returns it, or the faults that keep it from being stored.
 *
 * @example
 * const checked = checkAsk({
 *   questions: [{ question: "Which branch?", header: "Branch", kind: "text", options: [], multiSelect: false }],
 * });
 * if ("issues" in checked) console.error(formatIssues(checked.issues));
 */
export function checkAsk(value: unknown): { ask: Ask } | { issues: Issue[] } {
  const result = z.safeParse(askSchema(), value);
  if (!result.success) return { issues: toIssues(result.error.issues, value) };
  // The schema has the fields of all kinds in one object, as the wire does; `fitsItsKind` checks what the type says about each.
  const ask = result.data as Ask;
  const issues = findFaults(ask);
  return issues.length === 0 ? { ask } : { issues };
}

/**
 * Like `checkAsk`, for callers that cannot use an invalid ask. Throws `InvalidAskError`.
 *
 * @example
 * const ask = parseAsk(JSON.parse('{"questions":[]}')); // throws InvalidAskError
 */
export function parseAsk(value: unknown): Ask {
  const checked = checkAsk(value);
  if ("issues" in checked) throw new InvalidAskError(checked.issues);
  return checked.ask;
}

/** The ask in a request that fits its schema. Throws `InvalidAskError` for what the schema cannot express. */
export function toCheckedAsk(request: AskRequest): Ask {
  const { kind = "question", questions, approval, context, metadata, asksAgain, replyTo } = request;
  const ask = { kind, questions, approval, context, metadata, asksAgain, replyTo };
  const issues = findFaults(ask);
  if (issues.length > 0) throw new InvalidAskError(issues);
  return ask;
}

function findFaults(ask: Ask): Issue[] {
  return [
    ...hasUniqueQuestions(ask.questions),
    ...hasUniqueLabels(ask.questions),
    ...fitsItsKind(ask),
    ...fitsItsSize(ask),
  ];
}

/**
 * The ask for an agent's permission request. Its one question has the three fixed answers as options, or none if the host has
 * its own. `always` describes what "allow always" would allow.
 *
 * @example
 * const ask = toApprovalAsk({ tool: "Bash", input: { command: "npm publish" } }, { context: "The tests pass." });
 * const outcome = await asker.ask(ask);
 * if (toVerdict(ask, outcome).isAllowed) console.log("publishing");
 */
export function toApprovalAsk(
  approval: Approval,
  words: { question?: string; header?: string; context?: string; always?: string } = {},
): Ask {
  const means = { ...approvalMeanings, "allow-always": words.always ?? approvalMeanings["allow-always"] };
  return {
    kind: "approval",
    questions: [
      {
        question: words.question ?? `May the agent use ${approval.tool}?`,
        header: words.header ?? "Approval",
        kind: "choice",
        options:
          approval.options === undefined ? approvalAnswers.map((label) => ({ label, description: means[label] })) : [],
        multiSelect: false,
      },
    ],
    approval,
    context: words.context,
  };
}

/** Fields that may contain anything are measured as JSON. */
function fitsItsSize({ approval, metadata }: Ask): Issue[] {
  const parts: [path: string, value: unknown, limit: number][] = [
    ["approval.input", approval?.input, maxToolInputLength],
    ["approval.suggestions", approval?.suggestions, maxSuggestionsLength],
    ["metadata", metadata, maxMetadataLength],
  ];
  return parts.flatMap(([path, value, limit]) => {
    const length = value === undefined ? 0 : JSON.stringify(value).length;
    if (length <= limit) return [];
    return [{ path, message: `${path} is ${length} characters long as JSON; the limit is ${limit}. Shorten it.` }];
  });
}

function fitsItsKind(ask: Ask): Issue[] {
  const issues = ask.questions.flatMap((question, index) =>
    kindFaults(question, ask.questions.length === 1).map(({ path, message }) => ({
      path: `questions[${index}]${path}`,
      message,
    })),
  );
  if (ask.kind === "approval") {
    if (ask.approval === undefined) issues.push({ path: "approval", message: "An approval needs its tool and input." });
    issues.push(...(ask.approval?.options === undefined ? hasFixedAnswers(ask) : fitsHostOptions(ask)));
  } else if (ask.approval !== undefined) {
    issues.push({ path: "approval", message: 'Only an ask of kind "approval" can have an approval.' });
  }
  return issues;
}

/** What a question has and its kind does not. Paths start at the question. */
function kindFaults(question: Question, alone: boolean): Issue[] {
  switch (question.kind) {
    case "choice":
      return [];
    case "text":
      return [...hasNoOptions(question), ...takesOne(question)];
    case "number": {
      const { min, max } = question;
      const bounds = { path: ".min", message: "min is larger than max." };
      const excludesAll = min !== undefined && max !== undefined && min > max;
      return [...hasNoOptions(question), ...takesOne(question), ...(excludesAll ? [bounds] : [])];
    }
    case "confirm": {
      const labels = question.options.map(({ label }) => label).sort();
      const options = { path: "", message: "A confirm question has the options Yes and No and is alone in its ask." };
      return [...(labels.join() === "No,Yes" && alone ? [] : [options]), ...takesOne(question)];
    }
    default:
      return unreachable(question);
  }
}

function hasNoOptions({ kind, options }: Question): Issue[] {
  if (options.length === 0) return [];
  return [{ path: ".options", message: `A ${kind} question has no options. Leave them out.` }];
}

function takesOne({ kind, multiSelect }: Question): Issue[] {
  if (!multiSelect) return [];
  return [{ path: ".multiSelect", message: `A ${kind} question takes one answer. Set multiSelect to false.` }];
}

function hasFixedAnswers({ questions }: Ask): Issue[] {
  const labels = questions[0]?.options.map((option) => option.label).join();
  if (questions.length === 1 && labels === approvalAnswers.join() && questions[0]?.multiSelect === false) return [];
  return [
    { path: "questions", message: `An approval has one question with the options ${approvalAnswers.join(", ")}.` },
  ];
}

function fitsHostOptions({ questions, approval }: Ask): Issue[] {
  const [question, ...others] = questions;
  const ids = approval?.options?.map(({ id }) => id) ?? [];
  const fits = question?.options.length === 0 && question.kind === "choice" && !question.multiSelect;
  return [
    ...(fits && others.length === 0
      ? []
      : [{ path: "questions", message: "An approval with its own options has one question without options." }]),
    ...ids.flatMap((id, at) =>
      ids.indexOf(id) < at
        ? [
            {
              path: `approval.options[${at}].id`,
              message: `Same id as options[${ids.indexOf(id)}]. Give every option its own id.`,
            },
          ]
        : [],
    ),
  ];
}
