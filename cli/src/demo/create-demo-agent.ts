import { type Asker, askToolName, cleanText, fromToolResult } from "@yourcall/core";
import { createAgent, createCodingTools } from "@yourcall/loop";
import { createScriptedModel, type ModelCall, type ScriptedTurn, toolResultsIn } from "@yourcall/loop/testing";
import type { Agent } from "@yourcall/sessions/agents";
import { type Decisions, decide, toReply } from "./decisions.ts";
import { commandOf, projectFiles } from "./project-files.ts";
import { type AskId, askIds, asks, logId, type Topic, testsId, toAskInput, toDemoAsk } from "./questions.ts";

const mostFailureLines = 20;

/**
 * The built-in agent with a script for its model: no key, no network. `cwd` is the demo's own directory, so that writing and
 * running in it needs no approval.
 */
export function createDemoAgent({ asker, cwd }: { asker: Asker; cwd: string }): Agent {
  // The script has no reply to a question of the person.
  const plainAsker: Asker = { ...asker, ask: (request, given) => asker.ask({ ...request, asksAgain: false }, given) };
  const create = (signal: AbortSignal) =>
    createAgent({
      ...{ asker: plainAsker, cwd, signal },
      model: createScriptedModel(nextTurn),
      tools: createCodingTools({ needsApproval: false }),
      agent: { name: "demo", title: "small web service" },
    });
  return {
    name: "script",
    begin: (prompt, signal) => create(signal).run(prompt),
    resume: (run, prompt, signal) => create(signal).resume(run, prompt),
    lastRun: async () => undefined,
  };
}

/**
 * The demo's model: finds the next turn from the transcript, as any model does.
 *
 *     ask ──▶ ask ──▶ ask ──▶ look for the package manager ──▶ write ──▶ test ──▶ end
 *      │ ▲     │ ▲     │ ▲
 *      │ └─────┴─┴─────┴─┴── an answer that cannot be used: ask again
 *      └───────┴───────┴──── not answered: end, nothing is written
 */
export function nextTurn({ prompt }: Pick<ModelCall, "prompt">): ScriptedTurn {
  const results = toolResultsIn(prompt);
  const decided: Partial<Decisions> = {};
  for (const id of askIds) {
    const turn = settle(id, results, decided);
    if (turn !== undefined) return turn;
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
    const log = run(logId, "yourcall log --markdown > DECISIONS.md");
    return {
      text: version === undefined ? `${manager} is not installed here, so Node runs the tests.` : undefined,
      calls: [...writes, log],
    };
  }
  const failed = [...results].find(([id, { isError }]) => isError && (id.startsWith("write_") || id === logId));
  if (failed !== undefined) return { text: `That could not be written. ${failed[1].text}` };
  const tested = results.get(testsId);
  if (tested !== undefined) return { text: toReport(tested) };
  return { calls: [run(testsId, version === undefined ? "node --test" : commandOf(manager, "test"))] };
}

/**
 * Adds the decisions of this ask, or returns the turn that the agent has to take first: to ask, to ask again about what it cannot
 * build, or to end because nobody answered.
 */
function settle(
  id: AskId,
  results: ReturnType<typeof toolResultsIn>,
  decided: Partial<Decisions>,
): ScriptedTurn | undefined {
  let open: readonly Topic[] = asks[id];
  for (let round = 1; open.length > 0; round++) {
    const callId = round === 1 ? id : `${id}_${round}`;
    const result = results.get(callId);
    if (result === undefined)
      return { text: toReply(decided), calls: [{ id: callId, name: askToolName, input: toAskInput(open) }] };
    const answered = fromToolResult(toDemoAsk(id, open), result.text);
    if (answered === undefined) return { text: onUnanswered(result.text) };
    for (const [at, topic] of open.entries()) {
      const answer = answered.answers[at];
      if (answer !== undefined) decided[topic] = decide(topic, answer, decided[topic]?.values);
    }
    open = open.filter((topic) => decided[topic]?.unclear !== undefined);
  }
  return undefined;
}

function run(id: string, command: string) {
  return { id, name: "Run", input: { command } };
}

function toReport({ text, isError }: { text: string; isError: boolean }): string {
  // From the summary of Node's test runner.
  const passed = /^(?:#|ℹ) pass (\d+)$/m.exec(text)?.[1] ?? "0";
  if (!isError) return `Done: ${passed} tests passed.`;
  return `The tests failed:\n\n\`\`\`\n${cleanText(text).split("\n").slice(-mostFailureLines).join("\n")}\n\`\`\``;
}

function onUnanswered(text: string): string {
  const isDeclined = text.startsWith("The user declined");
  const how = isDeclined ? "You declined" : text.startsWith("Nobody") ? "Nobody answered in time" : "It was withdrawn";
  return `${how}; the agent stops here. Nothing was written.`;
}
