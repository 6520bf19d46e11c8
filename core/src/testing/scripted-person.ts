import { checkAnswers } from "../answer.ts";
import { parseAsk } from "../ask.ts";
import type { Asker } from "../asker.ts";
import { cleanLine } from "../clean-text.ts";
import { toFallback } from "../deadline.ts";
import { formatIssues } from "../errors.ts";
import type { Outcome, QuestionAnswer } from "../outcome-schemas.ts";
import type { Ask, AskRequest, Question } from "../schemas.ts";

/** The reply to one question: options by their exact label, own words, or a skip; each with a note if wanted. */
export interface ScriptedReply {
  select?: string | readonly string[];
  other?: string;
  skip?: boolean;
  note?: string;
  /** With an option that allows a call once: what the person changed `approval.editable` to. */
  edited?: string;
}

/** Replies by header or by question text. */
export type ScriptedReplies = Readonly<Record<string, ScriptedReply>>;

/** An ask as the person saw it, with what the agent sent along. */
export type ScriptedAsk = Ask & AskRequest;

/**
 * What the person does with an ask. `{ select, other, skip, note }` replies to an ask of one question; `{ answers }` replies
 * to each question by its header or text. `"skip"` skips every question.
 */
export type ScriptedAct =
  | "skip"
  | "decline"
  | "expire"
  | "cancel"
  | { decline: string }
  | { askBack: string }
  | { cancel: string }
  | { answers: ScriptedReplies; comment?: string }
  | (ScriptedReply & { comment?: string });

type Maybe<Value> = Value | undefined | Promise<Value | undefined>;

/** A function that acts on an ask or leaves it to the next rule with undefined, or an act for the asks that `when` matches. */
export type ScriptedRule =
  | ((ask: ScriptedAsk) => Maybe<ScriptedAct>)
  | {
      /** Part of a question's text, or a whole header; a pattern on either; or a test of the ask. */
      when: string | RegExp | ((ask: ScriptedAsk) => boolean);
      answer: ScriptedAct | ((ask: ScriptedAsk) => Maybe<ScriptedAct>);
    };

export interface ScriptedPerson extends Asker {
  /** Every ask so far, in order. */
  readonly asks: readonly ScriptedAsk[];
}

/**
 * An asker for tests: answers by the first rule that matches. It invents nothing: an ask that no rule matches rejects,
 * and so does an answer that does not fit its ask. Its outcomes name the script as the one who acted.
 *
 *     const person = createScriptedPerson([
 *       { when: "database", answer: { select: "SQLite", note: "for now" } },
 *       { when: /deploy/i, answer: { decline: "not on a Friday" } },
 *     ]);
 *
 * @example
 * const person = createScriptedPerson([{ when: /database/, answer: { select: "SQLite" } }]);
 * const outcome = await person.ask(ask);
 */
export function createScriptedPerson(
  rules: readonly ScriptedRule[],
  { now = () => "2026-01-01T00:00:00.000Z" }: { now?: () => string } = {},
): ScriptedPerson {
  const asks: ScriptedAsk[] = [];
  return {
    asks,
    async ask(request, { signal } = {}) {
      const ask = { ...request, ...parseAsk(request) };
      asks.push(ask);
      const act = await untilAborted(() => findAct(rules, ask), signal);
      return toOutcome(ask, act, now());
    },
  };
}

async function findAct(rules: readonly ScriptedRule[], ask: ScriptedAsk): Promise<ScriptedAct> {
  for (const rule of rules) {
    if (typeof rule !== "function" && !isMatch(rule.when, ask)) continue;
    const answer = typeof rule === "function" ? rule : rule.answer;
    const act = typeof answer === "function" ? await answer(ask) : answer;
    if (act !== undefined) return act;
  }
  throw new Error(`No rule of the scripted person matches ${describeAsk(ask)}.`);
}

