import type { Decision } from "@yourcall/client";
import {
  type Ask,
  checkAnswers,
  type Issue,
  type PersonBy,
  parseSheet,
  type SheetError,
  withHostOptions,
} from "@yourcall/core";
import { matchLabel } from "../../inbox/choose-answers.ts";
import { currentUser, findAgentVariable } from "../../who-acts.ts";
import type { ResponseLine } from "./line-schemas.ts";

type GivenAnswer = NonNullable<ResponseLine["answers"]>[number];

/** What a host's response decides, or what is wrong with it. */
type TakenResponse =
  | { end: Decision; by: PersonBy }
  | { fault: { code: "invalid-answer"; message: string; issues?: Issue[]; errors?: SheetError[] } };

/**
 * Checks a response against its ask. A response claims that a person acted; in an agent's environment that is not
 * believed, and the answer is recorded as a script's.
 */
export function takeResponse(line: ResponseLine, ask: Ask, askId: string): TakenResponse {
  const usual = line.sheet === undefined ? "submit" : "sheet";
  const by: PersonBy = {
    surface: line.surface ?? "json",
    act: findAgentVariable() === null ? (line.act ?? usual) : "script",
    ...(line.user === undefined || line.user === "" ? currentUser() : { user: line.user }),
  };
  const comment = line.comment?.trim() ? { comment: line.comment.trim() } : {};
  if (line.sheet !== undefined) {
    const { answers, declined, errors, ...rest } = parseSheet(line.sheet, ask, { id: askId });
    if (errors.length > 0) return toFault("The sheet is not an answer yet.", { errors });
    if (declined !== undefined) return { end: { type: "declined", ...declined }, by };
    return { end: { type: "submitted", answers, ...comment, ...rest }, by };
  }
  if (line.declined !== undefined) {
    const reason = line.declined === true ? undefined : line.declined.reason?.trim();
    return { end: { type: "declined", ...(reason === undefined || reason === "" ? {} : { reason }) }, by };
  }
  const checked = checkAnswers(
    ask,
    line.answers?.map((answer) => withExactLabels(ask, answer)),
  );
  if ("issues" in checked) return toFault("The answers do not fit the ask.", { issues: checked.issues });
  return { end: { type: "submitted", answers: checked.answers, ...comment }, by };
}

/** A person sees labels as screens show them, without the recommended mark. One that fits no option, or several, is refused. */
function withExactLabels(ask: Ask, answer: GivenAnswer): GivenAnswer {
  const shown = withHostOptions(ask);
  const question = shown.questions.find((candidate) => candidate.question === answer.question);
  if (question === undefined) return answer;
  return {
    ...answer,
    selectedOptions: answer.selectedOptions?.map((given) => {
      const [label = given, ...others] = matchLabel(question, ask, given);
      return others.length === 0 ? label : given;
    }),
  };
}

function toFault(what: string, faults: { issues?: Issue[]; errors?: SheetError[] }): TakenResponse {
  const named = [
    ...(faults.issues ?? []).map(({ path, message }) => `${path}: ${message}`),
    ...(faults.errors ?? []).map(({ line, message }) => `line ${line}: ${message}`),
  ];
  const message = `${what} It stays open. ${named.join(" ")}`;
  return { fault: { code: "invalid-answer", message, ...faults } };
}
