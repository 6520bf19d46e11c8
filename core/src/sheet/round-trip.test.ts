import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkAnswers } from "../answer.ts";
import { noneRow, noneText, otherRow } from "../answering/rows.ts";
import { toShownAsk } from "../approval-options.ts";
import { cleanLine } from "../clean-text.ts";
import type { QuestionAnswer } from "../outcome-schemas.ts";
import type { Ask, Question } from "../schemas.ts";
import { arbitraryAnswers, arbitraryAsk, arbitraryInput, arbitraryText } from "../testing/arbitrary-ask.ts";
import { markSheetErrors } from "./mark-sheet-errors.ts";
import { parseSheet } from "./parse-sheet.ts";
import { renderSheet } from "./render-sheet.ts";

/** A person's editing style; none of it changes the meaning. */
const arbitraryHabits = fc.record({
  bullet: fc.constantFrom("-", "*", "+"),
  ticks: fc.boolean(),
  deletesEmptyOther: fc.boolean(),
  deletesKeepAll: fc.boolean(),
  deletesOptionsOnSkip: fc.boolean(),
  writesNone: fc.boolean(),
  deletesQuotes: fc.boolean(),
  writesBelowOther: fc.boolean(),
  lineEnd: fc.constantFrom("\n", "\r\n", "  \n"),
});
type Habits = typeof arbitraryHabits extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes the edits that express the answers and the comment. */
function editSheet(sheet: string, given: Ask, answers: QuestionAnswer[], comment: string, habits: Habits): string {
  const ask = toShownAsk(given);
  let number = 0;
  let bullets = 0;
  let fence = "";
  const edited = sheet.split("\n").flatMap((line) => {
    if (fence !== "") {
      if (line === fence) fence = "";
      return [line];
    }
    fence = /^`{3,}/.exec(line)?.[0] ?? "";
    if (/^## \d/.test(line)) {
      number++;
      bullets = 0;
      const { skipped, notes } = answers[number - 1] ?? {};
      const word = skipped === true ? ["skip"] : saysNone() ? ["none"] : [];
      return [line, ...word, ...(notes === undefined ? [] : toField("note:", notes))];
    }
    if (line === "## Comment") return [line, ...toCommentLines(comment)];
    if (line.startsWith("> ") && habits.deletesQuotes) return [];
    const question = ask.questions[number - 1];
    const answer = answers[number - 1];
    if (!line.startsWith("- ") || question === undefined || answer === undefined) return [line];
    const at = bullets++;
    const option = question.options[at];
    if (option !== undefined) {
      if (answer.skipped === true || saysNone()) return habits.deletesOptionsOnSkip ? [] : [line];
      const mark = `${habits.bullet} ${habits.ticks ? "[x] " : ""}`;
      if (at === otherRow(ask, question) && answer.customInput !== undefined)
        return habits.writesBelowOther
          ? [mark + line.slice(2), ...toField("", answer.customInput)]
          : toField(mark + line.slice(2), answer.customInput);
      if (!answer.selectedOptions.includes(option.label)) return [];
      return [
        habits.ticks || choosesOther(ask, question, answer)
          ? `${habits.bullet} [x] ${line.slice(2)}`
          : mark + line.slice(2),
      ];
    }
    if (line === "- (keep all: delete this line)") {
      const all = question.options.every(
        ({ label }, row) => row === otherRow(ask, question) || answer.selectedOptions.includes(label),
      );
      // If the options were still there, deleting the keep-all line would choose all of them.
      if (saysNone() && !habits.deletesOptionsOnSkip) return [line];
      return answer.skipped !== true && (all || habits.deletesKeepAll) ? [] : [line];
    }
    if (saysNone()) return habits.deletesEmptyOther ? [] : [line];
    if (answer.customInput === undefined) return habits.deletesEmptyOther ? [] : [line];
    return habits.writesBelowOther ? [line, ...toField("", answer.customInput)] : toField(line, answer.customInput);
  });
  return edited.join(habits.lineEnd);

  /** Whether None of these is given by its word and not after Other. */
  function saysNone(): boolean {
    const question = ask.questions[number - 1];
    const isNone = question !== undefined && noneRow(ask, question) >= 0;
    return isNone && habits.writesNone && answers[number - 1]?.customInput === noneText;
  }
}

/** Whether the agent's own Other is chosen without words, which takes a tick: its line alone means nothing. */
function choosesOther(ask: Ask, question: Question, { selectedOptions }: QuestionAnswer): boolean {
  return selectedOptions.includes(question.options[otherRow(ask, question)]?.label ?? "");
}

function toField(start: string, text: string): string[] {
  const [first = "", ...rest] = text.split("\n");
  return [start === "" ? `  ${first}` : `${start} ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))];
}

function toCommentLines(text: string): string[] {
  return text.split("\n").map((line) => (/^\\*<!--/.test(line) ? `\\${line}` : line));
}

const askAndAnswers = arbitraryAsk.chain((ask) =>
  fc
    .tuple(arbitraryAnswers(ask), fc.boolean())
    .map(([answers, none]): [Ask, QuestionAnswer[]] => [ask, none ? answers.map(toNone(ask)) : answers]),
);

