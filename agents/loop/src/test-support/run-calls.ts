import { type AgentOptions, createAgent } from "../create-agent.ts";
import { createScriptedModel, type ScriptedTurn } from "../testing/scripted-model.ts";
import { createCodingTools } from "../tools/coding-tools.ts";
import { collectEvents } from "./collect-events.ts";

type Calls = NonNullable<ScriptedTurn["calls"]>;

/** Runs the calls, one per turn, and returns their results. */
export async function runCalls(calls: Calls, options: Partial<AgentOptions>) {
  const script = [...calls.map((call) => ({ calls: [call] })), { text: "Done." }];
  const agent = createAgent({ tools: createCodingTools(), ...options, model: createScriptedModel(script) });
  const events = await collectEvents(agent.run("go"));
  return events.flatMap((event) => (event.type === "tool_result" ? [event.result] : []));
}
