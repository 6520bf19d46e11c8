import { type Ask, type QuestionAnswer, type ReportedOutcome, toVerdict } from "@yourcall/core";
import { describePicture, isRecord, noPreference, toFields, toList } from "@yourcall/core/internal";
import type { Decision } from "../follow-dialog.ts";

/** A request to the host that ends one of its dialogs. */
export interface HostReply {
  url: string;
  body?: unknown;
  /** Whether it ends the turn, as an interruption does. */
  endsTurn: boolean;
}

/** The request that gives the host a decision of the hub. */
export function toReply(ask: Ask, id: string, decision: Decision): HostReply {
  if (ask.kind === "approval") {
    const body = toPermission(ask, decision);
    const endsTurn = body.reply === "reject" && body.message === undefined;
    return { url: `/permission/${id}/reply`, body, endsTurn };
  }
  if (decision.status === "declined") return { url: `/question/${id}/reject`, endsTurn: true };
  const comment = decision.comment?.trim();
  const answers = decision.answers.map((answer, at) => [
    ...toTexts(answer),
    // There is no other place for it.
    ...(comment && at === decision.answers.length - 1 ? [comment] : []),
  ]);
  return { url: `/question/${id}/reply`, body: { answers }, endsTurn: false };
}

/** An empty list would reach the model as "Unanswered". */
function toTexts({ selectedOptions, customInput, notes, skipped, attachments = [] }: QuestionAnswer): string[] {
  const chosen = skipped === true ? [noPreference] : [...selectedOptions, ...(customInput ? [customInput] : [])];
  const pictures = attachments.map((picture) => `Picture: ${describePicture(picture)}`);
  return [...chosen, ...(notes ? [`note: ${notes}`] : []), ...pictures];
}

/** Only an allowing answer allows. A refusal with a message lets the turn go on; without one, the host ends it. */
function toPermission(ask: Ask, decision: Decision): { reply: "once" | "always" | "reject"; message?: string } {
  const { isAllowed, isAlways, remark } = toVerdict(ask, decision);
  if (isAllowed) return { reply: isAlways ? "always" : "once" };
  const message = decision.status === "declined" ? decision.reason?.trim() : remark;
  return message ? { reply: "reject", message } : { reply: "reject" };
}

/** What was answered in the host's own window, as `question.replied` has it. */
export function toQuestionReport(ask: Ask, answers: unknown): ReportedOutcome {
  const lists = toList(answers);
  return {
    status: "answered",
    answers: ask.questions.map(({ question, options, multiSelect }, at) => {
      const texts = toTextList(lists[at]);
      const labels = texts.filter((text) => options.some(({ label }) => label === text));
      const own = texts.filter((text) => !labels.includes(text)).join(", ");
      if (texts.length === 0) return { question, selectedOptions: [], skipped: true };
      // A single choice is either an option or own words.
      const selectedOptions = own === "" || multiSelect ? labels : [];
      const customInput = multiSelect ? own : texts.join(", ");
      return own === "" ? { question, selectedOptions } : { question, selectedOptions, customInput };
    }),
  };
}

/** What was decided in the host's own window, as `permission.replied` has it; undefined for a word we do not know. */
export function toPermissionReport(ask: Ask, reply: unknown): ReportedOutcome | undefined {
  const words = { once: "allow-once", always: "allow-always", reject: "deny" } as const;
  const chosen = Object.hasOwn(words, String(reply)) ? words[reply as keyof typeof words] : undefined;
  const [question] = ask.questions;
  if (chosen === undefined || question === undefined) return undefined;
  return { status: "answered", answers: [{ question: question.question, selectedOptions: [chosen] }] };
}

/** Whether allowing requests with these patterns for good also allows the other one. */
export function covers(always: unknown, { patterns }: { patterns?: unknown }): boolean {
  const rules = toTextList(always).map(toRegExp);
  const wanted = toTextList(patterns);
  return wanted.length > 0 && wanted.every((pattern) => rules.some((rule) => rule.test(pattern)));
}

/** As the host compares them: `*` is any text, `?` one character, and ` *` at the end may be missing. */
function toRegExp(rule: string): RegExp {
  const escaped = rule
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${escaped.replace(/ \.\*$/, "( .*)?")}$`, "s");
}

export function toTextList(value: unknown): string[] {
  return toList(value).filter((item) => typeof item === "string");
}

/** Whether the call was interrupted, according to the host's message that contains it; undefined if that is not known yet. */
export function isInterrupted(message: unknown, callId: string | undefined): boolean | undefined {
  const parts = toList(toFields(message).parts).map(toFields);
  const state = parts.find((part) => callId !== undefined && part.callID === callId)?.state;
  if (!isRecord(state)) return undefined;
  if (state.status === "error") return /aborted/i.test(String(state.error));
  return state.status === "completed" ? false : undefined;
}

/** Adds words to the result of a call, before the model gets it. False if there is no place for them. */
export function addToResult(result: unknown, words: string): boolean {
  if (!isRecord(result)) return false;
  const { output, content } = result;
  if (typeof output === "string") result.output = output === "" ? words : `${output}\n\n${words}`;
  // That of an MCP server's tool.
  else if (Array.isArray(content)) content.push({ type: "text", text: words });
  else return false;
  return true;
}
