import { askToolName, fromToolResult } from "@yourcall/core";
import { type Agent, type AgentOptions, createAgent, createCodingTools } from "@yourcall/loop";
import { createScriptedModel, type ModelCall, type ScriptedTurn, toolResultsIn } from "@yourcall/loop/testing";
import { type Decisions, readDecisions, toReply } from "./decisions.ts";
import { commandOf, projectFiles } from "./project-files.ts";
import { askIds, logId, testsId, toAskInput, toDemoAsk } from "./questions.ts";

/**
 * The built-in agent with a script for its model: no key, no network. `cwd` is the demo's own directory, so that writing and
 * running in it needs no approval.
 */
export function createDemoAgent(options: Pick<AgentOptions, "asker" | "cwd" | "signal">): Agent {
  return createAgent({
    ...options,
    model: createScriptedModel(nextTurn),
    tools: createCodingTools({ needsApproval: false }),
    agent: { name: "demo", title: "small web service" },
  });
}

/**
 * The demo's model: finds the next turn from the transcript, as any model does.
 *
 *     ask ──▶ ask ──▶ ask ──▶ look for the package manager ──▶ write ──▶ test ──▶ end
 *      └───────┴───────┴── not answered: end, nothing is written
 */
export function nextTurn({ prompt }: Pick<ModelCall, "prompt">): ScriptedTurn {
  const results = toolResultsIn(prompt);
  const decided: Partial<Decisions> = {};
  for (const id of askIds) {
    const result = results.get(id);
    if (result === undefined)
      return { text: toReply(decided), calls: [{ id, name: askToolName, input: toAskInput(id) }] };
    const answered = fromToolResult(toDemoAsk(id), result.text);
    if (answered === undefined) return { text: onUnanswered(result.text) };
    Object.assign(decided, readDecisions(id, answered.answers));
  }
  const decisions = decided as Decisions;
  const manager = decisions.packageManager.values[0] ?? "npm";
  const look = results.get("version");
  if (look === undefined) return { text: toReply(decisions), calls: [run("version", `${manager} --version`)] };
  const version = look.isError ? undefined : /^v?(\d+\.\d+\.\d+)\S*$/m.exec(look.text)?.[1];
  if (!results.has("write_1")) {
    const writes = projectFiles(decisions, manager, version).map((input, at) => ({
      id: `write_${at + 1}`,
      name: "Write",
      input,
    }));
    const [node, entry] = [process.execPath, process.argv[1] ?? ""].map((path) => `'${path.replaceAll("'", "'\\''")}'`);
    const log = run(logId, `${node} ${entry} log --markdown > DECISIONS.md`);
    return {
      text: version === undefined ? `${manager} is not installed here, so Node runs the tests.` : undefined,
      calls: [...writes, log],
    };
  }
  const failed = [...results].find(([id, { isError }]) => isError && (id.startsWith("write_") || id === logId));
  if (failed !== undefined) return { text: `That could not be written. ${failed[1].text}` };
  if (results.has(testsId)) return {};
  return { calls: [run(testsId, version === undefined ? "node --test" : commandOf(manager, "test"))] };
}

function run(id: string, command: string) {
  return { id, name: "Run", input: { command } };
}

function onUnanswered(text: string): string {
  const isDeclined = text.startsWith("The user declined");
  const how = isDeclined ? "You declined" : text.startsWith("Nobody") ? "Nobody answered in time" : "It was withdrawn";
  return `${how}; the agent stops here. Nothing was written.`;
}
