import { isGivenOther, noneRow, otherRow, takesOnlyOptions } from "../answering/rows.ts";
import { denies, toShownAsk } from "../approval-options.ts";
import { cleanLine } from "../clean-text.ts";
import { splitRecommended, toHeaderName, toOptionNames } from "../option-name.ts";
import type { Ask, AskKind, Question } from "../schemas.ts";

/** The last bullet of a question in which every option could be meant: deleting it means that they all are. */
export const keepAllText = "(keep all: delete this line)";

/** An option as its line in the sheet shows it. */
export interface SheetOption {
  /** The exact label of the ask. */
  label: string;
  /** The label as the sheet writes it: clean, on one line, unlike every other line of the question. */
  name: string;
  /** Clean, on one line; empty if there is none. */
  description: string;
  /** Name and description, without the bullet; an agent's own Other ends in a colon, after which own words go. */
  line: string;
  /** Whether this is the agent's own Other: like every Other it means nothing until words follow it, or a tick is before it. */
  takesWords: boolean;
}

/** A question as the sheet writes and reads it. */
export interface SheetQuestion {
  /** The number in its heading, from 1. */
  number: number;
  /** Its header on one line. */
  name: string;
  question: Question;
  options: SheetOption[];
  /** The options that would allow, in a sheet that can only deny. */
  withheld: SheetOption[];
  /** Separates name and description; no name of this question contains it. */
  separator: string;
  /** Whether it ends in the keep-all line, without which an untouched list would read as a choice. */
  keepAll: boolean;
  /** The word before the person's own words. An approval and a confirm take none, and cannot be skipped. */
  ownWord: "Other" | "Answer" | undefined;
  /** Whether `none` answers it with None of these. */
  takesNone: boolean;
  kind: AskKind;
}

/**
 * The questions of an ask as the sheet shows them. Rendering and parsing both start here, so that they agree. Without `canAllow`
 * an approval has only the options that deny.
 */
export function toSheetQuestions(given: Ask, canAllow: boolean): SheetQuestion[] {
  const ask = toShownAsk(given);
  return ask.questions.map((question, index) => {
    const own = ask.approval?.options === undefined ? [] : toOptionNames(question, ask);
    const names = toSheetNames(question.options.map(({ label }, at) => own[at]?.name ?? label));
    let separator = " — ";
    while (names.some((name) => ` ${name} `.includes(separator))) separator = ` —${separator.trimStart()}`;
    const ownWord = question.options.length === 0 ? "Answer" : "Other";
    const all = question.options.map((option, at): SheetOption => {
      const name = names[at] ?? "";
      const description = toInert(cleanLine(option.description ?? ""));
      const takesWords = isGivenOther(ask, question) && at === otherRow(ask, question);
      const line = `${name}${description === "" ? "" : `${separator}${description}`}${takesWords ? ":" : ""}`;
      return { label: option.label, name, description, line, takesWords };
    });
    const isOffered = ({ label }: { label: string }) => ask.kind !== "approval" || canAllow || denies(ask, label);
    const options = all.filter(isOffered);
    const choosable = options.filter(({ takesWords }) => !takesWords).length;
    return {
      number: index + 1,
      name: toInert(toHeaderName(ask, index)),
      question: { ...question, options: question.options.filter(isOffered) },
      options,
      withheld: all.filter((option) => !isOffered(option)),
      separator,
      keepAll: choosable > 0 && (question.multiSelect || choosable === 1),
      ownWord: takesOnlyOptions(ask, question) ? undefined : ownWord,
      takesNone: noneRow(ask, question) >= 0,
      kind: ask.kind,
    };
  });
}

/** Takes away the backslashes that markdown formatters put before punctuation. */
export function unescapeMarkdown(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

// A label that would read as another line of the sheet gets its number in front; labels that look alike get it at the end.
// A number can itself make a name look like a third one, hence the loop: it ends because every round numbers one more.
function toSheetNames(labels: readonly string[]): string[] {
  const names = labels.map((label, index) => {
    const name = toInert(cleanLine(label)) || "(no text)";
    return isReserved(unescapeMarkdown(name)) ? `[${index + 1}] ${name}` : name;
  });
  const numbered = new Set<number>();
  for (;;) {
    const looks = names.map((name) => toLook(name));
    const alike = names.findIndex(
      (_, at) => !numbered.has(at) && looks.filter((look) => look === looks[at]).length > 1,
    );
    if (alike < 0) return names;
    for (const [at, look] of looks.entries()) {
      if (look !== looks[alike] || numbered.has(at)) continue;
      names[at] = `${names[at]} [${at + 1}]`;
      numbered.add(at);
    }
  }
}

function toLook(name: string): string {
  return splitRecommended(unescapeMarkdown(name)).label.normalize("NFKC").toLowerCase();
}

function isReserved(name: string): boolean {
  return name === keepAllText || /^other\s*:/i.test(name) || /^\[.?\](?:\s|$)/u.test(name);
}

/**
 * Editors take settings from the text of a file: Vim from `vim: set …`, Emacs from `-*- … -*-` and `Local Variables:`. In the
 * model's text, look-alike characters make them harmless.
 */
export function toInert(text: string): string {
  return text
    .replace(/(^|\s)(ex|vi|[Vv]im[<=>]?\d*):/gm, "$1$2∶")
    .replaceAll("-*-", "-∗-")
    .replace(/(local variables):/gi, "$1∶");
}

/** A comment line of the sheet. Nothing in the text can end the comment or open another. */
export function toHtmlComment(text: string): string {
  return `<!-- ${toInComment(text)} -->`;
}

/** The text as it can stand inside a comment line. */
export function toInComment(text: string): string {
  return text.replaceAll("<", "‹").replaceAll(">", "›");
}

/** The line a sheet starts with; its id is the first group. */
export const startLine = /^<!-- yourcall (ask_[^\s>]+)/;

/** The line a sheet ends with. */
export const endLine = /^<!-- \/yourcall\b/;
