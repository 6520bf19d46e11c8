import { type Answering, type Ask, cleanLine, type Outcome, toAnswerText, toHeaderName } from "@yourcall/core";
import { awaitingReply, countComments, describePicture, toClock, toPlaceText } from "@yourcall/core/internal";
import { type EndingContext, toExpiredText, unsentTexts } from "../view/view-ending.ts";
import { toSentence } from "./words.ts";

/** How the ask ended, in plain sentences, and any text that was not sent. */
export function endingLines(
  ask: Ask,
  outcome: Outcome,
  context: Pick<EndingContext, "elsewhere" | "after"> & { state: Answering },
): string[] {
  const elsewhere = context.elsewhere === true;
  return [
    ...sentences(ask, outcome, elsewhere, context.after),
    ...unsentTexts(context.state, outcome, elsewhere).map(
      ({ name, text }) => `Not sent: ${name} "${cleanLine(text)}".`,
    ),
  ];
}

function sentences(ask: Ask, outcome: Outcome, elsewhere: boolean, after: string | undefined): string[] {
  switch (outcome.status) {
    case "answered": {
      if (!elsewhere) return ["Sent."];
      const answers = outcome.answers.flatMap((given, index) => [
        toSentence(`${toHeaderName(ask, index)}: ${toAnswerText(ask, index, given)}`),
        ...(given.edited === undefined ? [] : [`Changed to: "${cleanLine(given.edited)}".`]),
        ...(given.review === undefined ? [] : [toSentence(countComments(given.review.length))]),
        ...(given.notes === undefined ? [] : [`Note: "${cleanLine(given.notes)}".`]),
        ...(given.attachments ?? []).map((picture) => `Picture: ${describePicture(picture)}.`),
      ]);
      const comment = outcome.comment === undefined ? [] : [`Comment: "${cleanLine(outcome.comment)}".`];
      return [...answers, ...comment, `Answered${whereAndWhen(outcome)}.`];
    }
    case "declined": {
      if (outcome.asked !== undefined)
        return [
          `Asked back${elsewhere ? whereAndWhen(outcome) : ""}: "${cleanLine(outcome.asked)}".`,
          ...(elsewhere ? [] : [toSentence(awaitingReply)]),
        ];
      const reason = outcome.reason === undefined ? [] : [`Reason: "${cleanLine(outcome.reason)}".`];
      return [`Declined${elsewhere ? whereAndWhen(outcome) : ""}.`, ...reason];
    }
    case "cancelled":
      return [`Withdrawn at ${toClock(outcome.at)}.`];
    case "expired":
      return [toExpiredText(after)];
  }
}

function whereAndWhen({ by, at }: Extract<Outcome, { by: unknown }>): string {
  return ` ${toPlaceText(by)} at ${toClock(at)}`;
}
