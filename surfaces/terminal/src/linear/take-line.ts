/**
 * The linear prompt's steps: each line becomes events of the answering machine, and the result is shown in lines. The machine
 * makes every decision; if it refuses, the state does not change.
 *
 *   waits for          line                leads to
 *   a choice           number, numbers, o  chosen and saved, or sent if it is the only question
 *                      s, x, n, q, f       skip, decline page, note field, a question to the agent, a picture
 *                      c 6 WORDS, d 6      a comment on line 6 of a plan or a change, line 6 struck out
 *                      b, r, ?, p 1        back, the question again, help, a preview
 *   yes or no          y, yes, n, no       sent; empty: the default; anything else: refused
 *   own words, number  text                as a choice; empty: the earlier text, or back to the choice
 *   y of an approval   y                   allowed; anything else: back to the choice
 *   the review         y, 1, s 1, c        sent, that question, that question skipped, comment field
 *   the decline page   y                   the reason, then declined; anything else: back
 */
import { type Answering, type Ask, answer, current, noneRow, otherRow, type Question } from "@yourcall/core";
import {
  canAskBack,
  canAttach,
  canReview,
  denyRow,
  isConfirm,
  isOwnList,
  lastRow,
  markAt,
  toReviewed,
} from "@yourcall/core/internal";
import { toNoticeText } from "../notice-text.ts";
import { previewLines, questionLines, reviewLines } from "./question-lines.ts";
import { canGoBack, helpLines, isAllowing, isEditableLine, whatIsAccepted } from "./request-line.ts";
import {
  keepAnswer,
  type Linear,
  openField,
  pickRows,
  type Step,
  settled,
  step,
  whatIsMissing,
  writeField,
  writeWords,
} from "./step.ts";
import { toAnswerLine } from "./words.ts";

/** Handles one line, clean and without its line break. */
export function takeLine(linear: Linear, line: string): Step {
  const { state } = linear;
  const text = line.trim();
  const word = text.toLowerCase();
  if (state.asking === "skip") return confirmSkip(state, word);
  if (state.asking === "also-wrote") return settleOwnWords(state, word);
  if (state.field === "other") return writeWords(linear, text);
  if (state.field !== null) return writeField(state, state.field, text);
  if (state.page === "decline") return confirmDecline(state, word);
  if (state.page === "review") return onReview(state, word);
  if (isAllowing(state)) return confirmAllow(state, word);
  if (isConfirm(state.ask))
    return settled(state, answer(answer(state, { type: "insert", text }), { type: "take-line" }));
  return (canReview(state.ask) ? onLines(state, text) : null) ?? onQuestion(state, word);
}

/** `c 6 WORDS` comments on a line, `d 6` strikes it out, `c 6` or `d 6` again with nothing takes it back; `c 6-8 WORDS` for several. */
function onLines(state: Answering, text: string): Step | null {
  const [, act, first, last, words = ""] = /^([cd])\s+(\d{1,6})(?:-(\d{1,6}))?(?:\s+(.*))?$/i.exec(text) ?? [];
  if (act === undefined || first === undefined) return null;
  const [from, to] = [Number(first), Number(last ?? first)];
  const count = toReviewed(state.ask)?.lines.length ?? 0;
  if (from < 1 || to < from || to > count) return step(state, `There are lines 1 to ${count}.`);
  const selected = answer(state, { type: "select", from, to });
  const field = "mark-comment" as const;
  const isComment = act.toLowerCase() === "c";
  const marked = isComment
    ? answer(selected, { type: "set-text", field, text: words })
    : answer(selected, { type: "strike" });
  if (marked.notice !== null) return step(state, toNoticeText(marked.notice));
  const mark = markAt(marked);
  const done = isComment
    ? mark?.comment === undefined
      ? "No comment"
      : "Comment"
    : mark?.replacement === ""
      ? "Struck out"
      : "No longer struck out";
  const where = from === to ? `line ${from}` : `lines ${from} to ${to}`;
  const { length } = marked.marks;
  const all =
    length === 0 ? "" : ` ${length === 1 ? "1 comment goes" : `${length} comments go`} with deny or allow once.`;
  return step(answer(marked, { type: "back" }), `${done} on ${where}.${all}`);
}

const isYes = (word: string) => word === "y" || word === "yes";

function onQuestion(state: Answering, word: string): Step {
  const { question } = current(state);
  if (word === "") return keepAnswer(state) ?? step(state, whatIsMissing(state));
  const choice = parseChoice(state.ask, question, word);
  if (choice !== null) return choose(state, choice);
  if (/^p\s*\d*$/.test(word) && question.options.length > 0) return readPreview(state, Number(word.slice(1)));
  switch (word) {
    case "s": {
      const next = answer(state, { type: "skip" });
      return next.asking === "skip"
        ? step(next, "Skip it? The agent hears that you have no preference.")
        : settled(state, next);
    }
    case "n":
      return openField(state, "note");
    case "e":
      return isEditableLine(state) ? openField(state, "edited") : step(state, whatIsAccepted(state));
    case "f":
      return state.settings.pictures && canAttach(state, state.at)
        ? openField(state, "picture")
        : step(state, whatIsAccepted(state));
    case "b":
      return canGoBack(state) ? step(answer(state, { type: "back" })) : step(state, "This is the first question.");
    default:
      return anywhere(state, word) ?? step(state, whatIsAccepted(state));
  }
}

