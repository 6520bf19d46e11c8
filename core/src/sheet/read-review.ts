import { cleanText } from "../clean-text.ts";
import { createBudget, lineDiff } from "../line-diff.ts";
import type { ReviewMark } from "../outcome-schemas.ts";
import { fits, type Reviewed, toReview } from "../review.ts";
import type { FoundBlock } from "./block.ts";
import type { SheetError } from "./mark-sheet-errors.ts";
import { type ReviewLine, toReviewLines, unescapeComment } from "./render-review.ts";

/** What a person changed and wrote in the block: never a guess, so a comment next to deleted lines must say which it is about. */
export function readReview(block: FoundBlock, reviewed: Reviewed): { marks: ReviewMark[]; errors: SheetError[] } {
  const base = toReviewLines(reviewed);
  const { texts, comments } = divide(block);
  const { marks, places } = compare(base, texts, reviewed);
  const errors: SheetError[] = [];
  for (const comment of comments) {
    const place = findPlace(comment, places, reviewed);
    if (typeof place === "string") errors.push({ line: comment.number, message: place });
    else addComment(marks, place, comment.text);
  }
  return { marks: toReview(marks, reviewed), errors };
}

interface Comment {
  number: number;
  /** How many lines of the text are above it. */
  above: number;
  /** `line 4-6 "words"`: the lines and words that it names. */
  named: { from: number; to: number; words: string | undefined } | undefined;
  words: string | undefined;
  /** The words as they are written before the comment, if they turn out to be a part of it. */
  head: string;
  text: string;
}

function divide({ line, lines }: FoundBlock): { texts: string[]; comments: Comment[] } {
  const texts: string[] = [];
  const comments: Comment[] = [];
  let isOpen = false;
  for (const [index, { text: written, own }] of lines.entries()) {
    const number = line + 1 + index;
    const text = cleanText(written).replaceAll("\n", " ").trimEnd();
    if (!own || !text.startsWith(">")) {
      texts.push(text);
      isOpen = false;
      continue;
    }
    const said = text.replace(/^> ?/, "").trimEnd();
    const head = readHead(said);
    const last = comments.at(-1);
    if (head === undefined && isOpen && last !== undefined) last.text += `\n${unescapeComment(said)}`;
    else
      comments.push({
        number,
        above: texts.length,
        named: undefined,
        words: undefined,
        head: "",
        text: unescapeComment(said),
        ...head,
      });
    isOpen = true;
  }
  return { texts, comments };
}

/** `line 6:`, `lines 6-8:`, `line 6 "words":` or `"words":` before a comment. */
function readHead(said: string): Pick<Comment, "named" | "words" | "head" | "text"> | undefined {
  const [, from, to, quoted, text] =
    /^lines? (\d{1,6})(?:-(\d{1,6}))?(?: ("(?:[^"\\]|\\.)*"))?:(?: (.*))?$/.exec(said) ?? [];
  if (from !== undefined)
    return {
      named: { from: Number(from), to: Number(to ?? from), words: unquote(quoted) },
      words: undefined,
      head: "",
      text: text ?? "",
    };
  const [, words, rest] = /^("(?:[^"\\]|\\.)*"): (.*)$/.exec(said) ?? [];
  return words === undefined
    ? undefined
    : { named: undefined, words: unquote(words), head: `${words}: `, text: rest ?? "" };
}

