import { type Answering, current, noneRow } from "@yourcall/core";

/** The commands accepted here, one per line. */
export function helpLines(state: Answering): string[] {
  return state.page === "review" ? reviewHelp(state) : questionHelp(state);
}

function questionHelp(state: Answering): string[] {
  const { question } = current(state);
  const { options } = question;
  const approval = state.ask.kind === "approval";
  const when = (is: boolean, line: string) => (is ? [line] : []);
  return [
    ...when(options.length > 0, numberHelp(state)),
    ...when(question.multiSelect && options.length > 0, "a: choose all options."),
    ...when(noneRow(state.ask, question) >= 0, "0: none of these."),
    ...when(!approval, "o: type your own answer."),
    ...when(
      options.some(({ preview }) => preview !== undefined),
      "p and a number: read the preview of that option.",
    ),
    "n: add a note to your choice.",
    ...when(!approval, "s: skip. You have no preference, the agent chooses."),
    "x: decline. You will not answer.",
    ...when(canGoBack(state), backHelp(state)),
    "r: repeat the question.",
    "Control C: stop. Nothing is answered.",
  ];
}

function numberHelp(state: Answering): string {
  if (state.ask.kind === "approval") return "Number: choose that option. Only allowing asks for y first.";
  const alone = state.ask.questions.length === 1;
  if (current(state).question.multiSelect)
    return `Numbers: choose these options and no others${alone ? ", and send" : ""}. Spaces or commas between them.`;
  return `Number: choose that option${alone ? " and send it" : ""}.`;
}

function reviewHelp(state: Answering): string[] {
  const several = state.ask.questions.length > 1;
  return [
    "y: send.",
    several ? "Number: change the answer to that question." : "1: change the answer.",
    "s and a number: skip that question. You have no preference, the agent chooses.",
    "c: add a comment.",
    "x: decline. You will not answer.",
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
  return state.fromReview || state.at > 0 || state.settings.escapeTo === "list";
}
