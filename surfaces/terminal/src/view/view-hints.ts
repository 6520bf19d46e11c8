import { type Answering, cleanLine, current, otherRow, toOptionNames } from "@yourcall/core";
import {
  canAskBack,
  canReview,
  enterMeaning,
  fieldOf,
  isConfirm,
  isOwnList,
  takesNewlines,
  toEditable,
  typingIgnored,
} from "@yourcall/core/internal";
import type { Glyphs } from "../screen/glyphs.ts";
import type { StyleName } from "../screen/theme.ts";
import { cellWidth } from "../text/cell-width.ts";
import { indentLines, type Line, span, wrapLine } from "../text/styled-line.ts";

/** What one key does. On a narrow screen, hints with a low rank stay longest. */
export interface Hint {
  words: string;
  rank: number;
  style?: StyleName;
}

/** Everything that could answer, or in a field, which takes its text, only Enter. */
export type Ignored = "typing" | "enter";
export const ignoredText: Record<Ignored, string> = {
  typing: typingIgnored,
  enter: "Pause a moment, then press enter.",
};

export interface HintContext {
  /** For example `expires in 4:32`; undefined without a deadline. */
  countdown?: { words: string; urgent: boolean };
  /** What is ignored because somebody is typing something else. */
  ignored?: Ignored;
  /** The answer is being sent. */
  sending?: boolean;
  hasPreview?: boolean;
  /** Whether Esc on the decline page leads back to the list of asks. */
  declinesFromList?: boolean;
  /** The host's own question in place of the hint, if it has one, and the keys that answer it. */
  offer?: { question: string; answers: string };
}

/** The line below the rule: what Enter does now, and as many other keys as fit. */
export function hintLines(state: Answering, context: HintContext, width: number, glyphs: Glyphs): Line[] {
  const left = marginOf(width);
  const room = width - left;
  if (context.sending === true) return indentLines([[span(`Sending${glyphs.ellipsis}`, "muted")]], left);
  if (context.ignored !== undefined) return ignoredLines(context.ignored, width);
  const separator = ` ${glyphs.bullet} `;
  const asked = (question: string, answers: string) =>
    indentLines(
      [...(question === "" ? [] : wrapLine(question, room, "warning")), ...wrapLine(answers, room, "muted")],
      left,
    );
  if (context.offer !== undefined) return asked(context.offer.question, context.offer.answers);
  const question = ownQuestion(state);
  const all = hints(state, context, glyphs);
  if (question !== null) return asked(question, all.map((hint) => hint.words).join(separator));
  return hintRow(all, width, glyphs);
}

/** In place of the hint, while keys are held back. */
export function ignoredLines(ignored: Ignored, width: number): Line[] {
  return indentLines(wrapLine(ignoredText[ignored], width - marginOf(width), "warning"), marginOf(width));
}

const marginOf = (width: number) => (width >= 30 ? 2 : 0);

// Cached: the row is the same after most keys, and finding out what fits is most of the work of a frame.
let lastRow: { key: string; lines: Line[] } | undefined;

/** As many hints as fit in one row; always the one of rank 0, wrapped if necessary. */
export function hintRow(all: Hint[], width: number, glyphs: Glyphs): Line[] {
  let key = `${width} ${glyphs.bullet}`;
  for (const { words, rank, style = "" } of all) key += `\n${rank} ${style} ${words}`;
  if (lastRow?.key !== key) lastRow = { key, lines: fitHints(all, width, glyphs) };
  return lastRow.lines;
}

function fitHints(all: Hint[], width: number, glyphs: Glyphs): Line[] {
  const left = marginOf(width);
  const room = width - left;
  const separator = ` ${glyphs.bullet} `;
  // Of two with the same rank, the first stays longer.
  const kept = new Set<Hint>();
  let size = -cellWidth(separator);
  for (const hint of all.toSorted((one, other) => one.rank - other.rank)) {
    size += cellWidth(separator) + cellWidth(hint.words);
    if (hint.rank > 0 && size > room) break;
    kept.add(hint);
  }
  const shown = all.filter((hint) => kept.has(hint));
  const only = shown[0];
  if (shown.length === 1 && only !== undefined)
    return indentLines(wrapLine(only.words, room, only.style ?? "muted"), left);
  const spans = shown.flatMap((hint, index) => [
    ...(index === 0 ? [] : [span(separator, "dim")]),
    span(hint.words, hint.style ?? "muted"),
  ]);
  return indentLines([spans], left);
}

function ownQuestion(state: Answering): string | null {
  if (state.help) return null;
  if (state.asking === "skip") return "Skip it? The agent hears that you have no preference.";
  if (state.asking === "also-wrote") return `You also wrote "${cleanLine(current(state).entry.other.text)}".`;
  return null;
}

function hints(state: Answering, context: HintContext, glyphs: Glyphs): Hint[] {
  const { countdown } = context;
  const list = keyHints(state, context, glyphs);
  if (countdown === undefined) return list;
  return [...list, { words: countdown.words, rank: 1, style: countdown.urgent ? "warning" : "secondary" }];
}

