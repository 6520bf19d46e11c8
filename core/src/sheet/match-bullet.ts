import { cleanLine } from "../clean-text.ts";
import { keepAllText, type SheetOption, type SheetQuestion, unescapeMarkdown } from "./sheet-question.ts";

/** A box before a bullet's text: `[x]` or `[ ]`. */
type Box = "ticked" | "empty" | undefined;

/** What a bullet below a question says. */
type Bullet =
  | { kind: "keep-all" }
  /** `remark` is what the person wrote after it. */
  | { kind: "option"; option: SheetOption; box: Box; remark: string }
  /** Another line of the question was joined to this one. */
  | { kind: "joined" }
  /** Own words, perhaps none yet; `option` if they follow the agent's own Other. */
  | { kind: "own"; text: string; box: Box; option?: SheetOption }
  | { kind: "unknown" };

const boxStart = /^\\?\[([xX]|\s?)\\?\](?:\s+|$)/;

/** Reads the text of a bullet. The keep-all line comes first, so that no label can pass for it. */
export function matchBullet(text: string, question: SheetQuestion): Bullet {
  if (unescapeMarkdown(cleanLine(text)) === keepAllText) return { kind: "keep-all" };
  const mark = boxStart.exec(text);
  const box = mark === null ? undefined : (mark[1] ?? "").trim() === "" ? "empty" : "ticked";
  const bare = text.slice(mark?.[0].length ?? 0).trim();
  const given = matchGivenOther(bare, question);
  if (given !== undefined) return { kind: "own", box, ...given };
  const bullet = matchOption(cleanLine(bare), question);
  if (bullet.kind === "option" && bullet.option.takesWords)
    return { kind: "own", box, text: bullet.remark, option: bullet.option };
  if (bullet.kind === "option") return { ...bullet, box };
  if (bullet.kind !== "unknown") return bullet;
  const own = matchOwn(bare);
  if (own !== undefined && (own.word === "other" || question.ownWord === "Answer"))
    return { kind: "own", box, text: own.text };
  return { kind: "unknown" };
}

/** Whether a line, bullet or not, is one of the question's options: whole, bare, or followed by other words. */
export function matchOption(line: string, question: SheetQuestion): Bullet {
  for (const read of [(text: string) => text, unescapeMarkdown]) {
    const given = read(line);
    const option =
      question.options.find((candidate) => read(candidate.line) === given) ??
      question.options.find((candidate) => read(candidate.name) === given);
    if (option !== undefined) return { kind: "option", option, box: undefined, remark: "" };
    const start = question.options.find((candidate) =>
      `${given} `.startsWith(read(candidate.name) + question.separator),
    );
    if (start === undefined) continue;
    if (isJoined(given, start, question)) return { kind: "joined" };
    const words = given.slice(read(start.name).length + question.separator.length).trim();
    return { kind: "option", option: start, box: undefined, remark: toRemark(words, start.description) };
  }
  return { kind: "unknown" };
}

/** Whether a bullet would allow what this sheet can only deny. */
export function isWithheld(text: string, question: SheetQuestion): boolean {
  return matchBullet(text, { ...question, options: question.withheld }).kind === "option";
}

/** What a person wrote after an option: nothing if it is the description or a piece of it, else their words. */
function toRemark(words: string, description: string): string {
  for (const read of [(text: string) => text, unescapeMarkdown, withoutBackslashes]) {
    const [given, known] = [read(words), read(description)];
    if (containsWords(known, given)) return "";
    if (given.startsWith(known) && !/^[\p{L}\p{N}]/u.test(given.slice(known.length)))
      return given.slice(known.length).replace(/^[\s,;:.–—-]+/, "");
    if (known === "") return given;
  }
  return words;
}

/** A formatter may have added a backslash to one of the text itself, and nobody can tell them apart then. */
function withoutBackslashes(text: string): string {
  return text.replaceAll("\\", "");
}

/** Whether the text contains these words, and not only some letters of a longer word. */
function containsWords(text: string, words: string): boolean {
  const isLetter = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? "");
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const [before, after] = [text[at - 1], text[at + words.length]];
    if (!(isLetter(before) && isLetter(words[0])) && !(isLetter(after) && isLetter(words.at(-1)))) return true;
  }
  return false;
}

/** The words after the line of the agent's own Other, which may have lost its description. */
function matchGivenOther(line: string, question: SheetQuestion): { text: string; option: SheetOption } | undefined {
  const option = question.options.find(({ takesWords }) => takesWords);
  if (option === undefined) return undefined;
  for (const read of [(given: string) => given, unescapeMarkdown, withoutBackslashes])
    for (const start of [read(option.line), `${read(option.name)}:`])
      if (read(line).startsWith(start)) return { text: read(line).slice(start.length).trim(), option };
  return undefined;
}

/** Splits `Other: words` or `Answer: words`. */
export function matchOwn(text: string): { word: string; text: string } | undefined {
  const match = /^(other|answer)\s*(?:$|:(.*)$)/i.exec(text);
  return match === null ? undefined : { word: (match[1] ?? "").toLowerCase(), text: (match[2] ?? "").trim() };
}

// Joining two lines would silently drop the second: its option would count as deleted, its words would be lost.
function isJoined(line: string, option: SheetOption, question: SheetQuestion): boolean {
  const others = question.options.filter((other) => other !== option).map((other) => `- ${other.line}`);
  return [...others, "- Other:"].some((other) => line.includes(other) && !option.line.includes(other));
}

/** The message for a bullet that does not belong to its question (undefined: above all of them). */
export function toStrayMessage(
  text: string,
  question: SheetQuestion | undefined,
  questions: SheetQuestion[],
  missing: SheetQuestion[],
): string {
  const line = cleanLine(text);
  for (const owner of [...missing, ...questions]) {
    const bullet = matchOption(line, owner);
    if (bullet.kind !== "option") continue;
    const where = `${quote(bullet.option.name)} belongs to question ${owner.number}`;
    return missing.includes(owner)
      ? `${where}, whose heading is missing above it. Undo, or put "## ${owner.number}" back.`
      : `${where}. Move it below "## ${owner.number}", or delete the line.`;
  }
  if (question === undefined) return `${quote(line)} is above question 1. Undo, or delete the line.`;
  if (question.ownWord === undefined)
    return `${quote(line)} is not an option of question ${question.number}. Undo, or delete the line.`;
  return `${quote(line)} is not an option of question ${question.number}. To give your own answer, write it after ${toOwnPlace(question)}.`;
}

/** Text from the sheet, quoted and shortened for an error message. */
export function quote(text: string): string {
  const characters = [...cleanLine(text)];
  return `"${characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : characters.join("")}"`;
}

/** Where the person's own words to a question go. */
export function toOwnPlace(question: SheetQuestion): string {
  if (question.ownWord === undefined) return '"note:"';
  return quote(`- ${question.options.find(({ takesWords }) => takesWords)?.line ?? `${question.ownWord}:`}`);
}
