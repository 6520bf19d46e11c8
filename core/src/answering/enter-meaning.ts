import { denies, isAddedDeny } from "../approval-options.ts";
import { toOptionNames } from "../option-name.ts";
import { type Answering, current } from "./answering.ts";
import { confirmRow } from "./field-events.ts";
import { countPicked, openQuestions } from "./question-answer.ts";
import { commentRow, isConfirm, isOwnList, noneRow, otherRow, sendRow } from "./rows.ts";

/** What Enter does now, as the hint shows it after "enter", on every surface. */
export function enterMeaning(state: Answering): string {
  if (state.help) return "close";
  if (state.asking === "skip") return "skip";
  if (state.asking === "also-wrote") return "send the choice only";
  if (state.page === "lines") return state.field === null ? "comment" : "keep it";
  if (state.field === "note" || state.field === "comment" || state.field === "edited") return "keep it";
  if (state.field === "picture") return state.picture.text.trim() === "" ? "leave or remove one" : "add it";
  if (state.field === "reason") return "decline";
  if (state.field === "asked") return "ask the agent";
  if (state.page === "decline") return "choose";
  if (state.page === "review") return reviewMeaning(state);
  const { question, entry } = current(state);
  if (isConfirm(state.ask)) return question.options[confirmRow(state) ?? -1]?.label.toLowerCase() ?? "needs y or n";
  // The program's own list goes to nobody.
  const send = isOwnList(state.ask) ? "continue with" : "send";
  const onOther = entry.focus === otherRow(state.ask, question);
  const typed = entry.other.text.trim() !== "";
  if (question.options.length === 0) {
    if (!alone(state)) return onward(state);
    return entry.skipped && !typed ? "skip" : "send";
  }
  if (question.multiSelect) {
    if (state.field === "other") return "keep it";
    if (!alone(state)) return onward(state);
    if (entry.picked.includes(noneRow(state.ask, question))) return `${send} none of these`;
    if (entry.skipped) return "skip";
    const count = countPicked(state.ask, question, entry);
    return count === 0 ? "needs a tick" : `${send} ${count} chosen`;
  }
  if (onOther && state.field === null && !typed) return "write";
  if (!state.seen && alone(state) && !denies(state.ask, question.options[entry.focus]?.label)) return notYet;
  if (!alone(state)) return state.ask.kind === "approval" ? onward(state) : `choose, ${onward(state)}`;
  // If Other has text, a choice is not sent before the person has decided about the text.
  if (isAddedDeny(state.ask, question.options[entry.focus]?.label)) return "decline";
  if ((typed && !onOther) || isOwnList(state.ask)) return "choose";
  // What will run, or will not, is named.
  const name = state.ask.kind === "approval" ? toOptionNames(question, state.ask)[entry.focus]?.name : undefined;
  return name === undefined || name.length > longestName ? "choose and send" : `send ${name}`;
}

// Options of a host may be whole sentences.
const longestName = 24;

/** For an approval that has not been shown to its end yet. */
const notYet = "nothing yet: read to the end first";

function alone(state: Answering): boolean {
  return state.ask.questions.length === 1 && !state.fromReview;
}

function onward(state: Answering): string {
  return state.fromReview || state.at === state.ask.questions.length - 1 ? "next: review" : "next";
}

function reviewMeaning(state: Answering): string {
  if (state.reviewRow === commentRow(state.ask)) return "write";
  if (state.reviewRow !== sendRow(state.ask)) return "edit";
  if (openQuestions(state).length > 0) return "go to the open one";
  const chosen = state.entries[0]?.picked[0] ?? -1;
  const label = state.ask.questions[0]?.options[chosen]?.label;
  if (!state.seen && !denies(state.ask, label)) return notYet;
  if (isOwnList(state.ask)) return "continue";
  return isAddedDeny(state.ask, label) ? "decline" : "send";
}
