import { askToolName, fromToolResult, toUnansweredText } from "@yourcall/core";
import type { ModelCall, ScriptedTurn } from "@yourcall/loop/testing";
import { testCommands } from "./project/about-files.ts";
import type { PackageManager } from "./project/choices.ts";
import { projectFiles } from "./project/project-files.ts";
import { type AskCallId, askIds, askInputs, toDemoAsk } from "./questions.ts";
import { type Answered, readDecision, readPackageManager, toChoices } from "./read-answers.ts";
import { onDatabase, onFeatures, onLayout, onOtherRunner, opening } from "./replies.ts";

/** The calls that the host shows in its own way. */
export const callIds = { log: "log", tree: "tree", tests: "tests" } as const;

/** For a package manager that is not on this machine. */
const usualVersions: Record<PackageManager, string> = { npm: "11.0.0", pnpm: "10.0.0", bun: "1.2.0", yarn: "4.9.1" };

interface Result {
  text: string;
  isError: boolean;
}

/**
 * The demo's model: the next turn from what the transcript holds, as any model has to find it there.
 *
 *     ask ──▶ ask ──▶ ask ──▶ look for the package manager, read the log ──▶ write ──▶ list ──▶ test ──▶ end
 *      └───────┴───────┴── not answered: end, nothing is written
 */
export function nextTurn({ prompt }: Pick<ModelCall, "prompt">): ScriptedTurn {
  const results = resultsOf(prompt);
  const answered: Partial<Record<AskCallId, Answered>> = {};
  for (const id of askIds) {
    const result = results.get(id);
    if (result === undefined)
      return { text: beforeAsk(id, answered), calls: [{ id, name: askToolName, input: askInputs[id] }] };
    const answers = fromToolResult(toDemoAsk(id), result.text);
    if (answers === undefined) return { text: onUnanswered(result.text) };
    answered[id] = answers;
  }
  const all = answered as Record<AskCallId, Answered>;
  const manager = readPackageManager(all.ask_features).values[0] ?? "npm";
  const log = results.get(callIds.log);
  if (log === undefined)
    return { text: onLayout(readDecision("ask_layout", all.ask_layout)), calls: lookAround(manager) };
  const { command, runner, version } = toRunner(manager, results);
  if (!results.has("write_1")) {
    const choices = toChoices(all, { name: manager, version: version ?? usualVersions[manager] });
    const files = [...projectFiles(choices), { path: "DECISIONS.md", content: log.text }];
    const words = runner === manager ? {} : { text: onOtherRunner(manager, runner) };
    return { ...words, calls: files.map((input, at) => ({ id: `write_${at + 1}`, name: "Write", input })) };
  }
  const failed = [...results].find(([id, { isError }]) => isError && (id.startsWith("write_") || id === callIds.log));
  if (failed !== undefined) return { text: `That could not be written. ${failed[1].text}` };
  if (!results.has(callIds.tree)) return { calls: [{ id: callIds.tree, name: "List", input: { deep: true } }] };
  if (!results.has(callIds.tests)) return { calls: [{ id: callIds.tests, name: "Run", input: { command } }] };
  return {};
}

function beforeAsk(id: AskCallId, { ask_database, ask_features }: Partial<Record<AskCallId, Answered>>): string {
  if (id === "ask_layout" && ask_features !== undefined)
    return onFeatures(readDecision("ask_features", ask_features), readPackageManager(ask_features));
  if (id === "ask_features" && ask_database !== undefined)
    return onDatabase(readDecision("ask_database", ask_database));
  return opening;
}

function onUnanswered(text: string): string {
  const begins = (status: "declined" | "expired") =>
    text.startsWith(toUnansweredText({ status, by: { surface: "", act: "submit" }, at: "" }).split(".", 1)[0] ?? "");
  const how = begins("declined") ? "You declined" : begins("expired") ? "Nobody answered in time" : "It was withdrawn";
  return `${how}; the agent stops here. Nothing was written.`;
}

function lookAround(manager: PackageManager): NonNullable<ScriptedTurn["calls"]> {
  const names = manager === "npm" ? [manager] : [manager, "npm" as const];
  return [
    { id: callIds.log, name: "Log", input: {} },
    ...names.map((name) => ({ id: `version_${name}`, name: "Run", input: { command: `${name} --version` } })),
  ];
}

/** What the tests are run with: the chosen package manager where it is there and needs no install first. */
function toRunner(manager: PackageManager, results: ReadonlyMap<string, Result>) {
  const version = versionIn(results.get(`version_${manager}`));
  const given = version === undefined ? {} : { version };
  if (version !== undefined && manager !== "yarn") return { runner: manager, command: testCommands[manager], ...given };
  const hasNpm = versionIn(results.get("version_npm")) !== undefined;
  return {
    ...(hasNpm ? { runner: "npm", command: testCommands.npm } : { runner: "node", command: "node --test" }),
    ...given,
  };
}

function versionIn(result: Result | undefined): string | undefined {
  return result?.isError === false ? /^v?(\d+\.\d+\.\d+)\S*$/m.exec(result.text)?.[1] : undefined;
}

function resultsOf(prompt: ModelCall["prompt"]): Map<string, Result> {
  const parts = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  return new Map(
    parts.flatMap((part): [string, Result][] => {
      if (part.type !== "tool-result" || !("value" in part.output)) return [];
      return [[part.toolCallId, { text: String(part.output.value), isError: part.output.type === "error-text" }]];
    }),
  );
}
