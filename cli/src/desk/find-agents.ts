import { createRequire } from "node:module";
import { type OfferedAgent, openAcp, openClaude, openLoop } from "@yourcall/desk";
import { findProgram } from "../find-program.ts";
import type { Config } from "../hub/read-config.ts";

/** Programs that speak ACP, and how they are told to. */
const programs: Record<string, string[]> = {
  gemini: ["gemini", "--acp"],
  opencode: ["opencode", "acp"],
  qwen: ["qwen", "--acp"],
  codex: ["codex-acp"],
  goose: ["goose", "acp"],
};

/** The agents that a session can be started with: those of config.json, and those that are installed. */
export function findAgents({ agents = {} }: Config, env: NodeJS.ProcessEnv): OfferedAgent[] {
  const isCommand = (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
  const own = Object.entries(agents).filter(([, command]) => isCommand(command));
  const installed = Object.entries(programs).filter(
    ([name, [program = ""]]) => !Object.hasOwn(agents, name) && findProgram(program, env) !== null,
  );
  const acp = [...own, ...installed].map(
    ([name, command]): OfferedAgent => ({ name, kind: "acp", open: openAcp(name, command) }),
  );
  const builtIn: OfferedAgent[] = [
    ...(hasClaude() ? [{ name: "claude", kind: "claude", open: openClaude } as const] : []),
    ...(hasModel(env) ? [{ name: "loop", kind: "loop", open: openLoop } as const] : []),
  ];
  return [...builtIn.filter(({ name }) => !Object.hasOwn(agents, name)), ...acp];
}

/** The Agent SDK brings Claude Code. */
function hasClaude(): boolean {
  try {
    createRequire(__filename).resolve("@anthropic-ai/claude-agent-sdk");
    return true;
  } catch {
    return false;
  }
}

function hasModel(env: NodeJS.ProcessEnv): boolean {
  const names = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "OPENAI_BASE_URL"];
  return names.some((name) => (env[name] ?? "").trim() !== "");
}
