import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAsk } from "../ask.ts";
import { toOptionNames } from "../option-name.ts";
import { arbitraryAsk } from "../testing/arbitrary-ask.ts";
import { arbitraryDraft, arbitraryEvent } from "../testing/arbitrary-event.ts";
import { press, typeText } from "../testing/press.ts";
import { approvalAsk, multiAsk, singleAsk, textAsk, textFirstAsk, threeAsk } from "../testing/sample-asks.ts";
import { answer } from "./answer-by-keys.ts";
import { type Answering, current, startAnswering } from "./answering.ts";
import { applyDraft } from "./draft.ts";
import { enterMeaning } from "./enter-meaning.ts";
import { toEvent } from "./key-map.ts";
import { noneText } from "./rows.ts";

const single = startAnswering(singleAsk);
const multi = startAnswering(multiAsk);
const three = startAnswering(threeAsk);

describe("the hint names what Enter does", () => {
  test.each<[string, string, Answering]>([
    ["a lone single-select", "choose and send", single],
    ["a lone single-select, Other chosen by typing", "choose and send", typeText(press(single, "o"), "bun")],
    ["an empty Other row", "write", press(single, "end")],
    [
      "an option beside text in Other, which will be asked about",
      "choose",
      press(typeText(press(single, "o"), "b"), "up"),
    ],
    ["the question about that text", "send the choice only", press(typeText(press(single, "o"), "b"), "up", "enter")],
    ["the question whether to skip", "skip", press(single, "s")],
    ["a note", "keep it", press(single, "n")],
    ["a lone multi-select without a tick", "needs a tick", multi],
    ["a lone multi-select", "send 2 chosen", press(multi, "1", "2")],
    ["Other of a multi-select", "keep it", typeText(press(multi, "o"), "x")],
    ["a multi-select with text in Other", "send 2 chosen", press(typeText(press(multi, "1", "o"), "x"), "enter")],
    ["a lone multi-select that is skipped", "skip", press(multi, "tab", "s", "escape")],
    ["the first of several", "choose, next", three],
    ["a multi-select among several", "next", press(three, "tab")],
    ["the last of several", "choose, next: review", press(three, "tab", "tab")],
    ["a question edited from the review", "choose, next: review", press(three, "tab", "tab", "tab", "1")],
    ["a text question", "send", startAnswering(textAsk)],
    ["the first of several, a text question", "next", startAnswering(textFirstAsk)],
    ["a question row of the review", "edit", press(three, "tab", "tab", "tab")],
    ["the comment row", "write", press(single, "tab", "down")],
    ["the comment", "keep it", press(single, "tab", "c")],
    ["Send while something is open", "go to the open one", press(single, "tab", "end")],
    ["Send when all is answered", "send", press(single, "space", "tab")],
    ["the decline page", "choose", press(single, "x")],
    ["the reason", "decline", press(single, "x", "down", "down", "enter")],
    ["the keys", "close", press(single, "?")],
    ["an approval", "send Deny", startAnswering(approvalAsk)],
    [
      "an approval that was read, on another row",
      "send Allow once",
      answer(press(startAnswering(approvalAsk), "down"), { type: "seen" }),
    ],
  ])("on %s: %s", (_, words, state) => {
    expect(enterMeaning(state)).toBe(words);
  });

  test("a multi-select without options sends its text, and says so", () => {
    const ask = parseAsk({ questions: [{ question: "Which?", header: "", options: [], multiSelect: true }] });
    const typed = typeText(startAnswering(ask), "these");
    expect(enterMeaning(typed)).toBe("send");
    expect(press(typed, "enter").end).toMatchObject({ answers: [{ customInput: "these" }] });
  });
});

// What must be true after Enter for each hint. Refusals are handled before.
function cameTrue(words: string, before: Answering, after: Answering): boolean {
  const count = /^send (\d+) chosen$/.exec(words)?.[1];
  const reply = after.end?.type === "submitted" ? after.end.answers[0] : undefined;
  if (count !== undefined)
    return (reply?.selectedOptions.length ?? -1) + (reply?.customInput === undefined ? 0 : 1) === Number(count);
  const named = before.ask.kind === "approval" ? /^send (.+)$/.exec(words)?.[1] : undefined;
  if (named !== undefined) {
    const { question, entry } = current(before);
    const isNamed = toOptionNames(question, before.ask)[entry.focus]?.name === named;
    return isNamed && reply?.selectedOptions[0] === question.options[entry.focus]?.label;
  }
  const onward = /^(?:choose, )?(next(?:: review)?)$/.exec(words)?.[1];
  if (onward === "next: review") return after.page === "review" && after.end === null;
  if (onward === "next") return after.page === "question" && after.at === before.at + 1 && after.end === null;
  switch (words) {
    case "close":
      return before.help && !after.help && after.end === null;
    case "skip":
      return reply?.skipped === true || after.asking === "skip";
    case "send":
    case "choose and send":
    case "send the choice only":
      return reply !== undefined;
    case "send none of these":
      return reply?.customInput === noneText && reply.selectedOptions.length === 0;
    case "keep it":
      return after.field === null && after.page === before.page && after.at === before.at && after.end === null;
    case "write":
      return after.field === "other" || after.field === "comment";
    case "edit":
      return after.page === "question" && after.at === before.reviewRow && after.fromReview;
    case "go to the open one":
      return after.page === "review" && after.reviewRow < before.entries.length && after.end === null;
    case "yes":
    case "no":
      return current(after).question.options[current(after).entry.picked[0] ?? -1]?.label.toLowerCase() === words;
    case "ask the agent":
      return after.end?.type === "declined" && after.end.asked !== undefined;
    case "decline":
      return after.end?.type === "declined";
    case "choose":
      return before.page === "decline"
        ? after.page !== "decline" || after.field === "reason" || after.end?.type === "declined"
        : after.asking === "also-wrote" && current(after).entry.picked.includes(current(before).entry.focus);
    default:
      return false;
  }
}

test("whatever happened before, Enter does what the hint says, or refuses with a message", () => {
  const cases = arbitraryAsk.chain((ask) =>
    fc.tuple(fc.constant(ask), fc.option(arbitraryDraft(ask)), fc.array(arbitraryEvent(ask), { maxLength: 25 })),
  );
  fc.assert(
    fc.property(cases, ([ask, draft, events]) => {
      let state = applyDraft(startAnswering(ask), draft);
      for (const event of events) {
        const words = enterMeaning(state);
        const after = answer(state, toEvent(state, { name: "enter" }) ?? { type: "enter" });
        const refused =
          after.notice !== null && after.page === state.page && after.at === state.at && after.end === null;
        if (!refused && !cameTrue(words, state, after))
          throw new Error(`"${words}" on ${state.page} did not come true.`);
        state = answer(state, event);
        if (state.end !== null) return;
      }
    }),
    { numRuns: 150 },
  );
});
