import { askToolName, fromToolResult, toUnansweredText } from "@yourcall/core";
import type { ModelCall, ScriptedTurn } from "@yourcall/loop/testing";
import { type Answered, type Decisions, readDecisions, toChoices } from "./decisions.ts";
import { commandOf, projectFiles } from "./project/project-files.ts";
import { type AskId, askIds, askInputs, toDemoAsk, type Value } from "./questions.ts";
import { onOtherRunner, replyBefore } from "./replies.ts";

type PackageManager = Value<"packageManager">;

/** The calls that the host shows in its own way. */
export const callIds = { log: "log", tests: "tests" } as const;

/** For a package manager that is not installed. */
const usualVersions: Record<PackageManager, string> = { npm: "11.0.0", pnpm: "10.0.0", bun: "1.2.0", yarn: "4.9.1" };

type Results = ReadonlyMap<string, { text: string; isError: boolean }>;

/**
 * The demo's model: finds the next turn from the transcript, as any model does.
 *
 *     ask ──▶ ask ──▶ ask ──▶ look for the package manager, read the log ──▶ write ──▶ list ──▶ test ──▶ end
 *      └───────┴───────┴── not answered: end, nothing is written
 */
export function nextTurn({ prompt }: Pick<ModelCall, "prompt">): ScriptedTurn {
  const results = resultsOf(prompt);
  const answered: Partial<Record<AskId, Answered>> = {};
  for (const id of askIds) {
    const result = results.get(id);
    if (result === undefined)
      return {
        text: replyBefore(id, readDecisions(answered)),
        calls: [{ id, name: askToolName, input: askInputs[id] }],
      };
    const answers = fromToolResult(toDemoAsk(id), result.text);
    if (answers === undefined) return { text: onUnanswered(result.text) };
    answered[id] = answers;
  }
  const decisions = readDecisions(answered) as Decisions;
  const manager = decisions.packageManager.values[0] ?? "npm";
  const log = results.get(callIds.log);
  if (log === undefined) return { text: replyBefore("end", decisions), calls: lookAround(manager) };
  const version = versionOf(manager, results);
  // Yarn runs nothing before an install.
  const runner = version !== undefined && manager !== "yarn" ? manager : versionOf("npm", results) ? "npm" : "node";
  if (!results.has("write_1")) {
    const choices = toChoices(answered as Record<AskId, Answered>, decisions, version ?? usualVersions[manager]);
    const files = [...projectFiles(choices), { path: "DECISIONS.md", content: log.text }];
    return {
      text: runner === manager ? undefined : onOtherRunner(manager, runner),
      calls: files.map((input, at) => ({ id: `write_${at + 1}`, name: "Write", input })),
    };
  }
  const failed = [...results].find(([id, { isError }]) => isError && (id.startsWith("write_") || id === callIds.log));
  if (failed !== undefined) return { text: `That could not be written. ${failed[1].text}` };
  if (results.has(callIds.tests)) return {};
  const command = runner === "node" ? "node --test" : commandOf(runner, "test");
  return { calls: [{ id: callIds.tests, name: "Run", input: { command } }] };
}

function onUnanswered(text: string): string {
  const begins = (status: "declined" | "expired") =>
    text.startsWith(toUnansweredText({ status, by: { surface: "", act: "submit" }, at: "" }).split(".", 1)[0] ?? "");
  const how = begins("declined") ? "You declined" : begins("expired") ? "Nobody answered in time" : "It was withdrawn";
  return `${how}; the agent stops here. Nothing was written.`;
}

function lookAround(manager: PackageManager): NonNullable<ScriptedTurn["calls"]> {
  const names = new Set([manager, "npm"]);
  return [
    { id: callIds.log, name: "Log", input: {} },
    ...Array.from(names, (name) => ({ id: `version_${name}`, name: "Run", input: { command: `${name} --version` } })),
  ];
}

function versionOf(manager: PackageManager, results: Results): string | undefined {
  const result = results.get(`version_${manager}`);
  return result?.isError === false ? /^v?(\d+\.\d+\.\d+)\S*$/m.exec(result.text)?.[1] : undefined;
}

function resultsOf(prompt: ModelCall["prompt"]): Results {
  const parts = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  return new Map(
    parts.flatMap((part) => {
      if (part.type !== "tool-result" || !("value" in part.output)) return [];
      return [[part.toolCallId, { text: String(part.output.value), isError: part.output.type === "error-text" }]];
    }),
  );
}
