import { type AskInput, checkAskInput, InvalidAnswerError, InvalidAskError, type Outcome } from "@yourcall/core";
import { type AskForm, type AskFormOptions, type FormResult, readAskForm, toAskForm } from "@yourcall/core/elicitation";

export type { AskForm, AskFormOptions, AskInput, FormResult, Outcome };

/**
 * An ask as the parameters of a form elicitation, for authors of MCP servers: give them to `inputRequired.elicit` or to
 * `elicitInput`. Throws `InvalidAskError` if the questions are not valid.
 *
 * @example
 * import type { AskInput } from "@yourcall/mcp/elicit";
 * function toRequest(input: AskInput) {
 *   return { method: "elicitation/create", params: toElicitation(input) };
 * }
 */
export function toElicitation(input: AskInput, options?: AskFormOptions): AskForm & { mode: "form" } {
  return { mode: "form", ...toAskForm(parse(input), options) };
}

/**
 * The reply to that form as an outcome. Throws `InvalidAnswerError`, with an issue for each question, if a form was accepted
 * that does not answer all of them.
 *
 * @example
 * import type { AskInput, FormResult } from "@yourcall/mcp/elicit";
 * function toOutcome(input: AskInput, result: FormResult) {
 *   return fromElicitation(input, result, { surface: "my-client" });
 * }
 */
export function fromElicitation(input: AskInput, result: FormResult, by: { surface: string; now?: Date }): Outcome {
  const ask = parse(input);
  const { surface, now = new Date() } = by;
  const ended = { by: { surface, act: "submit" as const }, at: now.toISOString() };
  if (result.action === "decline") return { status: "declined", ...ended };
  if (result.action !== "accept") return { status: "cancelled", at: ended.at };
  const read = readAskForm(ask, result.content);
  if ("issues" in read) throw new InvalidAnswerError(read.issues);
  return { status: "answered", answers: read.answers, ...ended };
}

function parse(input: AskInput) {
  const checked = checkAskInput(input);
  if ("issues" in checked) throw new InvalidAskError(checked.issues);
  return checked.ask;
}
