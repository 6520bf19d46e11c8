import type { Answering } from "./answering.ts";
import type { AnsweringEvent } from "./answering-event.ts";
import { fromAnswer } from "./entry.ts";
import { setText } from "./field-events.ts";

/** The state with the answers of a sheet in its questions. A question the sheet does not answer stays as it is. */
export function fillIn(state: Answering, event: Extract<AnsweringEvent, { type: "fill" }>): Answering {
  const { maxLength } = state.settings;
  const entries = state.entries.map((entry, index) => {
    const question = state.ask.questions[index];
    const given = event.answers.find((candidate) => candidate.question === question?.question);
    return question === undefined || given === undefined
      ? entry
      : fromAnswer(state.ask, question, entry, given, maxLength);
  });
  const isCut = event.answers.some(({ customInput = "", notes = "" }) =>
    [customInput, notes].some((text) => text.length > maxLength),
  );
  const notice = isCut ? `A field holds ${maxLength} characters; the rest did not fit.` : state.notice;
  const filled = { ...state, entries, notice };
  return event.comment === undefined ? filled : setText(filled, "comment", event.comment, state.at);
}
