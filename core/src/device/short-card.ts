import { toOptionNames } from "../option-name.ts";
import type { AgentInfo, Ask } from "../schemas.ts";
import {
  type ButtonAct,
  type CardButton,
  cut,
  type DeviceCardOptions,
  isOnePress,
  toDeviceCard,
} from "./device-card.ts";

/** An ask as a notification with a few buttons. Pressing the notification itself opens the ask. */
export interface ShortCard {
  title: string;
  body: string;
  /** At most as many as the device has room for. A button whose act is `reply` takes text. */
  buttons: Pick<CardButton, "text" | "act">[];
}

interface ShortCardOptions extends Pick<DeviceCardOptions, "level" | "approvals"> {
  /** How many buttons there is room for. */
  most: number;
  /** Whether text can be typed into the notification. */
  takesReply: boolean;
}

const longestTitle = 150;
const longestBody = 1000;
const longestButton = 30;

/** What a notification shows. Either every option has a button or none has: never some of them. */
export function toShortCard(ask: Ask & { agent: AgentInfo }, options: ShortCardOptions): ShortCard {
  const { level, approvals } = options;
  const { parts, rows, replyTo } = toDeviceCard(ask, { level, approvals, isShort: true });
  const [from, question, ...more] = parts.map(({ text }) => text);
  if (level === "waiting" || question === undefined) return { title: from ?? "", body: "", buttons: [] };
  const buttons = fitButtons(ask, rows.flat(), { ...options, replyTo });
  const isAsking = buttons.some(({ act }) => act.act === "reply");
  const who = cut(from ?? "", longestTitle);
  const lines = [
    ...(question.length > longestTitle ? [question] : []),
    // What is allowed comes first: a notification that is not unfolded shows one line.
    ...(ask.kind === "approval" ? [...more, who] : [who, ...more]),
    ...(isAsking ? [more.length > 0 ? "Reply with a number, or in your own words." : "Reply in your own words."] : []),
  ];
  return { title: cut(question, longestTitle), body: cut(lines.join("\n"), longestBody), buttons };
}

function fitButtons(
  ask: Ask,
  all: readonly CardButton[],
  { most, takesReply, replyTo }: ShortCardOptions & { replyTo: number | null },
): ShortCard["buttons"] {
  if (!isOnePress(ask)) return [];
  const [question] = ask.questions;
  const names = ask.kind === "approval" || question === undefined ? [] : toOptionNames(question, ask);
  const choices = all
    .filter(({ act }) => act.act === "choose")
    .map(({ text, act }, at) => ({ text: cut(names[at]?.name ?? text, longestButton), act }));
  const fitting = choices.length <= most ? choices : [];
  const reply: ButtonAct = { act: "reply", question: 0, numbered: choices.length > 0 };
  const canReply = takesReply && replyTo !== null && fitting.length < most;
  return canReply ? [...fitting, { text: "Reply", act: reply }] : fitting;
}
