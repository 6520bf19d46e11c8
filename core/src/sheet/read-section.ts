import { cleanLine } from "../clean-text.ts";
import type { Words } from "./field-reader.ts";
import { createFieldReader } from "./field-reader.ts";
import { isProse } from "./is-prose.ts";
import type { SheetError } from "./mark-sheet-errors.ts";
import { maxErrors } from "./mark-sheet-errors.ts";
import { matchBullet, matchOption, matchOwn } from "./match-bullet.ts";
import type { SheetOption, SheetQuestion } from "./sheet-question.ts";
import type { SheetLine } from "./split-sheet.ts";
import { quote, toOwnPlace, toStrayMessage } from "./stray-message.ts";
import { isPieceOf, unwrapBullets } from "./wrapped-lines.ts";

/** What a person left and wrote below one heading. */
export interface Section {
  /** The options that still stand, each with the first line it stands on. */
  kept: Map<SheetOption, number>;
  keepAll: boolean;
  /** What stands after Other or Answer; empty ones left out. */
  own: Words[];
  notes: Words[];
  /** The line of the first `skip`. */
  skip: number | undefined;
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
    keepAll: false,
    own: [],
    notes: [],
    skip: undefined,
    prose: [],
    errors: [],
  };
  const fail = (line: SheetLine, message: string) => section.errors.push({ line: line.number, message });
  const fields = createFieldReader();
  for (const line of unwrapBullets(lines, question)) {
    if (section.errors.length === maxErrors) break;
    if (fields.take(line)) continue;
    if (line.kind === "bullet") readBullet(line);
    else if (line.kind === "indented") {
      if (!isPieceOf(line.text, [question, ...missing]))
        fail(
          line,
          `${quote(line.text)} belongs to no line above it. Write it after ${toOwnPlace(question)}, or under "## Comment".`,
        );
    } else readPlain(line);
  }
  section.own = section.own.filter(({ text }) => text !== "");
  section.notes = section.notes.filter(({ text }) => text !== "");
  return section;

  function readBullet(line: SheetLine): void {
    if (line.text === "") return;
    const bullet = matchBullet(line.text, question);
    if (bullet.kind === "keep-all") section.keepAll = true;
    else if (bullet.kind === "option") {
      if (!section.kept.has(bullet.option)) section.kept.set(bullet.option, line.number);
    } else if (bullet.kind === "own" && question.ownWord !== undefined)
      section.own.push(fields.open(line.number, bullet.text));
    else if (bullet.kind === "own")
      fail(line, "An approval takes one of its options and no other words. Write them after note: instead.");
    else if (bullet.kind === "joined")
      fail(line, "Two lines were joined here. Undo, or put each on a line of its own.");
    else if (bullet.kind === "unticked")
      fail(line, "An empty box does not take an option away: delete the line instead.");
    else fail(line, toStrayMessage(line.text, question, questions, missing));
  }

  function readPlain(line: SheetLine): void {
    const note = /^note\s*:(.*)$/i.exec(line.text);
    if (/^skip$/i.test(line.text)) section.skip ??= line.number;
    else if (note !== null) section.notes.push(fields.open(line.number, (note[1] ?? "").trim()));
    else if (matchOption(cleanLine(line.text), question).kind !== "unknown" || matchOwn(line.text) !== undefined)
      fail(line, `${quote(line.text)} has lost the "- " before it. Put it back, or delete the line.`);
    else if (/^decline\s*(?::|$)/i.test(line.text)) fail(line, "decline counts only above question 1. Move it there.");
    else if (isProse(line.text)) section.prose.push({ line: line.number, text: line.text });
    else
      fail(
        line,
        `${quote(line.text)} is neither an option nor a sentence. Write it after ${toOwnPlace(question)}, or under "## Comment".`,
      );
  }
}