/** None of these, if the question has that and was not skipped. */
function toNone(ask: Ask) {
  return (answer: QuestionAnswer, index: number): QuestionAnswer => {
    const question = ask.questions[index];
    if (question === undefined || noneRow(ask, question) < 0 || answer.skipped === true) return answer;
    return { ...answer, selectedOptions: [], customInput: noneText };
  };
}

test("every answer to every ask can be given by editing its sheet", () => {
  const arbitraryComment = fc.oneof(fc.constant(""), arbitraryInput);
  fc.assert(
    fc.property(askAndAnswers, arbitraryComment, arbitraryHabits, ([ask, answers], comment, habits) => {
      const sheet = editSheet(renderSheet(ask, { id: "ask_1", canAllow: true }), ask, answers, comment, habits);
      const parsed = parseSheet(sheet, ask, { seen: "all" });
      expect(parsed).toMatchObject({ answers, errors: [] });
      expect(parsed.comment?.replaceAll(/ +$/gm, "") ?? "").toBe(comment);
      expect(checkAnswers(ask, answers)).toEqual({ answers });
    }),
    { numRuns: 150 },
  );
});

test("text typed elsewhere is read back from the sheet", () => {
  fc.assert(
    fc.property(askAndAnswers, arbitraryInput, ([ask, answers], comment) => {
      const filled = answers.map(({ customInput, notes }) => ({
        ...(customInput === undefined ? {} : { other: customInput }),
        ...(notes === undefined ? {} : { note: notes }),
      }));
      const sheet = renderSheet(ask, { filled, comment, canAllow: true });
      const bare = answers.map(({ notes, customInput, ...answer }) => answer);
      const edited = editKeepingText(sheet, ask, bare);
      expect(parseSheet(edited, ask, { seen: "all" })).toEqual({ answers, comment, errors: [] });
    }),
    { numRuns: 100 },
  );
});

/** Only deletes options and the keep-all line, ticks boxes, or writes skip. */
function editKeepingText(sheet: string, given: Ask, answers: QuestionAnswer[]): string {
  const ask = toShownAsk(given);
  const lines = sheet.split("\n");
  const untouched = renderSheet(given, { canAllow: true }).split("\n");
  let number = 0;
  let bullets = 0;
  let fence = "";
  const remove: string[][] = ask.questions.map(() => []);
  const tick: string[][] = ask.questions.map(() => []);
  for (const line of untouched) {
    if (fence === "" && /^## \d/.test(line)) {
      number++;
      bullets = 0;
    }
    if (fence !== "" ? line === fence : /^`{3,}/.test(line)) fence = fence === "" ? (/^`+/.exec(line)?.[0] ?? "") : "";
    else if (fence === "" && line.startsWith("- ")) {
      const question = ask.questions[number - 1];
      const option = question?.options[bullets++];
      const answer = answers[number - 1];
      const dropped =
        option === undefined
          ? line === "- (keep all: delete this line)" && answer?.skipped !== true
          : answer?.skipped !== true && !answer?.selectedOptions.includes(option.label);
      if (dropped) remove[number - 1]?.push(line);
      else if (option !== undefined && question !== undefined && answer !== undefined)
        if (choosesOther(ask, question, answer)) tick[number - 1]?.push(line);
    }
  }
  number = 0;
  fence = "";
  return lines
    .flatMap((line) => {
      if (fence !== "") {
        if (line === fence) fence = "";
        return [line];
      }
      fence = /^`{3,}/.exec(line)?.[0] ?? "";
      if (line === "## Comment") number = Number.NaN;
      if (/^## \d/.test(line) && !Number.isNaN(number)) {
        number++;
        return answers[number - 1]?.skipped === true ? [line, "skip"] : [line];
      }
      if (tick[number - 1]?.includes(line) === true) return [`- [x] ${line.slice(2)}`];
      return remove[number - 1]?.includes(line) === true ? [] : [line];
    })
    .join("\n");
}

test("no untouched sheet is an answer", () => {
  fc.assert(
    fc.property(arbitraryAsk, (ask) => {
      const parsed = parseSheet(renderSheet(ask), ask);
      expect(parsed).toMatchObject({
        answers: [],
        errors: [{ message: "Nothing has changed yet, so nothing is sent." }],
      });
      expect(parsed.declined).toBeUndefined();
      expect(parsed.errors).toHaveLength(1);
    }),
    { numRuns: 150 },
  );
});

// Its description contains what a formatter would add.
const ownOther: Ask = {
  kind: "question",
  questions: [
    {
      ...{ question: "A", header: "", kind: "choice", multiSelect: false },
      options: [{ label: "Other:", description: "A\n* _b_ `c` [d](e) \\_f \\" }],
    },
  ],
};

test("no sheet that only a formatter went over is an answer", () => {
  fc.assert(
    fc.property(arbitraryAsk, fc.integer({ min: 10, max: 60 }), (ask, width) => {
      const escaped = renderSheet(ask).replaceAll(
        /^- .*$/gm,
        (line) => `* ${line.slice(2).replaceAll(/[_*[\]<>`]/g, "\\$&")}`,
      );
      const wrapped = renderSheet(ask)
        .split("\n")
        .flatMap((line) => (line.startsWith("- ") ? wrap(line, width) : [line]))
        .join("\n");
      for (const sheet of [escaped, wrapped]) {
        expect(parseSheet(sheet, ask).errors).not.toEqual([]);
        expect(parseSheet(sheet, ask).answers).toEqual([]);
      }
      if (width >= 20) expect(parseSheet(wrapped, ask).errors).toEqual(parseSheet(renderSheet(ask), ask).errors);
    }),
    { numRuns: 150, examples: [[ownOther, 10]] },
  );
});

