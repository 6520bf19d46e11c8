import { cleanLine } from "../clean-text.ts";
import { takesYesOrNo } from "../question-kind.ts";
import { maxErrors, type SheetError } from "./mark-sheet-errors.ts";
import { isWithheld, matchBullet, matchOption, matchOwn, quote, toOwnPlace, toStrayMessage } from "./match-bullet.ts";
import { keepAllText, type SheetOption, type SheetQuestion } from "./sheet-question.ts";
import { isPieceOf, type SheetLine, unwrapBullets } from "./split-sheet.ts";

/** What a person left and wrote below one heading. */
export interface Section {
  /** The options that are left, each with its first line. The agent's own Other is one only if ticked without words. */
  kept: Map<SheetOption, number>;
  /** The options with a tick before them. */
  ticked: Set<SheetOption>;
  /** Whether any line has a tick. If so, options without one are not chosen. */
  hasTicks: boolean;
  keepAll: boolean;
  /** Whether the line of the agent's own Other is left. */
  hasGivenOther: boolean;
  /** The text after Other or Answer, unless empty. */
  own: Words[];
  notes: Words[];
  /** Words after an option that the agent did not write. */
  remarks: (Words & { option: SheetOption })[];
  /** The paths of pictures to add. */
  files: Words[];
  /** The line of the first `skip`. */
  skip: number | undefined;
  /** The line of the first `none`. */
  none: number | undefined;
  /** Sentences, which go to the comment. */
  prose: Words[];
  errors: SheetError[];
}

/** Reads the lines below a question's heading. `missing` are the questions whose headings are gone. */
export function readSection(
  lines: SheetLine[],
  question: SheetQuestion,
  questions: SheetQuestion[],
  missing: SheetQuestion[],
): Section {
  const section: Section = {
    kept: new Map(),
    ticked: new Set(),
    hasTicks: false,
    keepAll: false,
    hasGivenOther: false,
    own: [],
    notes: [],
    remarks: [],
    files: [],
    skip: undefined,
    none: undefined,
    prose: [],
    errors: [],
  };
  const fail = (line: SheetLine, message: string) => {
    if (section.errors.length < maxErrors) section.errors.push({ line: line.number, message });
  };
  const fields = createFieldReader();
  const boxed: { line: SheetLine; words: Words; option: SheetOption | undefined; isTicked: boolean }[] = [];
  const empty: SheetLine[] = [];
  for (const line of unwrapBullets(lines, question)) {
    if (section.errors.length === maxErrors) break;
    if (fields.take(line)) continue;
    if (line.kind === "bullet") readBullet(line);
    else if (line.kind === "indented") {
      if (!isPieceOf(line.text, [question, ...missing]))
        fail(
          line,
          `${quote(line.text)} does not belong to any line above it. Write it after ${toOwnPlace(question)}, or under "## Comment".`,
        );
    } else readPlain(line);
  }
  for (const { line, words, option, isTicked } of boxed) {
    if (!isTicked && words.text !== "") fail(line, "Other has words and an empty box. Tick it, or delete its line.");
    if (!isTicked || words.text !== "") continue;
    if (option === undefined) fail(line, "Other is ticked and has no words. Write them after it, or untick it.");
    else keep(option, line, true);
  }
  if (!section.hasTicks)
    for (const line of empty) fail(line, "Unticking a box does not remove an option. Delete the line instead.");
  section.own = section.own.filter(({ text }) => text !== "");
  section.notes = section.notes.filter(({ text }) => text !== "");
  return section;

  function keep(option: SheetOption, line: SheetLine, ticked: boolean): void {
    if (!section.kept.has(option)) section.kept.set(option, line.number);
    if (ticked) section.ticked.add(option);
  }

  function readFile(line: SheetLine): void {
    const path = line.text.replace(/^attach\s*:/i, "").trim();
    if (path === "") fail(line, 'There is no path. Write it after "attach:", or delete the line.');
    else if (takesYesOrNo(question.question)) fail(line, "This question takes no picture. Delete the line.");
    else section.files.push({ line: line.number, text: path });
  }

  function readBullet(line: SheetLine): void {
    if (line.text === "") return;
    const bullet = matchBullet(line.text, question);
    if (bullet.kind === "option" || bullet.kind === "own") {
      if (bullet.box === "ticked") section.hasTicks = true;
      if (bullet.box === "empty") empty.push(line);
    }
    if (bullet.kind === "keep-all") section.keepAll = true;
    else if (bullet.kind === "option") {
      keep(bullet.option, line, bullet.box === "ticked");
      if (bullet.remark !== "") section.remarks.push({ line: line.number, text: bullet.remark, option: bullet.option });
    } else if (bullet.kind === "own" && question.ownWord !== undefined) {
      if (bullet.option !== undefined) section.hasGivenOther = true;
      const words = fields.open(line.number, bullet.text);
      section.own.push(words);
      if (bullet.box !== undefined)
        boxed.push({ line, words, option: bullet.option, isTicked: bullet.box === "ticked" });
    } else if (bullet.kind === "own")
      fail(line, "An approval takes one of its options and nothing else. Write your words after note: instead.");
    else if (bullet.kind === "joined") fail(line, "Two lines were joined here. Undo, or put each on its own line.");
    else if (isWithheld(line.text, question))
      fail(line, "This sheet can only deny. To allow it, use a prompt of yourcall or an inbox.");
    else fail(line, toStrayMessage(line.text, question, questions, missing));
  }

  function readPlain(line: SheetLine): void {
    const note = /^note\s*:(.*)$/i.exec(line.text);
    if (/^skip$/i.test(line.text)) section.skip ??= line.number;
    else if (note !== null) section.notes.push(fields.open(line.number, (note[1] ?? "").trim()));
    else if (matchOption(cleanLine(line.text), question).kind !== "unknown" || matchOwn(line.text) !== undefined)
      fail(line, `${quote(line.text)} has lost the "- " before it. Put it back, or delete the line.`);
    else if (/^attach\s*:/i.test(line.text)) readFile(line);
    else if (question.takesNone && /^none$/i.test(line.text)) section.none ??= line.number;
    else if (/^decline\s*(?::|$)/i.test(line.text)) fail(line, "decline counts only above question 1. Move it there.");
    else if (isProse(line.text)) section.prose.push({ line: line.number, text: line.text });
    else
      fail(
        line,
        `${quote(line.text)} is neither an option nor a sentence. Write it after ${toOwnPlace(question)}, or under "## Comment".`,
      );
  }
}

