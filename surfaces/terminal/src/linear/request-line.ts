import { type Answering, current, noneRow, otherRow, type Question, toOptionNames } from "@yourcall/core";
import {
  canAskBack,
  canAttach,
  canReview,
  denies,
  enterMeaning,
  isConfirm,
  isOwnList,
  toEditable,
  unreachable,
} from "@yourcall/core/internal";
import { numbersTo, toChoiceOf } from "./words.ts";

/** The line that asks for input: what is accepted now, followed by the cursor. */
export function requestLine(state: Answering): string {
  return `${request(state)}: `;
}

function request(state: Answering): string {
  const { question } = current(state);
  if (state.asking === "skip") return "y to skip, x to decline, b to go back";
  if (state.asking === "also-wrote") return `y to send ${chosenName(state)} only, n to add it as a note, b to go back`;
  if (state.field === "note") return "Your note";
  if (state.field === "comment") return "Your comment";
  if (state.field === "reason") return "Reason, or an empty line for none";
  if (state.field === "asked") return "Your question to the agent";
  if (state.field === "edited") return canReview(state.ask) ? "What will be written" : "What will run";
  if (state.field === "picture") return "The path of the picture";
  if (state.page === "decline") return "y to decline, anything else keeps answering";
  if (state.page === "review") return reviewRequest(state);
  if (state.field === "other") return toFieldName(question);
  if (isAllowing(state)) return `${chosenName(state)}? y to allow, anything else keeps answering`;
  if (isConfirm(state.ask)) return `y or n, or an empty line for ${enterMeaning(state)}`;
  if (isOwnList(state.ask)) return `${question.multiSelect ? "Numbers with spaces between" : "Number"}, x to cancel`;
  const skip = question.required === true ? "" : "s to skip, ";
  if (question.options.length === 0) return `o to write, ${skip}x to decline, ? for help`;
  if (state.ask.kind === "approval") return "Number, n to add a note, x to decline, ? for help";
  if (question.multiSelect) return "Numbers with spaces between, o to add your own words";
  return `Number, ${skip}x to decline, ? for help`;
}

function toFieldName(question: Question): string {
  switch (question.kind) {
    case "number":
      return "A number";
    case "choice":
    case "text":
    case "confirm":
      return "Your words";
    default:
      return unreachable(question);
  }
}

function reviewRequest({ ask }: Answering): string {
  const count = ask.questions.length;
  const change = toChoiceOf(numbersTo(count));
  if (isOwnList(ask)) return `y to continue, ${change} to change ${count === 1 ? "it" : "one"}`;
  if (count === 1) return "Send the answer? y to send, 1 to change it, c to comment";
  const all = count === 2 ? "both" : `all ${count}`;
  return `Send ${all} answers? y to send, ${change} to change one, c to comment`;
}

/** The name of the picked option, or of the one that an approval would choose. */
function chosenName(state: Answering): string {
  const { question, entry } = current(state);
  return toOptionNames(question, state.ask)[entry.picked[0] ?? entry.focus]?.name ?? "the choice";
}

/** Whether a number was given that allows, which still needs `y`. Otherwise the machine's focus is on Deny. */
export function isAllowing(state: Answering): boolean {
  if (state.ask.kind !== "approval" || state.page !== "question" || state.field !== null) return false;
  const { question, entry } = current(state);
  return !denies(state.ask, question.options[entry.focus]?.label);
}

/** The commands accepted here, one per line. */
export function helpLines(state: Answering): string[] {
  return state.page === "review" ? reviewHelp(state) : questionHelp(state);
}

function questionHelp(state: Answering): string[] {
  const { question } = current(state);
  const { options } = question;
  const ownList = isOwnList(state.ask);
  const approval = state.ask.kind === "approval";
  const when = (is: boolean, line: string) => (is ? [line] : []);
  return [
    ...when(options.length > 0, numberHelp(state)),
    ...when(question.multiSelect && options.length > 0, "a: choose all options."),
    ...when(noneRow(state.ask, question) >= 0, "0: none of these."),
    ...when(!approval && !ownList, "o: type your own answer."),
    ...when(
      options.some(({ preview }) => preview !== undefined),
      "p and a number: read the preview of that option.",
    ),
    ...when(canReview(state.ask), "c, the number of a line and words: comment on that line, as in c 6 Why?"),
    ...when(canReview(state.ask), "d and the number of a line: strike it out. d 6-8 strikes out several."),
    ...when(isEditableLine(state), "e: change what will run, then allow it once."),
    ...when(!ownList, "n: add a note to your choice."),
    ...when(state.settings.pictures && canAttach(state, state.at), "f: add a picture by its path."),
    ...when(!approval && !ownList && question.required !== true, "s: skip. You have no preference, the agent chooses."),
    ...when(canAskBack(state.ask), "q: ask the agent something before you decide."),
    ownList ? "x: cancel." : "x: decline. You will not answer.",
    ...when(canGoBack(state), backHelp(state)),
    "r: repeat the question.",
    "Control C: stop. Nothing is answered.",
  ];
}

/** Whether what would run can be changed here, where a text is one line and a tab cannot be told from spaces. */
export function isEditableLine({ ask }: Answering): boolean {
  const text = toEditable(ask);
  return text !== undefined && !/[\n\t]/.test(text);
}

function numberHelp(state: Answering): string {
  if (state.ask.kind === "approval") return "Number: choose that option. Only allowing asks for y first.";
  const alone = state.ask.questions.length === 1 && !isOwnList(state.ask);
  if (current(state).question.multiSelect)
    return `Numbers: choose these options and no others${alone ? ", and send" : ""}. Spaces or commas between them.`;
  return `Number: choose that option${alone ? " and send it" : ""}.`;
}

function reviewHelp(state: Answering): string[] {
  const several = state.ask.questions.length > 1;
  return [
    isOwnList(state.ask) ? "y: continue." : "y: send.",
    several ? "Number: change the answer to that question." : "1: change the answer.",
    ...(isOwnList(state.ask)
      ? ["x: cancel."]
      : [
          "s and a number: skip that question. You have no preference, the agent chooses.",
          "c: add a comment.",
          ...(canAskBack(state.ask) ? ["q: ask the agent something before you decide."] : []),
          "x: decline. You will not answer.",
        ]),
    several ? "b: back to the last question." : "b: back to the question.",
    "r: repeat the answers.",
    "Control C: stop. Nothing is answered.",
  ];
}

function backHelp(state: Answering): string {
  if (state.fromReview) return "b: back to the review.";
  return state.at > 0 ? "b: back to the previous question." : "b: back to the list. The question stays open.";
}

/** Whether there is anything before this question. */
export function canGoBack(state: Answering): boolean {
  return state.fromReview || state.at > 0 || (state.settings.escapeTo === "list" && !isOwnList(state.ask));
}

/** What to type instead of a line that means nothing here. */
export function whatIsAccepted(state: Answering): string {
  const { question } = current(state);
  const count = question.options.length;
  if (count === 0) return "Type o to write, s, x, or ? for help.";
  if (isOwnList(state.ask)) return `Type a number from 1 to ${count}, x, or ? for help.`;
  if (state.ask.kind === "approval") return `Type a number from 1 to ${count}, n, x, or ? for help.`;
  const last = Math.max(count, otherRow(state.ask, question) + 1);
  const none = noneRow(state.ask, question) < 0 ? "" : ", 0 for none of these";
  return question.multiSelect
    ? `Type numbers from 1 to ${last} with spaces between${none}, a, o, s, x, or ? for help.`
    : `Type a number from 1 to ${last}, o for your own words, s, x, or ? for help.`;
}
