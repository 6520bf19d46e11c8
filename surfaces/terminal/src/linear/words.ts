import { type Answering, cleanLine, cleanText, toAnswerText, toHeaderName, toQuestionAnswer } from "@yourcall/core";

/** Clean text on one line that ends like a sentence, so that a voice pauses there. */
export function toSentence(text: string): string {
  const line = cleanLine(text);
  return line === "" || /[.!?:;。！？：]$/.test(line) ? line : `${line}.`;
}

/**
 * The agent's text on its own lines. All but the first are indented and none of ours are, so an agent's text cannot pass for a
 * line of the prompt.
 */
export function toAgentLines(text: string): string[] {
  const [first = "", ...more] = cleanText(text).trim().split("\n");
  return [first.trim() || "(no text)", ...more.map(indentLine)];
}

/** A line of the agent, indented to set it apart from ours. */
export function indentLine(line: string): string {
  return `  ${line}`.trimEnd();
}

/** `Auth Method: "passkeys".`, or that the question is still open. */
export function toAnswerLine(state: Answering, at: number): string {
  const question = state.ask.questions[at];
  const entry = state.entries[at];
  const given = question === undefined || entry === undefined ? null : toQuestionAnswer(state.ask, question, entry);
  return toSentence(
    `${toHeaderName(state.ask, at)}: ${given === null ? "still open" : toAnswerText(state.ask, at, given)}`,
  );
}

/** `1`, `1 or 2`, `1, 2 or 3`. */
export function toChoiceOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** The numbers from 1 to `count`, as words of a list. */
export function numbersTo(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}
