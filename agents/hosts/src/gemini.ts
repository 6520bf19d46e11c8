import { join } from "node:path";
import type { Ask } from "@yourcall/core";
import { parseJson, toFields } from "@yourcall/core/internal";
import type { Host, HostPlaces } from "./host.ts";
import { type HubFirstHost, refuseOtherHub, toAskOrNull, toHookFile } from "./hub-first.ts";

const title = "Gemini CLI";
const cancelled = "Request cancelled.";

export const geminiFirst: HubFirstHost = {
  title,
  event: "BeforeTool",
  tool: "ask_user",
  toAsk,
  toOutput,
  // Gemini does not end its hooks.
  isInterruption,
};

/** Gemini CLI: a hook that holds its dialog, because it has no way to close one that is open. */
export function describeGemini(): Host {
  return {
    title,
    program: "gemini",
    tested: "0.61.0",
    limits: "they are in yourcall first and in its own window after five minutes, and its approvals stay there",
    directory: geminiHome,
    isOnRequest: "flag",
    refuse: (settings) => refuseOtherHub(title, settings),
    files: (places, settings) => [toHookFile(join(geminiHome(places), "settings.json"), geminiFirst, settings)],
    next: "Restart Gemini CLI to use it.",
  };
}

/** The ask for a call of `ask_user`, whose questions are a choice, a text, or yes or no; null if it cannot be shown. */
export function toAsk(input: unknown): Ask | null {
  const { questions } = toFields(input);
  return Array.isArray(questions) ? toAskOrNull({ questions: questions.map(toQuestion) }) : null;
}

function toQuestion(given: unknown): unknown {
  const { type, placeholder, ...question } = toFields(given);
  if (type === "yesno") return { ...question, options: [{ label: "Yes" }, { label: "No" }] };
  return type === "text" ? { ...question, kind: "text", options: [] } : question;
}

/** The output of the hook `BeforeTool` that keeps Gemini from asking: it tells its model this text. */
export function toOutput(text: string): object {
  return { decision: "deny", reason: text };
}

/** Whether these lines of the conversation's file contain Gemini's own line about an interrupted turn. */
export function isInterruption(lines: string): boolean {
  return lines.split("\n").some(isCancelled);
}

function isCancelled(line: string): boolean {
  // Only a line of this kind is parsed: the others are the conversation, and may be long.
  if (!line.includes(cancelled)) return false;
  const { type, content } = toFields(parseJson(line));
  return type === "info" && content === cancelled;
}

function geminiHome({ home }: HostPlaces): string {
  return join(home, ".gemini");
}
