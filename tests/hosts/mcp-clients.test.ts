import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { database } from "../support/asks.ts";
import { claudeBinary, createClaudePlace } from "../support/claude.ts";
import { askOf } from "../support/find-ask.ts";
import { startCommand, startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { answerAsk } from "../support/mcp.ts";
import { startMessagesApi } from "../support/messages-api.ts";
import { startGeminiModel } from "./gemini-model.ts";
import { opencodePrograms, opencodeQuiet } from "./opencode-server.ts";
import { startScriptedModel } from "./scripted-model.ts";

const modules = join(import.meta.dirname, "node_modules");
const codex = join(modules, ".bin/codex");
const copilot = join(modules, `@github/copilot-${process.platform}-${process.arch}/copilot`);
const cline = join(modules, `@cline/cli-${process.platform}-${process.arch}/bin/cline`);
const qwen = join(modules, "@qwen-code/qwen-code/cli-entry.js");
const gemini = join(modules, "@google/gemini-cli/bundle/gemini.js");
const cn = join(modules, "@continuedev/cli/dist/cn.js");

/** A person's home on this machine, with a client that `yourcall setup` has configured. */
async function setUp(
  client: string,
  ...args: string[]
): Promise<{ home: string; project: string; hub: TestHub; env: Record<string, string> }> {
  const hub = await startHub();
  const home = temporaryDirectory("home");
  const project = temporaryDirectory("project");
  const env = { PATH: process.env.PATH ?? "", HOME: home, YOURCALL_HOME: hub.directory };
  const { code, stderr } = await hub.run(["setup", client, "--yes", ...args], { env });
  if (code !== 0) throw new Error(stderr);
  return { home, project, hub, env };
}

/** Runs a program to its end; resolves with everything it said. */
function run(command: string, args: string[], options: { cwd: string; env: Record<string, string> }): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  return new Promise((resolve) => child.once("close", () => resolve(said)));
}

// Only for what hangs: large programs on a busy machine.
const slowStartMs = 300_000;
const call = { tool: "AskUserQuestion", input: { questions: [database] } };

test("Codex asks and gets the answer, as `yourcall setup codex` configured it", async () => {
  const { home, project, hub, env } = await setUp("codex");
  const model = await startScriptedModel(call);
  onTestFinished(() => model.stop());
  const config = join(home, ".codex/config.toml");
  const provider = `model = "scripted"\nmodel_provider = "loopback"\n\n[model_providers.loopback]\nname = "loopback"\nbase_url = "${model.url}"\nwire_api = "responses"\n\n`;
  writeFileSync(config, provider + readFileSync(config, "utf8"));
  const said = run(codex, ["exec", "--skip-git-repo-check", "Set up the database."], { cwd: project, env });
  const human = hub.client("human");
  const ask = await askOf(human, database.question, "pending", slowStartMs);
  expect(ask.agent).toMatchObject({ name: "codex", title: expect.stringMatching(/^\S.* \d+\.\d+/) });
  await answerAsk(human, database.question, { select: "SQLite" });
  expect(await said).toContain("SQLite");
  expect(model.offered).toEqual(expect.arrayContaining([expect.stringMatching(/get_answer$/)]));
  expect(model.results.join("\n")).toMatch(/answered[\s\S]*SQLite/);
});

test.each(["opencode", "kilo"] as const)(
  "%s asks and gets the answer, as `yourcall setup` configured it",
  async (name) => {
    const { home, project, hub, env } = await setUp(name, "--mcp");
    const model = await startScriptedModel(call);
    onTestFinished(() => model.stop());
    const config = join(home, `.config/${name}/${name}.json`);
    const provider = {
      npm: "@ai-sdk/openai-compatible",
      name: "loopback",
      options: { baseURL: model.url, apiKey: "none" },
      models: { scripted: { name: "scripted", tool_call: true } },
    };
    const settings = {
      ...JSON.parse(readFileSync(config, "utf8")),
      provider: { loopback: provider },
      model: "loopback/scripted",
    };
    writeFileSync(config, JSON.stringify(settings));
    mkdirSync(join(home, ".local/share"), { recursive: true });
    const said = run(opencodePrograms[name], ["run", "Set up the database."], {
      cwd: project,
      env: { ...env, ...opencodeQuiet(name) },
    });
    const human = hub.client("human");
    const ask = await askOf(human, database.question, "pending", slowStartMs);
    expect(ask.agent).toMatchObject({ name, cwd: project });
    await answerAsk(human, database.question, { select: "MongoDB" });
    expect(await said).toContain("MongoDB");
    expect(model.results.join("\n")).toContain("Selected: MongoDB");
  },
);

test("Claude Code asks and gets the answer, as `yourcall setup claude --mcp` configured it", async () => {
  const hub = await startHub();
  const tool = "mcp__yourcall__AskUserQuestion";
  const api = await startMessagesApi({ ask: [[{ tool, id: "toolu_ask", input: call.input }], ["Done."]] });
  onTestFinished(() => api.stop());
  const { cwd, env, remove } = createClaudePlace(api.url, { YOURCALL_HOME: hub.directory });
  onTestFinished(remove);
  const through = ["sh", "-c", 'cd "$0" && exec "$@"', cwd];
  expect(await startCommand(["setup", "claude", "--mcp", "--yes"], { env, through }).ended).toMatchObject({ code: 0 });
  const args = ["-p", "--allowedTools", tool, "--mcp-config", ".mcp.json", "--", "[ask] Set up the database."];
  const said = run(claudeBinary, args, { cwd, env });
  const human = hub.client("human");
  const ask = await askOf(human, database.question, "pending", slowStartMs);
  expect(ask.agent).toMatchObject({ name: "claude", title: expect.stringMatching(/\d+\.\d+/), cwd });
  await answerAsk(human, database.question, { select: "SQLite" });
  expect(await said).toContain("Done.");
  expect((await api.resultOf("toolu_ask")).text).toMatch(/answered[\s\S]*SQLite/);
});

