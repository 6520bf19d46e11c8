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

/** The time left in words, in whole units: `5 minutes`, `90 seconds`. */
export function toSpokenTimeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (seconds !== 60 && minutes < 2) return counted(seconds, "second");
  if (minutes !== 60 && hours < 2) return counted(minutes, "minute");
  if (hours !== 24 && hours < 48) return counted(hours, "hour");
  return counted(Math.floor(hours / 24), "day");
}
