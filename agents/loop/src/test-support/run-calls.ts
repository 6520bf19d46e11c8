import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentEvent, AskInput } from "@yourcall/core";
import { onTestFinished } from "vitest";
import { type AgentOptions, createAgent } from "../create-agent.ts";
import { createScriptedModel, type ScriptedTurn } from "../scripted-model.ts";
import { createCodingTools } from "../tools/coding-tools.ts";

type Calls = NonNullable<ScriptedTurn["calls"]>;

/** Runs the calls, one per turn, and returns their results. */
export async function runCalls(calls: Calls, options: Partial<AgentOptions>) {
  const script = [...calls.map((call) => ({ calls: [call] })), { text: "Done." }];
  const agent = createAgent({ tools: createCodingTools(), ...options, model: createScriptedModel(script) });
  const events = await collectEvents(agent.run("go"));
  return events.flatMap((event) => (event.type === "tool_result" ? [event.result] : []));
}

/** Every event of a run. */
export async function collectEvents(run: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

/** `["text", "tool_start a", "ask_user a", "tool_result a", "done"]`, with runs of text as one. */
export function namesOf(events: readonly AgentEvent[]): string[] {
  const names = events.map((event) => ("id" in event ? `${event.type} ${event.id}` : event.type));
  return names.filter((name, index) => name !== "text" || names[index - 1] !== "text");
}

/** A directory that is removed after the test. */
export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "yourcall-loop-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

export const database: AskInput = {
  questions: [
    {
      question: "Which database should we use?",
      header: "Database",
      options: [
        { label: "PostgreSQL (Recommended)", description: "Relational, many features" },
        { label: "SQLite", description: "One file, nothing to run" },
      ],
      multiSelect: false,
    },
  ],
};

export const features: AskInput = {
  questions: [
    {
      question: "Which features should it start with?",
      header: "Features",
      options: [
        { label: "Linting", description: "One set of rules" },
        { label: "Tests", description: "A runner and a first test" },
      ],
      multiSelect: true,
    },
  ],
};