test("Qwen Code asks and gets the answer, as `yourcall setup qwen` configured it", async () => {
  const { project, hub, env } = await setUp("qwen");
  const model = await startScriptedModel(call);
  onTestFinished(() => model.stop());
  const openai = { OPENAI_API_KEY: "none", OPENAI_BASE_URL: model.url, OPENAI_MODEL: "scripted" };
  const said = run(process.execPath, [qwen, "-p", "Set up the database."], {
    cwd: project,
    env: { ...env, ...openai },
  });
  const human = hub.client("human");
  const ask = await askOf(human, database.question, "pending", slowStartMs);
  expect(ask.agent).toMatchObject({ name: "qwen", cwd: project });
  await answerAsk(human, database.question, { select: "MongoDB" });
  expect(await said).toContain("MongoDB");
  expect(model.results.join("\n")).toContain("Selected: MongoDB");
});

test("Gemini CLI asks and gets the answer, as `yourcall setup gemini` configured it", async () => {
  const { home, project, hub, env } = await setUp("gemini");
  const model = await startGeminiModel();
  onTestFinished(() => model.stop());
  const config = join(home, ".gemini/settings.json");
  const security = { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } };
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, "utf8")), security }));
  const prompt = model.shortPrompt("ask", [{ name: "mcp_yourcall_AskUserQuestion", input: call.input }]);
  const google = { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: model.url, GEMINI_MODEL: "gemini-3-pro-preview" };
  void run(process.execPath, [gemini, "-p", prompt], { cwd: project, env: { ...env, ...google } });
  const human = hub.client("human");
  const ask = await askOf(human, database.question, "pending", slowStartMs);
  expect(ask.agent).toMatchObject({ name: "gemini", cwd: project });
  await answerAsk(human, database.question, { select: "MongoDB" });
  expect((await model.told("ask"))[0]).toContain("Selected: MongoDB");
});

test("Copilot asks and gets the answer, as `yourcall setup copilot` configured it", async () => {
  const { project, hub, env } = await setUp("copilot", "--mcp");
  const model = await startScriptedModel(call);
  onTestFinished(() => model.stop());
  const offline = {
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: model.url,
    COPILOT_MODEL: "gpt-5.6-sol",
    COPILOT_AUTO_UPDATE: "false",
  };
  const said = run(copilot, ["-p", "Set up the database.", "--allow-all-tools"], {
    cwd: project,
    env: { ...env, ...offline },
  });
  const human = hub.client("human");
  const ask = await askOf(human, database.question, "pending", slowStartMs);
  expect(ask.agent).toMatchObject({ name: "copilot", title: expect.stringMatching(/^Copilot CLI \d/), cwd: project });
  await answerAsk(human, database.question, { select: "SQLite" });
  expect(await said).toContain("SQLite");
  expect(model.results.join("\n")).toContain("Selected: SQLite");
});

test("Cline asks and gets the answer, as `yourcall setup cline` configured it", async () => {
  const { project, hub, env } = await setUp("cline");
  const model = await startScriptedModel(call);
  onTestFinished(() => model.stop());
  const place = { cwd: project, env };
  const provider = ["-p", "openai-compatible", "-k", "none", "-m", "scripted", "-b", model.url];
  await run(cline, ["auth", ...provider], place);
  const said = run(cline, ["-P", "openai-compatible", "-m", "scripted", "Set up the database."], place);
  const human = hub.client("human");
  const ask = await askOf(human, database.question, "pending", slowStartMs);
  expect(ask.agent).toMatchObject({ name: "cline" });
  await answerAsk(human, database.question, { select: "SQLite" });
  expect(await said).toContain("SQLite");
  expect(model.results.join("\n")).toContain("Selected: SQLite");
});

test("Continue asks and gets the answer, as `yourcall setup continue` configured it", async () => {
  const { home, project, hub, env } = await setUp("continue");
  const model = await startScriptedModel(call);
  onTestFinished(() => model.stop());
  const config = join(home, ".continue/config.yaml");
  const provider = { name: "scripted", provider: "openai", model: "gpt-4o", apiBase: model.url, apiKey: "none" };
  // JSON is YAML too.
  writeFileSync(
    config,
    `${readFileSync(config, "utf8")}models: ${JSON.stringify([{ ...provider, roles: ["chat"] }])}\n`,
  );
  const said = run(process.execPath, [cn, "-p", "--auto", "--config", config, "Set up the database."], {
    cwd: project,
    env: { ...env, CONTINUE_TELEMETRY_ENABLED: "0" },
  });
  const human = hub.client("human");
  const ask = await askOf(human, database.question, "pending", slowStartMs);
  expect(ask.agent).toMatchObject({ name: "continue", title: "Continue", cwd: project });
  await answerAsk(human, database.question, { select: "SQLite" });
  expect(await said).toContain("SQLite");
  expect(model.results.join("\n")).toContain("Selected: SQLite");
});
