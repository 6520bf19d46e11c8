import type { HubClient, WireAsk } from "@yourcall/client";
import { onTestFinished } from "vitest";
import { type ClaudePlace, createClaudePlace } from "./claude.ts";
import { type ClaudeTui, openClaude } from "./claude-tui.ts";
import { startCommand } from "./hub.ts";
import { type MessagesApi, type Scenarios, startMessagesApi } from "./messages-api.ts";
import { processesOf, readOf } from "./processes.ts";

/** Claude Code with the hooks of `yourcall setup claude ARGS`, and a model that follows the scenarios. Removed after the test. */
export async function setUpClaude(
  scenarios: Scenarios,
  { home, setup = [], env = {} }: { home: string; setup?: string[]; env?: Record<string, string> },
): Promise<{ api: MessagesApi; place: ClaudePlace; open(...args: string[]): Promise<ClaudeTui> }> {
  const api = await startMessagesApi(scenarios);
  onTestFinished(() => api.stop());
  const place = createClaudePlace(api.url, { YOURCALL_HOME: home, ...env });
  onTestFinished(() => place.remove());
  const { code, stderr } = await startCommand(["setup", "claude", "--yes", ...setup], {
    env: { YOURCALL_HOME: home, CLAUDE_CONFIG_DIR: place.config, ...env },
  }).ended;
  if (code !== 0) throw new Error(stderr);
  return {
    api,
    place,
    async open(...args) {
      const tui = await openClaude(place, args);
      onTestFinished(() => tui.end());
      return tui;
    },
  };
}

/** The processes of hooks that run with this state directory. */
export function hooksOf(home: string): number[] {
  return processesOf(home).filter((pid) => readOf(pid, "cmdline").includes("\0hook\0claude\0"));
}

/** Chooses one option, as a person does. */
export function choose(client: HubClient, { id, questions }: WireAsk, label: string): Promise<WireAsk> {
  const answers = questions.map(({ question }) => ({ question, selectedOptions: [label] }));
  return client.answer(id, { answers, surface: "web", act: "click" });
}

/** A question with the options One and Two. */
export function question(text: string) {
  const options = ["One", "Two"].map((label) => ({ label, description: `Number ${label}` }));
  return { questions: [{ question: text, header: "Number", options, multiSelect: false }] };
}

export const asking = (text: string) => ({ tool: "AskUserQuestion", input: question(text) });
