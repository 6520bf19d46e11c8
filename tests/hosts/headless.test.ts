import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { database } from "../support/asks.ts";
import { startHub } from "../support/hub.ts";
import { copilotProgram, setUpCopilot } from "./copilot-window.ts";
import { setUpHubFirst } from "./hub-first-place.ts";
import { opencodePrograms, setUpOpencode } from "./opencode-server.ts";

/** Runs a program to its end; resolves with everything it said. */
function run(command: string[], options: { cwd: string; env: Record<string, string> }): Promise<string> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  return new Promise((resolve) => child.once("close", () => resolve(said)));
}

const bash = { name: "bash", input: { command: "touch ran", description: "a command" } };

test.each(["opencode", "kilo"] as const)("`%s run` denies by itself, and nothing is in the hub", async (name) => {
  const hub = await startHub();
  const { model, project, env } = await setUpOpencode(name, hub.directory, onTestFinished);
  const input = { questions: [{ ...database, multiSelect: undefined }] };
  const prompt = model.shortPrompt("run", [{ name: "question", input }, bash]);
  const said = await run([opencodePrograms[name], "run", prompt], { cwd: project, env });
  expect(said).toContain("permission requested: bash (touch ran); auto-rejecting");
  expect(existsSync(join(hub.directory, `hosts/${name}.json`))).toBe(true);
  expect((await hub.client("human").list({ status: "all" })).asks).toEqual([]);
});

test("`copilot -p` denies by itself, and nothing is in the hub", async () => {
  const hub = await startHub();
  const { model, project, env } = await setUpCopilot(hub.directory, onTestFinished);
  const properties = { db: { type: "string", enum: ["SQLite", "MongoDB"] } };
  const form = { name: "ask_user", input: { message: "Which?", requestedSchema: { properties } } };
  await run([copilotProgram, "-p", model.shortPrompt("run", [form, bash])], { cwd: project, env });
  const [asked, ran] = await model.told("run");
  expect(asked).toContain("Tool 'ask_user' does not exist.");
  expect(ran).toContain("no interactive user response was available");
  expect(existsSync(join(hub.directory, "hosts/copilot-approvals.json"))).toBe(true);
  expect((await hub.client("human").list({ status: "all" })).asks).toEqual([]);
});

test("a plan that `copilot -p` accepts by itself is not in the hub", async () => {
  const hub = await startHub();
  const { model, project, env } = await setUpCopilot(hub.directory, onTestFinished);
  const prompt = model.shortPrompt("plan", [{ name: "exit_plan_mode", input: { summary: "1. Do it." } }]);
  await run([copilotProgram, "-p", prompt, "--plan", "--mode", "autopilot"], { cwd: project, env });
  expect((await model.told("plan"))[0]).toContain("Plan approved!");
  expect((await hub.client("human").list({ status: "all" })).asks).toEqual([]);
});

test.each(["gemini", "qwen"] as const)("`%s -p` has no tool for questions, and nothing is in the hub", async (name) => {
  const hub = await startHub();
  const { model, project, env, command, question } = await setUpHubFirst(name, hub.directory, onTestFinished);
  await run([...command, "-p", model.shortPrompt("run", [question("Which one?")])], { cwd: project, env });
  expect((await model.told("run"))[0]).toMatch(/Tool "ask_user\w*" not found/);
  expect((await hub.client("human").list({ status: "all" })).asks).toEqual([]);
});
