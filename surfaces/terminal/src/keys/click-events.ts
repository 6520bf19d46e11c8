import { type Answering, type AnsweringEvent, current } from "@yourcall/core";
import { commentRow, isConfirm, lastRow } from "@yourcall/core/internal";

/**
 * What a click on a block of the page means. It chooses an option; only a click on the chosen one goes on as Enter does, so that a single
 * stray click sends nothing. Yes or no is only moved to. The rows of the review and of the decline page are buttons.
 */
export function toClickEvents(state: Answering, block: number): AnsweringEvent[] {
  if (state.help) return [{ type: "help" }];
  // `Skip it?` is answered with keys.
  if (state.asking !== null) return [];
  if (state.page === "question") return onQuestion(state, block);
  if (state.page === "lines") return [];
  const row = state.page === "review" ? state.reviewRow : state.declineRow;
  const isWritten =
    (state.page === "review" && block === commentRow(state.ask)) || (state.page === "decline" && block === 2);
  // A click into the field that is open.
  if (state.field !== null && isWritten) return [];
  return [...leaveField(state), ...moves(block - row), { type: "enter" }];
}

function onQuestion(state: Answering, block: number): AnsweringEvent[] {
  const { question, entry } = current(state);
  if (isConfirm(state.ask)) {
    if (block >= question.options.length) return [];
    // Nothing shows that a row was clicked before, so only Enter answers.
    return [{ type: "leave-line", by: block === 0 ? -1 : 1 }];
  }
  if (block > lastRow(state.ask, question)) return state.field === "note" ? [] : [{ type: "open", field: "note" }];
  // A click into the field that is open.
  if (state.field === "other" && entry.focus === block) return [];
  const isChosen = entry.picked.includes(block) && entry.focus === block && !question.multiSelect;
  if (isChosen) return [...leaveField(state), { type: "enter" }];
  return [...leaveField(state), { type: "pick", row: block, question: state.at }];
}

function leaveField(state: Answering): AnsweringEvent[] {
  return state.field === null ? [] : [{ type: "leave-field" }];
}

function moves(by: number): AnsweringEvent[] {
  return Array.from({ length: Math.abs(by) }, () => ({ type: "move", by: by < 0 ? -1 : 1 }) as const);
}
