import { type Answering, startAnswering } from "../answering/answering.ts";
import { applyDraft, type Draft } from "../answering/draft.ts";
import { isAnswered, openQuestions } from "../answering/question-answer.ts";
import { noneRow, noneText, otherRow } from "../answering/rows.ts";
import { denies, toEffect } from "../approval-options.ts";
import { approvalSubject } from "../approval-subject.ts";
import { cleanLine, cleanText, revealText } from "../clean-text.ts";
import { toOptionNames } from "../option-name.ts";
import type { AgentInfo, Ask, Question } from "../schemas.ts";
import type { DeviceLevel } from "../wire/device-shapes.ts";
import { toPlaceParts } from "../words/ask-words.ts";
import { splitFences } from "../words/question-line.ts";

/** What pressing a button does. The hub keeps it; a device sees only the button's random name. */
export type ButtonAct =
  /** Chooses or toggles the option with exactly this label; `None of these` where the question has that row. */
  | { act: "choose"; question: number; label: string }
  /** Asks for the person's own words, which then answer. `numbered`: the number of an option chooses that option. */
  | { act: "reply"; question: number; numbered?: boolean }
  /** Shows another question. */
  | { act: "go"; question: number }
  | { act: "send" }
  | { act: "decline" };

export interface CardButton {
  /** Cut for display. The act has the exact label. */
  text: string;
  act: ButtonAct;
  style?: "danger" | "success";
}

export interface CardPart {
  style: "plain" | "bold" | "code";
  text: string;
}

/** An ask as a message with buttons. Texts are clean; parts are lines of their own. */
export interface DeviceCard {
  parts: CardPart[];
  rows: CardButton[][];
  /** The question whose answer a reply to the message is; null if replies are not taken. */
  replyTo: number | null;
}

export interface DeviceCardOptions {
  level: DeviceLevel;
  /** Whether the person lets approvals be allowed on this device. */
  approvals: boolean;
  draft?: Draft | undefined;
  /** The question to show. */
  at?: number;
  /** For a notification: an approval counts as whole only on one line, and words are not asked for. */
  isShort?: boolean;
}

const longestButton = 40;
const longestText = 1500;

/** Whether one press answers: a single question of which one option is chosen. */
export function isOnePress({ questions }: Pick<Ask, "questions">): boolean {
  return questions.length === 1 && questions[0]?.multiSelect === false;
}

/** What a device that can edit its message shows. Either every option has a button or none has: never some of them. */
export function toDeviceCard(ask: Ask & { agent: AgentInfo }, options: DeviceCardOptions): DeviceCard {
  const { who, where } = toPlaceParts(ask);
  if (options.level === "waiting")
    return { parts: [{ style: "plain", text: "An agent waits for your answer." }], rows: [], replyTo: null };
  const names = options.level === "full" ? [who, ...where] : [who];
  const from: CardPart = { style: "plain", text: names.filter((name) => name !== "").join(" · ") || "An agent" };
  const card = ask.kind === "approval" ? toApprovalCard(ask, options) : toQuestionCard(ask, options);
  return { ...card, parts: [from, ...card.parts] };
}

function toApprovalCard(ask: Ask & { agent: AgentInfo }, { level, approvals, isShort }: DeviceCardOptions): DeviceCard {
  const shown = startAnswering(ask).ask;
  const [question] = shown.questions;
  if (question === undefined || ask.approval === undefined) return { parts: [], rows: [], replyTo: null };
  const { act } = approvalSubject(ask.approval, ask.agent.cwd);
  const whole = level === "full" ? wholeApproval(ask, ask.agent.cwd, isShort) : null;
  const buttons = toOptionNames(question, shown).flatMap(({ name }, row): CardButton[] => {
    const label = question.options[row]?.label ?? "";
    const choose: ButtonAct = { act: "choose", question: 0, label };
    if (denies(shown, label)) return [{ text: name, act: choose, style: "danger" }];
    const isOnce = effectOf(shown, label) === "allow-once";
    return approvals && whole !== null && isOnce ? [{ text: name, act: choose, style: "success" }] : [];
  });
  return {
    parts: [
      { style: "bold", text: `May it use ${act}?` },
      whole === null ? { style: "plain", text: "Open it to read all of it." } : { style: "code", text: whole },
    ],
    rows: [buttons.map((button) => ({ ...button, text: cut(button.text, longestButton) }))],
    replyTo: null,
  };
}

function effectOf(ask: Ask, label: string) {
  const answers = [{ question: "", header: "", selectedOptions: [label] }];
  return toEffect(ask, { status: "answered", answers, by: { surface: "", act: "click" }, at: "" });
}

/** The question, with its code as code. A short card has one part for it, which becomes its title. */
function toQuestionParts(question: string, place: string, isShort: boolean): CardPart[] {
  const parts = splitFences(cut(cleanText(question), longestText)).map(({ isCode, text }) => ({
    style: isCode ? ("code" as const) : ("bold" as const),
    text: isCode ? text : text.trim(),
  }));
  if (isShort || parts.length === 0) return [{ style: "bold", text: place + parts.map(({ text }) => text).join("\n") }];
  const [first] = parts;
  if (first?.style === "bold") first.text = place + first.text;
  return first?.style === "code" && place !== "" ? [{ style: "bold", text: place.trim() }, ...parts] : parts;
}

