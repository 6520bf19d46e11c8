import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HubClient, WireAsk } from "@yourcall/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { database } from "../support/asks.ts";
import { askOf } from "../support/find-ask.ts";
import { startCommand, startHub, temporaryDirectory } from "../support/hub.ts";
import { openTmux } from "../support/tmux.ts";
import { startGeminiModel } from "./gemini-model.ts";
import { startPromptedModel } from "./prompted-model.ts";

const modules = join(import.meta.dirname, "node_modules");
const off = { enableAutoUpdate: false };
const programs = {
  gemini: {
    title: "Gemini CLI",
    entry: join(modules, "@google/gemini-cli/bundle/gemini.js"),
    tool: "ask_user",
    startModel: startGeminiModel,
    settings: { security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } }, general: off },
    env: (url: string) => ({
      GEMINI_API_KEY: "none",
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_MODEL: "gemini-3-pro-preview",
    }),
  },
  qwen: {
    title: "Qwen Code",
    entry: join(modules, "@qwen-code/qwen-code/cli-entry.js"),
    tool: "ask_user_question",
    startModel: startPromptedModel,
    settings: {
      security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
      general: off,
      privacy: { usageStatisticsEnabled: false },
      tools: { approvalMode: "default" },
    },
    env: (url: string) => ({ OPENAI_API_KEY: "none", OPENAI_BASE_URL: url, OPENAI_MODEL: "scripted" }),
  },
} as const;

/** The program as `yourcall setup NAME --questions` has connected it. */
async function setUp(name: keyof typeof programs) {
  const { entry, tool, startModel, settings, env: toEnv, title } = programs[name];
  const hub = await startHub();
  const model = await startModel();
  onTestFinished(() => model.stop());
  const home = temporaryDirectory("home");
  const project = temporaryDirectory("project");
  const env = { PATH: process.env.PATH ?? "", HOME: home, ...toEnv(model.url) };
  const setup = startCommand(["setup", name, "--questions", "--yes"], {
    env: { ...env, YOURCALL_HOME: hub.directory },
  });
  const { code, stderr } = await setup.ended;
  if (code !== 0) throw new Error(stderr);
  const file = join(home, `.${name}/settings.json`);
  writeFileSync(file, JSON.stringify({ ...settings, ...JSON.parse(readFileSync(file, "utf8")) }));
  const question = (text: string) => ({
    name: tool,
    input: { questions: [{ ...database, question: text, type: name === "gemini" ? "choice" : undefined }] },
  });
  const command = [process.execPath, entry];
  return { hub, human: hub.client("human"), model, project, env, command, question, title };
}

const answer = (human: HubClient, ask: WireAsk, label: string) =>
  human.answer(ask.id, {
    answers: [{ question: ask.questions[0]?.question ?? "", selectedOptions: [label] }],
    surface: "web",
    act: "click",
  });

test.each(["gemini", "qwen"] as const)("%s tells its model what was answered or declined in the hub", async (name) => {
  const { human, model, project, env, command, question } = await setUp(name);
  const prompt = model.shortPrompt("first", [question("Which one?"), question("Which other one?")]);
  const pane = openTmux([...command, "-i", prompt], { cwd: project, env, columns: 110, rows: 40 });
  onTestFinished(() => pane.end());
  const first = await askOf(human, "Which one?", "pending", 120_000);
  expect(first).toMatchObject({ agent: { name, cwd: project } });
  await answer(human, first, "MongoDB");
  const second = await askOf(human, "Which other one?", "pending", 60_000);
  await human.decline(second.id, { surface: "web", act: "click" });
  const told = await model.told("first");
  expect(told[0]).toContain("Selected: MongoDB");
  expect(told[1]).toContain("The user declined to answer.");
  for (const { id } of [first, second])
    await vi.waitFor(async () => expect(await human.get(id)).toMatchObject({ delivery: { state: "taken" } }), {
      timeout: 30_000,
    });
});
