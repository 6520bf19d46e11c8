import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AgentKind } from "@yourcall/core/internal";
import type { OpenAgent } from "./agent.ts";
import { endingSessions } from "./ending-sessions.ts";

/** A kind of agent. What `--with`, the desk and the environment of its programs do with it follows from this. */
interface AgentRow {
  /** Its code is loaded when the first conversation needs it. */
  open: OpenAgent;
  /** The environment variables of its programs, besides those of every program. */
  variables: readonly string[];
  /** Whether it can be used as it is, so that the desk offers it. Omitted if it needs a command. */
  isReady?: (env: NodeJS.ProcessEnv) => boolean;
  /** A question is lost with the agent's process: a resumed run does not ask it again. */
  forgetsAsks?: true;
  /** The agent takes pictures in messages, whatever it reports. */
  takesPictures?: true;
}

const forClaude = [
  ...["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_MODEL", "ANTHROPIC_CUSTOM_HEADERS"],
  ...["CLAUDE_CONFIG_DIR", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX"],
  ...["CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "AWS_REGION"],
  ...["AWS_PROFILE", "CLOUD_ML_REGION", "ANTHROPIC_VERTEX_PROJECT_ID"],
];

const forOthers = [
  ...["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL", "GEMINI_API_KEY", "GEMINI_MODEL", "GOOGLE_API_KEY"],
  ...["GOOGLE_GEMINI_BASE_URL", "GOOGLE_CLOUD_PROJECT", "CODEX_HOME", "MISTRAL_API_KEY", "OPENROUTER_API_KEY"],
];

export const agentTable: Record<AgentKind, AgentRow> = {
  claude: {
    open: endingSessions(async (settings) => (await import("./claude/open-claude.ts")).open(settings)),
    variables: forClaude,
    isReady: hasClaude,
    takesPictures: true,
  },
  loop: {
    open: endingSessions(async (settings) => (await import("./loop/open-loop.ts")).open(settings)),
    // Its model runs in this process, so its commands need no API keys.
    variables: [],
    isReady: hasModel,
    takesPictures: true,
  },
  acp: {
    open: endingSessions(async (settings) => (await import("./acp/open-acp.ts")).open(settings)),
    variables: [...forClaude, ...forOthers],
    forgetsAsks: true,
  },
};

/** Whether the Agent SDK is installed with Claude Code, which is an optional package for each platform. */
function hasClaude(): boolean {
  const sdk = "@anthropic-ai/claude-agent-sdk";
  const { resolve } = createRequire(__filename);
  try {
    const { resolve: resolveBeside } = createRequire(resolve(sdk));
    const program = `${sdk}-${process.platform}-${process.arch}`;
    const folders = resolveBeside.paths(sdk) ?? [];
    return folders.some((folder) => [program, `${program}-musl`].some((name) => existsSync(join(folder, name))));
  } catch {
    return false;
  }
}

function hasModel(env: NodeJS.ProcessEnv): boolean {
  const names = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "OPENAI_BASE_URL"];
  return names.some((name) => (env[name] ?? "").trim() !== "");
}
