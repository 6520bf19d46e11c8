import { type Answering, current, denies, toOptionNames } from "@yourcall/core";
import { numbersTo, toChoiceOf } from "./words.ts";

/** The line that asks for input: what is accepted now, with the cursor behind it. */
export function requestLine(state: Answering): string {
  return `${request(state)}: `;
}

function request(state: Answering): string {
  const { question } = current(state);
  if (state.asking === "skip") return "y to skip, x to decline, b to go back";
  if (state.asking === "also-wrote") return `y to send ${chosenName(state)} only, n to add it as a note, b to go back`;
  if (state.field === "note") return "Your note";
  if (state.field === "comment") return "Your comment";
  if (state.field === "reason") return "Reason, or an empty line for none";
  if (state.page === "decline") return "y to decline, anything else keeps answering";
  if (state.page === "review") return reviewRequest(state.ask.questions.length);
  if (state.field === "other") return question.kind === "number" ? "A number" : "Your words";
  if (isAllowing(state)) return `${chosenName(state)}? y to allow, anything else keeps answering`;
  if (question.options.length === 0) return "o to write, s to skip, x to decline, ? for help";
  if (state.ask.kind === "approval") return "Number, n to add a note, x to decline, ? for help";
  if (question.multiSelect) return "Numbers with spaces between, o to add your own words";
  return "Number, s to skip, x to decline, ? for help";
}

function reviewRequest(count: number): string {
  const change = toChoiceOf(numbersTo(count));
  if (count === 1) return "Send the answer? y to send, 1 to change it, c to comment";
  const all = count === 2 ? "both" : `all ${count}`;
  return `Send ${all} answers? y to send, ${change} to change one, c to comment`;
}

/** The name of the picked option, or of the one that an approval would choose. */
function chosenName(state: Answering): string {
  const { question, entry } = current(state);
  return toOptionNames(question, state.ask)[entry.picked[0] ?? entry.focus]?.name ?? "the choice";
}

/** Whether an approval has its number and still needs `y`. Otherwise the machine's focus is on Deny. */
export function isAllowing(state: Answering): boolean {
  if (state.ask.kind !== "approval" || state.page !== "question" || state.field !== null) return false;
  const { question, entry } = current(state);
  return !denies(state.ask, question.options[entry.focus]?.label);
}
