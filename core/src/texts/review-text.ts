import { cleanText } from "../clean-text.ts";
import type { Outcome, ReviewMark } from "../outcome-schemas.ts";

/**
 * What a person wrote about lines of a plan or a change, for the agent and for logs: in the order of the document, each with its line
 * numbers and its quote. Every quoted line follows `> `, so that nothing in it can pass for the person's words. Empty without a review.
 *
 *     Comments on lines:
 *
 *     Line 6:
 *       > - Sessions end after 7 days, renewed on every request
 *       Renew only when less than a day is left.
 *
 *     Line 10, strike out:
 *       > 3. Drop all sessions
 *
 *     Line 11, replace:
 *       > Friday evening
 *     with:
 *       > Tuesday morning
 *
 *     Line 3 of the change in src/session.ts:
 *       > + const days = 7;
 *       Take it from the settings.
 */
export function toReviewText(outcome: Outcome): string {
  return outcome.status === "answered" ? toMarksText(outcome.answers[0]?.review) : "";
}

/** Comments and replacements as text, also before they were sent. */
export function toMarksText(marks: readonly ReviewMark[] = []): string {
  const blocks = marks.map(({ from, to, quote, comment = "", replacement, file }) =>
    [
      `Line${from === to ? "" : "s"} ${from}${from === to ? "" : ` to ${to}`}${
        file === undefined ? "" : ` of the change in ${file}`
      }${replacement === undefined ? "" : replacement === "" ? ", strike out" : ", replace"}:`,
      ...shorten(indent(quote, "  > ")),
      ...(replacement ? ["with:", ...indent(replacement, "  > ")] : []),
      ...(comment === "" ? [] : indent(comment.trim(), "  ")),
    ].join("\n"),
  );
  return blocks.length === 0 ? "" : ["Comments on lines:", ...blocks].join("\n\n");
}

/** For the person: their comments on the version before that do not find their lines in this one. */
export function toEarlierText(marks: readonly ReviewMark[]): string {
  return toMarksText(marks).replace("Comments on lines:", "You said this of the version before, whose lines are gone:");
}

// The agent has the text itself: of many lines, the first and the last say which they are.
const mostQuoted = 8;

function shorten(lines: string[]): string[] {
  if (lines.length <= mostQuoted) return lines;
  return [...lines.slice(0, 3), `  (${lines.length - 6} more lines)`, ...lines.slice(-3)];
}

function indent(text: string, start: string): string[] {
  return cleanText(text)
    .split("\n")
    .map((line) => (start + line).trimEnd());
}
