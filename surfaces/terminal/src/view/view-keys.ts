import { type Answering, type Ask, current, noneRow, type Question } from "@yourcall/core";
import { canAskBack, canAttach, canReview, isOwnList, lastRow, toEditable } from "@yourcall/core/internal";
import type { Glyphs } from "../screen/glyphs.ts";
import { hangLines, indentLines, type Line, span, wrapLine } from "../text/styled-line.ts";
import type { Page } from "./page.ts";

/** The keys that work here, one per line. */
export function keysPage(state: Answering, width: number, glyphs: Glyphs): Page {
  const rows = state.page === "question" ? questionKeys(state, glyphs) : otherKeys(state, glyphs);
  const lines = keyLines(rows, width);
  return {
    title: "Keys",
    head: [],
    blocks: lines.map((line) => ({ lines: [line], attached: true })),
    focus: -1,
  };
}

export type Row = [keys: string, does: string];

/** Keys on the left, what they do on the right. */
export function keyLines(rows: readonly Row[], width: number): Line[] {
  const keyWidth = Math.min(16, Math.max(...rows.map(([keys]) => keys.length)) + 2);
  return rows.flatMap(([keys, does]): Line[] => {
    // On a narrow screen there is no room for words next to the keys; they go below.
    if (width < keyWidth + 16) return [[span(keys, "primary")], ...indentLines(wrapLine(does, width - 2))];
    return hangLines([span(keys.padEnd(keyWidth), "primary")], wrapLine(does, width - keyWidth));
  });
}

function questionKeys(state: Answering, glyphs: Glyphs): Row[] {
  const { question } = current(state);
  const approval = state.ask.kind === "approval";
  const count = question.options.length === 0 ? 0 : countNumbered(state.ask, question);
  const fromList = state.settings.escapeTo === "list" && !isOwnList(state.ask);
  const { letters } = state.settings;
  const ownList = isOwnList(state.ask);
  const row = (when: boolean, keys: string, does: string): Row[] => (when ? [[keys, does]] : []);
  return [
    [moveKeys(letters, glyphs), "move"],
    ["enter", question.multiSelect ? "done with this question" : "choose the focused row"],
    ...row(!approval, "space", question.multiSelect ? "tick or untick" : "choose and stay"),
    ...row(
      count > 0,
      toDigits(count),
      approval ? "go to that row; enter chooses it" : question.multiSelect ? "tick that row" : "choose that row",
    ),
    ["tab shift+tab", "next, previous question; after the last: review"],
    ...row(noneRow(state.ask, question) >= 0, "0", "none of these"),
    ...row(letters && question.multiSelect, "a", "all options, or none"),
    ...row(letters && !approval && !ownList, "o", "type your own answer"),
    ...row(letters && toEditable(state.ask) !== undefined, "e", "change what will run, then allow it once"),
    ...row(letters && canReview(state.ask), "r", "comment on lines, strike out or replace them"),
    ...row(letters && !ownList, "n", "add a note to your choice"),
    ...row(
      letters && state.settings.pictures && canAttach(state, state.at),
      "p",
      "add a picture by its path; with no path, remove the last one",
    ),
    ...row(
      letters && !approval && !ownList && question.required !== true,
      "s",
      "skip: you have no preference, the agent chooses",
    ),
    ...row(letters && canAskBack(state.ask), "b", "ask the agent something before you decide"),
    ...row(letters && !ownList, "x", "decline: you will not answer"),
    ["pgup pgdn", "scroll a preview or a long text"],
    ...row(!ownList, "ctrl+g", "answer in your editor"),
    [
      "esc",
      ownList
        ? "back; from the first question: cancel"
        : fromList
          ? "back, finally to the list; your text is kept"
          : "back; nothing is lost",
    ],
    ["ctrl+c", fromList ? "leave the inbox; the question keeps waiting" : "interrupt; nothing is answered"],
  ];
}

function otherKeys(state: Answering, glyphs: Glyphs): Row[] {
  const { letters } = state.settings;
  const ownList = isOwnList(state.ask);
  const row = (when: boolean, keys: string, does: string): Row[] => (when ? [[keys, does]] : []);
  if (state.page === "lines")
    return [
      [moveKeys(letters, glyphs), "move by a line"],
      ["shift+arrows", "select more lines; so do J and K"],
      ["enter c", "comment on what is selected"],
      ["d", "strike it out, or no longer"],
      ["r", "replace it"],
      ["x delete", "remove what you said about it"],
      ["ctrl+enter", "ask for changes: deny with the comments"],
      ["esc", "back to the choices, which the comments go with"],
    ];
  if (state.page === "decline")
    return [
      [moveKeys(letters, glyphs), "move"],
      ["enter", "choose the focused row"],
      ...row(letters && state.ask.kind !== "approval", "y", "decline"),
      ["esc", "back; nothing is declined"],
    ];
  return [
    [moveKeys(letters, glyphs), "move"],
    ["enter", `edit that answer, or ${ownList ? "continue" : "send"}`],
    [toDigits(state.ask.questions.length), "edit that question"],
    ...row(letters && !ownList, "c", "add a comment"),
    ...row(letters && !ownList, "s", "skip the focused question"),
    ...row(letters && canAskBack(state.ask), "b", "ask the agent something before you decide"),
    ...row(!ownList, "ctrl+g", "answer in your editor"),
    ["esc", "back to the last question"],
    ...row(letters && !ownList, "x", "decline"),
  ];
}

/** How many rows have a number, from 1 on. */
function countNumbered(ask: Ask, question: Question): number {
  return lastRow(ask, question) + (noneRow(ask, question) >= 0 ? 0 : 1);
}

function toDigits(count: number): string {
  return count === 1 ? "1" : `1-${count}`;
}

function moveKeys(letters: boolean, glyphs: Glyphs): string {
  return letters ? `${glyphs.upDown} j k` : glyphs.upDown;
}