function keyHints(state: Answering, context: HintContext, glyphs: Glyphs): Hint[] {
  const hint = (words: string, rank: number): Hint => ({ words, rank });
  const enter = hint(`enter ${enterMeaning(state)}`, 0);
  const letters = state.settings.letters;
  const letter = (words: string, rank: number): Hint[] => (letters ? [hint(words, rank)] : []);
  const askBack = (rank: number): Hint[] => (canAskBack(state.ask) ? letter("b ask back", rank) : []);
  if (state.help) return [hint("any key closes", 0)];
  if (state.asking === "skip") return [enter, hint("x decline", 3), hint("esc back", 2)];
  if (state.asking === "also-wrote")
    return [{ ...enter, words: alsoWrote(state) }, hint("n add it as a note", 2), hint("esc back", 3)];
  if (state.field !== null) return fieldHints(state, enter);
  if (state.page === "lines")
    return [
      hint(`${glyphs.upDown} move`, 3),
      enter,
      ...letter("d strike out", 2),
      ...letter("r replace", 4),
      ...letter("x remove", 5),
      hint("esc back to choose", 1),
      hint("ctrl+enter ask for changes", 6),
      hint("? keys", 7),
    ];
  if (state.page === "decline") {
    const yes = state.ask.kind === "approval" ? [] : letter("y decline", 2);
    return [enter, ...yes, hint(context.declinesFromList === true ? "esc list" : "esc keep answering", 3)];
  }
  if (state.page === "review") {
    const count = state.ask.questions.length;
    const edit = count === 1 ? "1 edit" : `1-${count} edit`;
    const own = isOwnList(state.ask);
    const [comment, decline] = own ? [[], []] : [letter("c comment", 4), letter("x decline", 5)];
    return [enter, hint(edit, 3), ...comment, ...askBack(6), hint("esc back", 2), ...decline];
  }
  const { question, entry } = current(state);
  if (isConfirm(state.ask)) {
    const leave = state.settings.escapeTo === "list" ? "esc list" : "esc decline";
    return [hint("type y or n", 1), enter, hint(`${glyphs.upDown} move`, 2), hint(leave, 3)];
  }
  if (entry.focus === otherRow(state.ask, question)) {
    const first = entry.other.text === "" ? hint("type your answer", 1) : hint("keep typing", 4);
    const space = question.multiSelect && entry.other.text.trim() !== "" ? [hint("space toggle", 2)] : [];
    return [
      first,
      ...space,
      enter,
      hint("ctrl+g editor", 6),
      hint(glyphs.upDown === "↑↓" ? "↑ options" : "up options", 5),
    ];
  }
  const several = state.ask.questions.length > 1;
  const approval = state.ask.kind === "approval";
  const middle = several ? [hint(`${glyphs.leftRight} questions`, 3)] : [];
  const preview = context.hasPreview === true ? [hint("pgup/pgdn preview", 4)] : [];
  const keys = hint("? keys", 2);
  const ownList = isOwnList(state.ask);
  const { escapeTo } = state.settings;
  const leaves = state.at === 0 && !state.fromReview && (ownList || escapeTo === "list");
  const leave = leaves ? [hint(ownList ? "esc cancel" : "esc list", 2.5)] : [];
  if (question.multiSelect)
    return [
      hint("space toggle", 1),
      enter,
      ...preview,
      ...middle,
      ...(ownList ? [] : letter("n note", 5)),
      ...askBack(8),
      ...(several || ownList
        ? []
        : [...(question.required === true ? [] : letter("s skip", 6)), ...letter("x decline", 7)]),
      ...leave,
      keys,
    ];
  const review = several || ownList ? [] : [hint("tab review", approval ? 8 : 5)];
  return [
    hint(`${glyphs.upDown} move`, 3),
    enter,
    ...preview,
    ...middle,
    ...(toEditable(state.ask) === undefined ? [] : letter("e edit", 4.5)),
    // Before the keys of the preview, which its own frame names too.
    ...(canReview(state.ask) ? letter("r review lines", 3.5) : []),
    ...(approval ? letter("n tell the agent why", 5) : []),
    ...review,
    ...askBack(preview.length > 0 ? 8.5 : 5.5),
    ...(ownList ? [] : letter("x decline", preview.length > 0 ? 9 : 6)),
    ...leave,
    keys,
  ];
}

function alsoWrote(state: Answering): string {
  const { question, entry } = current(state);
  const name = toOptionNames(question, state.ask)[entry.picked[0] ?? -1]?.name ?? "the choice";
  return `enter send ${name} only`;
}

function fieldHints(state: Answering, enter: Hint): Hint[] {
  const { question } = current(state);
  const first = state.field === "other" ? "type your answer" : "type";
  const isOneLine = state.field === "picture" || (state.field === "other" && !takesNewlines(question));
  const lines = isOneLine ? [] : [{ words: "ctrl+j newline", rank: 3 }];
  const alone = state.field === "other" && question.options.length === 0;
  const last = state.at === state.ask.questions.length - 1;
  const leave = { words: alone ? (last ? "tab review" : "tab next") : "esc leave", rank: 2 };
  return [{ words: first, rank: 5 }, enter, ...lines, { words: "ctrl+g editor", rank: 4 }, leave, ...limit(state)];
}

// In the hint, not below the text: the end of a text this long may be off the screen.
function limit(state: Answering): Hint[] {
  if (state.field === "edited" || state.field === "replacement") return [];
  const { maxLength } = state.settings;
  const length = state.field === null ? 0 : fieldOf(state, state.field).text.length;
  return length > maxLength * 0.9 ? [{ words: `${length} of ${maxLength} characters`, rank: 1, style: "warning" }] : [];
}
