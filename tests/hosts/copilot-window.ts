import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { startCommand, temporaryDirectory } from "../support/hub.ts";
import { openTmux, type TmuxPane } from "../support/tmux.ts";
import { type PromptedCall, type PromptedModel, startPromptedModel } from "./prompted-model.ts";

const ignoredMs = 3000;

type Until = (act: () => void | Promise<void>) => void;

export const copilotProgram = join(
  import.meta.dirname,
  `node_modules/@github/copilot-${process.platform}-${process.arch}/copilot`,
);

/** A person's home in which `yourcall setup` has connected Copilot, and a model on loopback. */
export interface CopilotPlace {
  readonly project: string;
  readonly model: PromptedModel;
  readonly env: Record<string, string>;
  readonly hubDirectory: string;
}

export async function setUpCopilot(hubDirectory: string, until: Until): Promise<CopilotPlace> {
  const model = await startPromptedModel();
  until(() => model.stop());
  const home = temporaryDirectory("home", until);
  const project = temporaryDirectory("project", until);
  execFileSync("git", ["init", "-q", "-b", "topic"], { cwd: project });
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
    COPILOT_PROVIDER_BASE_URL: model.url,
    COPILOT_MODEL: "scripted",
  };
  const setup = startCommand(["setup", "copilot", "--questions", "--approvals", "--yes"], {
    env: { ...env, YOURCALL_HOME: hubDirectory },
    until,
  });
  const { code, stderr } = await setup.ended;
  if (code !== 0) throw new Error(stderr);
  // As if the person had said yes, for good, to both questions that Copilot asks in a new directory.
  const approval = { kind: "extension-permission-access", extensionName: "user:yourcall-approvals" };
  const directory = join(home, ".copilot");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "config.json"), JSON.stringify({ trustedFolders: [project] }));
  writeFileSync(
    join(directory, "permissions-config.json"),
    JSON.stringify({ locations: { [project]: { tool_approvals: [approval] } } }),
  );
  return { project, model, env, hubDirectory };
}

/** Copilot on a terminal. */
export interface CopilotWindow extends TmuxPane {
  /** Starts a turn that makes these calls. */
  begin(tag: string, calls: readonly PromptedCall[]): Promise<void>;
}

/** Starts it, and resolves once both extensions are connected. */
export async function openCopilot(place: CopilotPlace): Promise<CopilotWindow> {
  const { project, model, env, hubDirectory } = place;
  const pane = openTmux([copilotProgram], { cwd: project, env, columns: 110, rows: 40 });
  try {
    const isIdle = /^❯\s*$/m;
    await pane.see(isIdle);
    const seen = ["copilot", "copilot-approvals"].map((name) => join(hubDirectory, `hosts/${name}.json`));
    await vi.waitUntil(() => seen.every(existsSync), { timeout: 60_000 });
    return {
      ...pane,
      async begin(tag, calls) {
        const prompt = model.shortPrompt(tag, calls);
        await pane.see(isIdle);
        pane.type(prompt);
        const isTyped = new RegExp(`^❯ ${prompt}\\s*$`, "m");
        // Copilot ignores a key that comes while it still ends the turn before.
        let pressedAt = 0;
        await vi.waitUntil(
          () => {
            if (model.wasAsked(tag)) return true;
            if (isTyped.test(pane.screen()) && Date.now() - pressedAt > ignoredMs) {
              pane.press("Enter");
              pressedAt = Date.now();
            }
            return false;
          },
          { timeout: 60_000 },
        );
      },
    };
  } catch (error) {
    pane.end();
    throw error;
  }
}
