import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { database } from "../support/asks.ts";
import { steppingClock } from "../support/clocks.ts";
import { startCommand, temporaryDirectory } from "../support/hub.ts";
import { openTmux, type TmuxPane } from "../support/tmux.ts";
import { startGeminiModel } from "./gemini-model.ts";
import { type PromptedCall, startPromptedModel } from "./prompted-model.ts";

type Until = (act: () => void | Promise<void>) => void;

const holdMs = 5 * 60_000;
const againMs = 1000;
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

export type HubFirstProgram = keyof typeof programs;

/** The program as `yourcall setup NAME --questions` has connected it. */
export async function setUpHubFirst(name: HubFirstProgram, hubDirectory: string, until: Until) {
  const { entry, tool, startModel, settings, env: toEnv, title } = programs[name];
  const model = await startModel();
  until(() => model.stop());
  const home = temporaryDirectory("home", until);
  const project = temporaryDirectory("project", until);
  const env = { PATH: process.env.PATH ?? "", HOME: home, ...toEnv(model.url) };
  const approvals = name === "qwen" ? ["--approvals"] : [];
  const setup = startCommand(["setup", name, "--questions", ...approvals, "--yes"], {
    env: { ...env, YOURCALL_HOME: hubDirectory },
    until,
  });
  const { code, stderr } = await setup.ended;
  if (code !== 0) throw new Error(stderr);
  const file = join(home, `.${name}/settings.json`);
  // The hook's clock can be moved: it gives up after five minutes.
  const clock = Object.entries(steppingClock(holdMs)).map(([variable, value]) => `${variable}=${value}`);
  const hooked = readFileSync(file, "utf8").replace("NODE_OPTIONS=", clock.join(" "));
  writeFileSync(file, JSON.stringify({ ...settings, ...JSON.parse(hooked) }));
  const question = (text: string, multiSelect = false) => ({
    name: tool,
    input: {
      questions: [{ ...database, question: text, multiSelect, ...(name === "gemini" ? { type: "choice" } : {}) }],
    },
  });
  return { model, project, env, command: [process.execPath, entry], question, title };
}

/** The program on a terminal. */
export interface HubFirstWindow extends TmuxPane {
  /** Starts a turn that makes these calls. */
  begin(tag: string, calls: readonly PromptedCall[]): Promise<void>;
}

export async function openHubFirst(place: Awaited<ReturnType<typeof setUpHubFirst>>): Promise<HubFirstWindow> {
  const { model, project, env, command } = place;
  const pane = openTmux(command, { cwd: project, env, columns: 110, rows: 50 });
  return {
    ...pane,
    async begin(tag, calls) {
      await pane.see("Type your message");
      const prompt = model.shortPrompt(tag, calls);
      pane.type(prompt);
      const isTyped = new RegExp(`^[ │]*>\\s+${prompt}`, "m");
      await pane.see(isTyped);
      // A key that follows at once counts as pasted.
      let pressedAt = Date.now();
      await vi.waitUntil(
        () => {
          if (model.wasAsked(tag)) return true;
          if (Date.now() - pressedAt > againMs && isTyped.test(pane.screen())) {
            pane.press("Enter");
            pressedAt = Date.now();
          }
          return false;
        },
        { timeout: 60_000 },
      );
    },
  };
}