function wrap(line: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last !== "-" && last.length + word.length > width) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

test("no sheet in which only comments and notes were written is an answer", () => {
  fc.assert(
    fc.property(
      arbitraryAsk,
      arbitraryInput,
      fc.array(fc.tuple(fc.nat(200), fc.boolean(), arbitraryText), { maxLength: 5 }),
      fc.boolean(),
      (ask, comment, additions, deletesComments) => {
        const lines = renderSheet(ask)
          .split("\n")
          .filter((line, index) => !(deletesComments && index > 0 && line.startsWith("<!--")));
        for (const [place, isNote, text] of additions) {
          const words = cleanLine(text);
          const first = lines.findIndex((line) => line.startsWith("## 1"));
          const last = lines.lastIndexOf("## Comment");
          if (isNote) lines.splice(first + 1 + (place % (last - first)), 0, `note: ${words}`);
          else lines.splice(1 + (place % (lines.length - 1)), 0, `<!-- ${words} -->`);
        }
        lines.splice(lines.lastIndexOf("## Comment") + 1, 0, comment);
        const parsed = parseSheet(lines.join("\n"), ask);
        expect(parsed.errors).not.toEqual([]);
        expect(parsed.answers).toEqual([]);
        expect(parsed.declined).toBeUndefined();
      },
    ),
    { numRuns: 150 },
  );
});

test("any text is read without throwing, and without errors it is a valid answer or a refusal", () => {
  const arbitraryEdits = fc.array(
    fc.tuple(fc.nat(200), fc.constantFrom("delete", "repeat", "insert", "join", "indent"), arbitraryText),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(arbitraryAsk, arbitraryEdits, arbitraryText, fc.boolean(), (ask, edits, text, fromSheet) => {
      const lines = fromSheet ? renderSheet(ask).split("\n") : text.split("\n");
      for (const [place, how, words] of edits) {
        const at = place % Math.max(lines.length, 1);
        const line = lines[at] ?? "";
        if (how === "delete") lines.splice(at, 1);
        else if (how === "repeat") lines.splice(at, 0, line);
        else if (how === "insert") lines.splice(at, 0, words);
        else if (how === "join") lines.splice(at, 2, `${line} ${lines[at + 1] ?? ""}`);
        else lines[at] = `  ${line}`;
      }
      const sheet = lines.join("\n");
      const { answers, declined, errors } = parseSheet(sheet, ask);
      if (errors.length > 0 || declined !== undefined) expect(answers).toEqual([]);
      else expect(checkAnswers(ask, answers)).toEqual({ answers });
      const marked = markSheetErrors(sheet, errors);
      expect(parseSheet(marked, ask)).toEqual(parseSheet(sheet, ask));
      expect(markSheetErrors(marked, [])).toBe(markSheetErrors(sheet, []));
    }),
    { numRuns: 150 },
  );
});

test("no words that a person adds to an option are lost", () => {
  const arbitraryWords = fc.array(fc.constantFrom("but", "only", "version", "8", "no", "A", "データ", "?"), {
    minLength: 1,
    maxLength: 4,
  });
  const start = fc.constantFrom(", ", " ", ". ", " — ", "; ");
  fc.assert(
    fc.property(arbitraryAsk, fc.nat(8), start, arbitraryWords, fc.boolean(), (ask, place, gap, given, others) => {
      const lines = renderSheet(ask, { canAllow: true }).split("\n");
      const heads = lines.findIndex((line) => line.startsWith("## 1 "));
      const end = lines.findIndex((line, at) => at > heads && line.startsWith("## "));
      const bullets = lines.flatMap((line, at) => (at > heads && at < end && line.startsWith("- ") ? [at] : []));
      const at = bullets[place % Math.max(bullets.length, 1)];
      if (at === undefined) return;
      const words = given.join(" ");
      const edited = lines
        .map((line, index) => (index === at ? line + gap + words : line))
        .filter((_, index) => index === at || others || !bullets.includes(index));
      const { answers, declined, errors } = parseSheet(edited.join("\n"), ask, { seen: "all" });
      if (errors.length > 0) return;
      const [answer] = answers;
      expect(`${answer?.notes} ${answer?.customInput} ${declined?.reason}`).toContain(words);
    }),
    { numRuns: 150 },
  );
});
