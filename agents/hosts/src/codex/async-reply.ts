import { type Ask, type GivenAnswer, type ReportedOutcome, toAskLeniently, toUnansweredText } from "@yourcall/core";
import { parseJson, toFields, toList } from "@yourcall/core/internal";
import type { Decision } from "../follow-dialog.ts";
import type { Fields } from "./app-server.ts";
import { noPreference, toNoteLine, toPictureLines } from "./from-outcome.ts";

const [opens, closes] = ["<send_user_message_question_reply>", "</send_user_message_question_reply>"];
const toolName = "request_user_input_async";

/** One question of a call of `request_user_input_async`. Codex settles each of them on its own. */
export interface AsyncQuestion {
  call: string;
  at: number;
  ask: Ask;
}

/** The questions in a message of Codex's model that waits for no answer; none in any other message. */
export function toAsyncQuestions({ type, delivery, id, questions }: Fields): AsyncQuestion[] {
  if (type !== "agentMessage" || delivery !== "async") return [];
  return toList(questions).flatMap((one, at) => {
    const { title, options } = toFields(one);
    const labels = toList(options);
    const kind = labels.length > 0 ? { options: labels, multiSelect: false } : { kind: "text", options: [] };
    const read = toAskLeniently({ questions: [{ question: title, ...kind }] });
    return "ask" in read && read.ask.questions.length === 1 ? [{ call: String(id), at, ask: read.ask }] : [];
  });
}

/** The message of the person that answers it, as Codex's own screen writes it. */
export function toReplyText({ call, at, ask }: AsyncQuestion, decision: Decision): string {
  const reply = { answer: toWords(decision), question: ask.questions[0]?.question, questionItemId: toItemId(call, at) };
  return `${opens}\n${JSON.stringify([reply])}\n${closes}`;
}

function toItemId(call: string, at: number): string {
  return JSON.stringify([toolName, call, at]);
}

function toWords(decision: Decision): string {
  if (decision.status === "declined") return toUnansweredText(decision);
  const [answer] = decision.answers;
  if (answer === undefined || answer.skipped === true) return noPreference;
  const notes = [answer.notes, decision.comment, ...toPictureLines(answer)].flatMap((text) => text?.trim() || []);
  return [...answer.selectedOptions, answer.customInput?.trim() || [], ...notes.map(toNoteLine)].flat().join("\n");
}

/** What a person's message answers: its text, and the answers by the id of the question. Undefined if it is any other message. */
export function readReplies({ content }: Fields): { text: string; answers: ReadonlyMap<string, string> } | undefined {
  const text = toList(content)
    .map((part) => toFields(part).text)
    .filter((part) => typeof part === "string")
    .join("");
  const [from, to] = [text.indexOf(opens), text.lastIndexOf(closes)];
  if (from < 0 || to < from) return undefined;
  const replies = toList(parseJson(text.slice(from + opens.length, to))).map(toFields);
  return {
    text,
    answers: new Map(replies.map(({ questionItemId, answer }) => [String(questionItemId), String(answer)])),
  };
}

/** What a message answers to this question; undefined if nothing. */
export function findReply(answers: ReadonlyMap<string, string>, { call, at }: AsyncQuestion): string | undefined {
  return answers.get(toItemId(call, at));
}

/** An answer that was given in Codex's own screen. */
export function toReplyReport({ ask }: AsyncQuestion, answer: string): ReportedOutcome {
  const [question] = ask.questions;
  const isOption = question?.options.some(({ label }) => label === answer) === true;
  const given: GivenAnswer = {
    question: question?.question ?? "",
    ...(isOption ? { selectedOptions: [answer] } : { selectedOptions: [], customInput: answer }),
  };
  return { status: "answered", answers: [given] };
}
