import { type Answering, current } from "./answering.ts";
import type { AnsweringEvent, KeyEvent } from "./answering-event.ts";
import { done, refuse } from "./ending.ts";
import { choose } from "./entry.ts";
import { confirmRow, editField, fillIn, insertIntoField, takesLine } from "./field-events.ts";
import { byLines } from "./lines.ts";
import { step } from "./machine.ts";
import { belongsToReview, focusEnd, focusRow, go, move, previous, toReview, withEntry } from "./pages.ts";
import { byPictures } from "./pictures.ts";
import { emptyField } from "./text-field.ts";

// Apart from the machine's other transitions, so that a card in a browser does not carry what only keys cause.

/**
 * One step. Returns the same state if the event means nothing in it.
 *
 * @example
 * let state = startAnswering(ask);
 * state = answer(state, { type: "pick", row: 0, question: 0 });
 * if (state.end?.type === "submitted") console.log(state.end.answers);
 */
export function answer(state: Answering, event: AnsweringEvent): Answering {
  return step(state, event, byKeys, [byLines, byPictures]);
}

function byKeys(state: Answering, event: KeyEvent): Answering {
  switch (event.type) {
    case "first":
      return focusRow(state, 0);
    case "last":
      return focusEnd(state);
    case "previous":
      return previous(state);
    case "go":
      return go(state, event.question, belongsToReview(state));
    case "help":
      return { ...state, help: true, scroll: 0 };
    case "scroll":
      return { ...state, scroll: Math.max(0, event.to) };
    case "insert":
      return insertIntoField(state, event.text);
    case "edit":
      return editField(state, event.edit, (by) => move({ ...state, field: null }, by, false));
    case "fill":
      return toReview(fillIn(state, event));
    case "take-line":
      return takesLine(state) ? takeLine(state) : state;
    case "leave-line":
      return takesLine(state) ? move({ ...state, line: emptyField }, event.by, false) : state;
  }
}

function takeLine(state: Answering): Answering {
  const row = confirmRow(state);
  return row === null
    ? refuse(state, { code: "yes-or-no", text: state.line.text.trim() })
    : done(withEntry(state, choose(current(state).entry, row)));
}
