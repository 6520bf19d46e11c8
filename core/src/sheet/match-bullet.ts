import { cleanLine } from "../clean-text.ts";
import { keepAllText, type SheetOption, type SheetQuestion, unescapeMarkdown } from "./sheet-question.ts";

/** What a bullet below a question says. */
type Bullet =
  | { kind: "keep-all" }
  | { kind: "option"; option: SheetOption }
  /** Another line of the question was joined to this one. */
  | { kind: "joined" }
  /** Own words; `option` if they follow the agent's own Other, which is chosen even without words. */
  | { kind: "own"; text: string; option?: SheetOption }
  /** An empty box before something. */
  | { kind: "unticked" }
  | { kind: "unknown" };

/** Reads the text of a bullet. The keep-all line comes first, so that no label can pass for it. */
export function matchBullet(text: string, question: SheetQuestion): Bullet {
  const line = cleanLine(text);
  if (unescapeMarkdown(line) === keepAllText) return { kind: "keep-all" };
  const given = matchGivenOther(text, question);
  if (given !== undefined) return given;
  const whole = matchOption(line, question);
  if (whole.kind !== "unknown") return whole;
  const ticked = /^\\?\[[xX]\\?\]\s+(\S.*)$/.exec(line)?.[1];
  if (ticked !== undefined) {
    const option = matchOption(ticked, question);
    if (option.kind !== "unknown") return option;
  }
  if (/^\\?\[\s?\\?\](?:\s|$)/.test(line)) return { kind: "unticked" };
  const own = matchOwn(text);
  if (own !== undefined && (own.word === "other" || question.ownWord === "Answer"))
    return { kind: "own", text: own.text };
  return { kind: "unknown" };
}

/** Whether a line, bullet or not, is one of the question's options: whole, bare, or with another description. */
export function matchOption(line: string, question: SheetQuestion): Bullet {
  for (const read of [(text: string) => text, unescapeMarkdown]) {
    const given = read(line);
    const option =
      question.options.find((candidate) => read(candidate.line) === given) ??
      question.options.find((candidate) => read(candidate.name) === given);
    if (option !== undefined) return { kind: "option", option };
    const start = question.options.find((candidate) =>
      `${given} `.startsWith(read(candidate.name) + question.separator),
    );
    if (start !== undefined)
      return isJoined(given, start, question) ? { kind: "joined" } : { kind: "option", option: start };
  }
  return { kind: "unknown" };
}

/** The line of the agent's own Other, with or without its description and words. */
function matchGivenOther(text: string, question: SheetQuestion): Bullet | undefined {
  const option = question.options.find(({ takesWords }) => takesWords);
  if (option === undefined) return undefined;
  const line = text.trim().replace(/^\\?\[[xX]\\?\]\s+/, "");
  for (const read of [(given: string) => given, unescapeMarkdown])
    for (const start of [read(option.line), `${read(option.name)}:`])
      if (read(line).startsWith(start)) return { kind: "own", text: read(line).slice(start.length).trim(), option };
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
  return question.ownWord === undefined ? '"note:"' : `"- ${question.ownWord}:"`;
}