function toQuestionCard(ask: Ask, { level, draft, at = 0, isShort = false }: DeviceCardOptions): DeviceCard {
  const fresh = startAnswering(ask);
  const state = isOnePress(ask) ? fresh : applyDraft(fresh, draft);
  const question = state.ask.questions[at];
  const entry = state.entries[at];
  if (question === undefined || entry === undefined) return { parts: [], rows: [], replyTo: null };
  const total = ask.questions.length;
  const names = toOptionNames(question, ask);
  const isFull = level === "full";
  const takesWords = otherRow(ask, question) >= 0;
  const mark = (row: number) => (!isOnePress(ask) && entry.picked.includes(row) ? "✔ " : "");
  const options = names.map(
    ({ name }, row): CardButton => ({
      text: `${mark(row)}${row + 1} ${cut(name, longestButton)}`,
      act: { act: "choose", question: at, label: question.options[row]?.label ?? "" },
    }),
  );
  const none = noneRow(ask, question);
  if (none >= 0)
    options.push({ text: `${mark(none)}${noneText}`, act: { act: "choose", question: at, label: noneText } });
  const own = entry.other.text.trim();
  const parts: CardPart[] = [
    ...toQuestionParts(question.question, total > 1 ? `${at + 1} of ${total}: ` : "", isShort),
    ...(isFull && at === 0 && ask.context !== undefined
      ? [{ style: "plain", text: cut(cleanText(ask.context), longestText) } as const]
      : []),
    ...names.map(({ name, recommended }, row): CardPart => {
      const about = isFull ? cleanLine(question.options[row]?.description ?? "") : "";
      return {
        style: "plain",
        text: `${row + 1}. ${cut(name, 200)}${recommended ? " (recommended)" : ""}${about === "" ? "" : `: ${cut(about, 300)}`}`,
      };
    }),
    ...(!isOnePress(ask) && own !== ""
      ? [{ style: "plain", text: `✔ In your words: ${cut(cleanLine(own), 200)}` } as const]
      : []),
    ...(question.multiSelect ? [{ style: "plain", text: "You can choose several." } as const] : []),
    ...(takesWords && !isShort ? [{ style: "plain", text: "Or reply with your own words." } as const] : []),
  ];
  return {
    parts,
    rows: [...inRows(options), ...inRows(toActs(state, at, question, takesWords))],
    replyTo: takesWords ? at : null,
  };
}

function toActs(state: Answering, at: number, question: Question, takesWords: boolean): CardButton[] {
  const { ask } = state;
  const total = ask.questions.length;
  const entry = state.entries[at];
  const isDone = entry !== undefined && isAnswered(ask, question, entry);
  return [
    ...(takesWords && question.options.length > 0
      ? [{ text: "Other", act: { act: "reply", question: at } } as const]
      : []),
    ...(at > 0 ? [{ text: "← Back", act: { act: "go", question: at - 1 } } as const] : []),
    ...(at < total - 1 && isDone ? [{ text: "Next →", act: { act: "go", question: at + 1 } } as const] : []),
    ...(!isOnePress(ask) && openQuestions(state).length === 0
      ? [{ text: "Send", act: { act: "send" }, style: "success" } as const]
      : []),
    { text: "Decline", act: { act: "decline" } },
  ];
}

const shortButton = 16;

/** Two buttons a row if both are short, otherwise one. */
function inRows(buttons: readonly CardButton[]): CardButton[][] {
  const rows: CardButton[][] = [];
  for (const button of buttons) {
    const last = rows.at(-1);
    const fits = (one: CardButton | undefined) => one !== undefined && one.text.length <= shortButton;
    if (last?.length === 1 && fits(last[0]) && fits(button)) last.push(button);
    else rows.push([button]);
  }
  return rows;
}

/** The text, or its beginning with an ellipsis. */
export function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

const mostCharacters = 600;
const mostLines = 12;
// What a notification shows without being opened.
const mostCells = 80;

/**
 * The text of an approval if all of it can be read in one message: a command or other input, short, with nothing in it that is
 * shown differently from what it is, and nothing beside it. Null otherwise; then it cannot be allowed there. `isShort`: all of it has to
 * fit on one line of a notification.
 */
function wholeApproval({ approval, context, questions }: Ask, cwd?: string, isShort = false): string | null {
  if (approval === undefined || context !== undefined || questions.length !== 1) return null;
  const { part, rest } = approvalSubject(approval, cwd);
  if ((part.kind !== "command" && part.kind !== "input") || rest !== "") return null;
  const { text } = part;
  if (text.trim() === "" || revealText(text) !== text || text.length > mostCharacters) return null;
  if (isShort) return text.includes("\n") || countCells(text) > mostCells ? null : text;
  return text.split("\n").length > mostLines ? null : text;
}

/** At least as many cells as the text takes: anything but ASCII counts as wide. */
function countCells(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter <= "~" ? 1 : 2), 0);
}
