import type { Outcome, QuestionAnswer } from "@yourcall/core";
import { expect } from "vitest";
import { askFile } from "./asks.ts";
import { openTerminal, type TerminalOptions, type TestTerminal } from "./terminal.ts";

type AskOptions = TerminalOptions & { args?: string[] };

/** `yourcall ask` with these questions. It does not wait for the prompt to accept keys. */
export function openAsk(questions: unknown[], options: AskOptions = {}): TestTerminal {
  return openTerminal(["ask", askFile(...questions), ...(options.args ?? [])], options);
}

/** `yourcall ask` with these questions, once it accepts keys. */
export async function ask(questions: unknown[], options: AskOptions = {}): Promise<TestTerminal> {
  const terminal = openAsk(questions, options);
  await terminal.ready();
  return terminal;
}

/** How the ask ended, from the command's standard output and its exit code. */
export async function outcomeOf(terminal: TestTerminal): Promise<{ code: number } & Outcome> {
  const { code, stdout } = await terminal.exited;
  expect(stdout, terminal.everything()).toMatch(/^\{.*\}\n$/);
  return { code, ...JSON.parse(stdout) };
}

/** The answers, one entry per question, without the question's text. */
export async function answersOf(terminal: TestTerminal): Promise<Omit<QuestionAnswer, "question" | "header">[]> {
  const outcome = await outcomeOf(terminal);
  if (outcome.code !== 0 || outcome.status !== "answered")
    throw new Error(`Not answered: ${JSON.stringify(outcome)}\n${terminal.everything()}`);
  return outcome.answers.map(({ question, header, ...answer }) => answer);
}
