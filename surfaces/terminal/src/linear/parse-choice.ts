import { type Ask, otherRow, type Question } from "@yourcall/core";

/** What one line chooses: rows of options, and whether words of the person's own come with them. */
export interface Choice {
  rows: number[];
  ownWords: boolean;
}

/** Reads a line as a choice, or null where it is none. Only a multi-select takes more than one thing. */
export function parseChoice(ask: Ask, question: Question, line: string): Choice | null {
  const { options } = question;
  const pieces = line.split(/[\s,]+/).filter((piece) => piece !== "");
  if (pieces.length === 0 || (pieces.length > 1 && !question.multiSelect)) return null;
  const rows = new Set<number>();
  let ownWords = false;
  for (const piece of pieces) {
    const row = rowOf(ask, question, piece);
    if (row === otherRow(ask, question) && row >= 0) ownWords = true;
    else if (row >= 0 && row < options.length) rows.add(row);
    else if (piece === "a" && question.multiSelect && options.length > 0) for (const at of options.keys()) rows.add(at);
    else return null;
  }
  return { rows: [...rows], ownWords };
}

function rowOf(ask: Ask, question: Question, piece: string): number {
  if (piece === "o") return otherRow(ask, question);
  if (ask.kind === "approval" && piece === "deny") return question.options.length - 1;
  // Without options there is nothing to number.
  return /^\d{1,3}$/.test(piece) && question.options.length > 0 ? Number(piece) - 1 : -1;
}
