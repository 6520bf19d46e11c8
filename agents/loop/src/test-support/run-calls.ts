import type { AgentEvent, AskInput } from "@yourcall/core";
import * as questions from "../../../../core/src/testing/sample-questions.ts";
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

export const database: AskInput = { questions: [questions.database] };
export const features: AskInput = { questions: [questions.features] };