/**
 * Whether a line is clearly a sentence and not a short answer in the wrong place: three words, a sentence mark at its end,
 * or twelve characters of a script without spaces. A numbered list item is a pasted list, not a sentence.
 */
function isProse(text: string): boolean {
  if (/^\d+[.)]\s/.test(text)) return false;
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length >= 3) return true;
  if (words.length > 0 && /[.!?。！？]$/.test(text)) return true;
  const unspaced = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
  );
  return (unspaced?.length ?? 0) >= 12;
}

/** Words of the person and the line they start on. */
interface Words {
  line: number;
  text: string;
}

/** Collects a text that starts after a colon and continues in indented lines, including blank lines between them. */
interface FieldReader {
  /** Starts a text. The object is filled as further lines are taken. */
  open(line: number, text: string): Words;
  /** Takes the line if it belongs to the open text; any other line ends it. */
  take(line: SheetLine): boolean;
}

function createFieldReader(): FieldReader {
  let words: Words | undefined;
  return {
    open(line, text) {
      words = { line, text: text.trim() };
      return words;
    },
    take(line) {
      if (words === undefined) return false;
      if (line.kind !== "indented") {
        words = undefined;
        return false;
      }
      words.text = words.text === "" ? line.text.trimStart() : words.text + "\n".repeat(line.gap + 1) + line.text;
      return true;
    },
  };
}

/** What a person wrote above question 1. */
interface Top {
  /** The reason, which may be empty, and its line. */
  declined: Words | undefined;
  /** A question to the agent, and its line. */
  asked: Words | undefined;
  prose: Words[];
  errors: SheetError[];
}

/** Reads the lines above the first heading: a decline, a question to the agent, sentences, or lines whose heading was deleted. */
export function readTop(
  lines: SheetLine[],
  questions: SheetQuestion[],
  missing: SheetQuestion[],
  canAskBack: boolean,
): Top {
  const top: Top = { declined: undefined, asked: undefined, prose: [], errors: [] };
  const fields = createFieldReader();
  for (const line of lines) {
    if (top.errors.length === maxErrors) break;
    if (fields.take(line)) continue;
    const decline = line.kind === "plain" ? /^decline\s*(?:$|:(.*)$)/i.exec(line.text) : null;
    const asks = line.kind === "plain" ? /^ask back\s*:(.*)$/i.exec(line.text) : null;
    if (decline !== null) {
      const words = fields.open(line.number, decline[1] ?? "");
      top.declined ??= words;
    } else if (asks !== null) {
      const words = fields.open(line.number, asks[1] ?? "");
      top.asked ??= words;
    } else if (line.kind === "bullet") {
      if (line.text !== "" && line.text !== keepAllText && matchOwn(line.text)?.text !== "")
        top.errors.push({ line: line.number, message: toStrayMessage(line.text, undefined, questions, missing) });
    } else if (line.kind === "plain" && isProse(line.text) && !/^note\s*:/i.test(line.text))
      top.prose.push({ line: line.number, text: line.text });
    else if (line.kind === "plain" || !isPieceOf(line.text, questions))
      top.errors.push({
        line: line.number,
        message: `${quote(line.text)} is above question 1, where only ${canAskBack ? "decline and ask back count" : "decline counts"}. Move it below a heading.`,
      });
  }
  return top;
}