function choose(state: Answering, { rows, ownWords }: Choice): Step {
  if (ownWords) {
    const { linear, said } = openField(state, "other");
    return { linear: { ...linear, withWords: rows }, said };
  }
  if (current(state).question.multiSelect)
    return settled(state, answer(pickRows(state, rows, false), { type: "enter" }));
  const next = answer(state, { type: "digit", digit: (rows[0] ?? 0) + 1 });
  if (state.ask.kind !== "approval") return settled(state, next);
  // The machine has only moved its focus. Deny needs no confirmation.
  return isAllowing(next) ? step(next) : settled(state, answer(next, { type: "enter" }));
}

function readPreview(state: Answering, number: number): Step {
  const count = current(state).question.options.length;
  return number >= 1 && number <= count
    ? step(state, ...previewLines(state, number - 1))
    : step(state, `Type p and a number from 1 to ${count}, as in p 1.`);
}

function onReview(state: Answering, word: string): Step {
  const count = state.ask.questions.length;
  if (word === "") return step(state, "Nothing sent yet.");
  if (isYes(word)) {
    const next = answer(state, { type: "send" });
    return step(next, ...(next.notice === null ? [] : [toNoticeText(next.notice)]));
  }
  const own = isOwnList(state.ask);
  const [, skips, digits] = /^(s\s*)?(\d{1,3})$/.exec(word) ?? [];
  const number = Number(digits);
  if (number >= 1 && number <= count && !(own && skips !== undefined)) {
    if (skips === undefined) return step(answer(state, { type: "digit", digit: number }));
    const next = answer(state, { type: "skip", question: number - 1 });
    return step(next, `${toAnswerLine(next, number - 1)} Saved.`);
  }
  if (word === "c" && !own) return openField(state, "comment");
  if (word === "b") return step(answer(state, { type: "back" }));
  const numbers = count === 1 ? "1" : `a number from 1 to ${count}`;
  return anywhere(state, word) ?? step(state, `Type y, ${numbers},${own ? "" : " c,"} x, or ? for help.`);
}

function anywhere(state: Answering, word: string): Step | null {
  if (word === "x") return openDecline(state);
  if (word === "q" && canAskBack(state.ask)) return openField(state, "asked");
  if (word === "r") return step(state, ...(state.page === "review" ? reviewLines(state) : questionLines(state)));
  return word === "?" ? step(state, ...helpLines(state)) : null;
}

function openDecline(state: Answering): Step {
  if (isOwnList(state.ask))
    return step(answer({ ...state, at: 0, fromReview: false, page: "question" }, { type: "back" }), "Cancelled.");
  return step(answer(state, { type: "open-decline" }), "The agent is told that you declined, and why if you say so.");
}

function confirmSkip(state: Answering, word: string): Step {
  if (isYes(word)) return settled(state, answer(state, { type: "enter" }));
  if (word === "x") return openDecline(state);
  return word === "b" ? step(answer(state, { type: "back" })) : step(state, "Type y, x or b.");
}

function settleOwnWords(state: Answering, word: string): Step {
  if (isYes(word)) return settled(state, answer(state, { type: "enter" }));
  if (word === "n") return settled(state, answer(state, { type: "add-as-note" }));
  return word === "b" ? step(answer(state, { type: "back" })) : step(state, "Type y, n or b.");
}

function confirmAllow(state: Answering, word: string): Step {
  return isYes(word)
    ? settled(state, answer(state, { type: "enter" }))
    : step(answer(state, { type: "first" }), "Nothing allowed.");
}

function confirmDecline(state: Answering, word: string): Step {
  return isYes(word)
    ? step(answer(state, { type: "open", field: "reason" }))
    : step(answer(state, { type: "back" }), "Not declined.");
}

/** A line read as a choice: rows of options, and whether the person's own words come with them. */
interface Choice {
  rows: number[];
  ownWords: boolean;
}

/** Reads a line as a choice; null if it is not one. Only a multi-select accepts more than one. */
function parseChoice(ask: Ask, question: Question, line: string): Choice | null {
  const { options } = question;
  const pieces = line.split(/[\s,]+/).filter((piece) => piece !== "");
  if (pieces.length === 0 || (pieces.length > 1 && !question.multiSelect)) return null;
  const rows = new Set<number>();
  let ownWords = false;
  for (const piece of pieces) {
    const row = rowOf(ask, question, piece);
    if (row === otherRow(ask, question) && row >= 0) ownWords = true;
    else if (row >= 0) rows.add(row);
    else if (piece === "a" && question.multiSelect && options.length > 0) addOptions();
    else return null;
  }
  // "None of these" cannot be combined with anything else.
  if (rows.has(noneRow(ask, question)) && (rows.size > 1 || ownWords)) return null;
  return { rows: [...rows], ownWords };

  function addOptions(): void {
    for (const row of options.keys()) if (row !== otherRow(ask, question)) rows.add(row);
  }
}

function rowOf(ask: Ask, question: Question, piece: string): number {
  if (piece === "o") return otherRow(ask, question);
  if (ask.kind === "approval" && piece === "deny") return denyRow(ask);
  // Without options there are no numbers.
  if (!/^\d{1,3}$/.test(piece) || question.options.length === 0) return -1;
  if (Number(piece) === 0) return noneRow(ask, question);
  const row = Number(piece) - 1;
  return row > lastRow(ask, question) || row === noneRow(ask, question) ? -1 : row;
}