function unquote(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

type Place = Pick<ReviewMark, "from" | "to" | "quote">;

/** What stands at a place of the edited text: a line as it was, or a changed one; `left` are deleted lines directly below it. */
interface TextPlace {
  place: Place;
  left: ReviewLine | undefined;
}

/** The changes as marks, and for each line of the edited text, the lines that it stands for. The first entry is above all of them. */
function compare(
  base: ReviewLine[],
  texts: string[],
  reviewed: Reviewed,
): { marks: ReviewMark[]; places: (TextPlace | undefined)[] } {
  const marks: ReviewMark[] = [];
  const places: (TextPlace | undefined)[] = [undefined];
  const diff = lineDiff(base.map(({ text }) => text).join("\n"), texts.join("\n"), createBudget());
  let at = 0;
  for (let index = 0; index < diff.length; ) {
    if (diff[index]?.sign === " ") {
      places.push({ place: toPlace(base[at], base[at], reviewed), left: undefined });
      at += 1;
      index += 1;
      continue;
    }
    const removed: ReviewLine[] = [];
    const added: string[] = [];
    for (; index < diff.length && diff[index]?.sign !== " "; index += 1) {
      if (diff[index]?.sign === "+") added.push(diff[index]?.text ?? "");
      else {
        const line = base[at];
        if (line !== undefined) removed.push(line);
        at += 1;
      }
    }
    const before = base[at - removed.length - 1];
    const pairs = pair(removed, added);
    if (removed.length > 0 && pairs !== undefined) {
      let left: ReviewLine[] = [];
      const strike = () => {
        if (left.length === 0) return;
        const place = toPlace(left[0], left.at(-1), reviewed);
        marks.push({ ...place, replacement: "" });
        places[places.length - 1] = { place: places.at(-1)?.place ?? place, left: { ...place, text: "" } };
        left = [];
      };
      for (const [offset, line] of removed.entries()) {
        const text = pairs.get(offset);
        if (text === undefined) left.push(line);
        else {
          strike();
          const place = toPlace(line, line, reviewed);
          marks.push({ ...place, replacement: text });
          places.push({ place, left: undefined });
        }
      }
      strike();
    } else if (removed.length > 0) {
      const place = toPlace(removed[0], removed.at(-1), reviewed);
      marks.push({ ...place, replacement: added.join("\n") });
      for (const _ of added) places.push({ place, left: undefined });
    } else {
      // New lines belong to the line above them, or to the first line.
      const line = before ?? base[0];
      const place = toPlace(line, line, reviewed);
      const words = before === undefined ? [...added, place.quote] : [place.quote, ...added];
      const existing = marks.find((mark) => mark.from === place.from && mark.to === place.to);
      if (existing !== undefined) existing.replacement = [existing.replacement, ...added].join("\n");
      else marks.push({ ...place, replacement: words.join("\n") });
      for (const _ of added) places.push({ place, left: undefined });
    }
  }
  return { marks, places };
}

/**
 * Which removed line each added line replaces, by the index of the removed one; undefined if that is not clear. As many lines as before
 * replace each other in turn; fewer replace those that they resemble.
 */
function pair(removed: readonly ReviewLine[], added: readonly string[]): Map<number, string> | undefined {
  const pairs = new Map<number, string>();
  let from = 0;
  for (const [index, text] of added.entries()) {
    const isAlike = ({ text: old }: ReviewLine, at: number) => at >= from && resembles(old, text);
    const at = removed.length === added.length ? index : removed.findIndex(isAlike);
    if (at < 0) return undefined;
    pairs.set(at, text);
    from = at + 1;
  }
  return pairs;
}

function resembles(one: string, other: string): boolean {
  const [short, long] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
  let start = 0;
  while (start < short && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < short - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return long > 0 && start + end >= long / 2;
}

function toPlace(first: ReviewLine | undefined, last: ReviewLine | undefined, { lines }: Reviewed): Place {
  const [from, to] = [first?.from ?? 1, last?.to ?? 1];
  return { from, to, quote: lines.slice(from - 1, to).join("\n") };
}

/** What a comment is about, or why that is not clear. */
function findPlace(comment: Comment, places: (TextPlace | undefined)[], reviewed: Reviewed): Place | string {
  const { named, words } = comment;
  if (comment.text.trim() === "") return "This comment has no words. Write them after >, or delete the line.";
  if (named !== undefined) {
    const { from, to } = named;
    const quote = named.words ?? reviewed.lines.slice(from - 1, to).join("\n");
    const place = { from, to, quote };
    return fits(place, reviewed.lines)
      ? place
      : `There is no ${from === to ? `line ${from}` : `such lines ${from}-${to}`} with these words.`;
  }
  const above = places[Math.min(comment.above, places.length - 1)];
  if (above?.left !== undefined) {
    const { from, to } = above.left;
    const gone = from === to ? `line ${from}` : `lines ${from}-${to}`;
    if (comment.above === 0) return above.place;
    return `You deleted ${gone} here. Write "> ${gone}: " before your words if they are about that, or "> line ${above.place.to}: " for the line above.`;
  }
  if (above === undefined) return "There is no line above this comment. Write it below the line that it is about.";
  if (words === undefined) return above.place;
  const place = { ...above.place, quote: words };
  if (fits(place, reviewed.lines)) return place;
  comment.text = comment.head + comment.text;
  return above.place;
}

function addComment(marks: ReviewMark[], place: Place, text: string): void {
  const same = marks.find((mark) => mark.from === place.from && mark.to === place.to && mark.quote === place.quote);
  const comment = [same?.comment ?? "", text.trim()].filter((part) => part !== "").join("\n");
  if (same === undefined) marks.push({ ...place, comment });
  else same.comment = comment;
}