function isMatch(when: string | RegExp | ((ask: ScriptedAsk) => boolean), ask: ScriptedAsk): boolean {
  if (typeof when === "function") return when(ask);
  return ask.questions.some(({ question, header }) =>
    typeof when === "string"
      ? question.includes(when) || header === when
      : question.search(when) >= 0 || header.search(when) >= 0,
  );
}

/** The act, or `cancel` as soon as the asker withdraws, whichever is first. */
function untilAborted(act: () => Promise<ScriptedAct>, signal: AbortSignal | undefined): Promise<ScriptedAct> {
  if (signal === undefined) return act();
  return new Promise((resolve, reject) => {
    const withdraw = () => resolve("cancel");
    if (signal.aborted) return withdraw();
    signal.addEventListener("abort", withdraw, { once: true });
    act()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", withdraw));
  });
}

function toOutcome(ask: ScriptedAsk, act: ScriptedAct, at: string): Outcome {
  const by = { surface: "script", act: "script" } as const;
  if (act === "decline") return { status: "declined", by, at };
  if (act === "cancel") return { status: "cancelled", at };
  if (act === "expire") {
    const fallback = ask.onTimeout === "recommended" ? toFallback(ask) : undefined;
    return { status: "expired", at, fallback };
  }
  if (act === "skip") {
    const replies = ask.questions.map(({ question }) => [question, { skip: true }] as const);
    return { status: "answered", answers: toScriptedAnswers(ask, Object.fromEntries(replies)), by, at };
  }
  if ("decline" in act) return { status: "declined", reason: act.decline, by, at };
  if ("askBack" in act) {
    if (ask.asksAgain !== true)
      throw new Error(`Nobody can ask back: the agent of ${describeAsk(ask)} cannot ask again.`);
    return { status: "declined", asked: act.askBack, reason: act.askBack, by, at };
  }
  if ("cancel" in act) return { status: "cancelled", reason: act.cancel, at };
  const { comment, ...reply } = act;
  const answers = toScriptedAnswers(ask, "answers" in reply ? reply.answers : toOnlyReply(ask, reply));
  return { status: "answered", answers, comment, by, at };
}

/** The answers that replies amount to. Throws with the reason if they do not fit the ask. */
function toScriptedAnswers(ask: Ask, replies: ScriptedReplies): QuestionAnswer[] {
  const used = new Set<string>();
  const entries = ask.questions.flatMap((question) => {
    const name = [question.question, question.header].find((candidate) => Object.hasOwn(replies, candidate));
    const reply = name === undefined ? undefined : replies[name];
    if (name === undefined || reply === undefined) return [];
    used.add(name);
    return [toEntry(question, reply)];
  });
  const unused = Object.keys(replies).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`${describeAsk(ask)} has no question named ${quoteAll(unused)}.`);
  const checked = checkAnswers(ask, entries);
  if ("issues" in checked)
    throw new Error(`The script's answer does not fit ${describeAsk(ask)}.\n${formatIssues(checked.issues)}`);
  return checked.answers;
}

/** The ask as an error names it. */
function describeAsk(ask: Ask): string {
  return `the ask ${quoteAll(ask.questions.map(({ question }) => cleanLine(question)))}`;
}

/** A reply to the only question of an ask. Throws if there are more. */
function toOnlyReply(ask: Ask, reply: ScriptedReply): ScriptedReplies {
  const [question, ...others] = ask.questions;
  if (question === undefined || others.length > 0)
    throw new Error(`One reply was given for ${describeAsk(ask)}. Give one for each question, by its header.`);
  return Object.fromEntries([[question.question, reply]]);
}

function toEntry({ question, header }: Question, { select, other, skip, note, edited }: ScriptedReply): QuestionAnswer {
  return {
    question,
    ...(edited === undefined ? {} : { edited }),
    header,
    selectedOptions: typeof select === "string" ? [select] : [...(select ?? [])],
    customInput: other,
    notes: note,
    ...(skip === true ? { skipped: true } : {}),
  };
}

function quoteAll(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(", ");
}
