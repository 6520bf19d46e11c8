import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testIf } from "./needs.ts";
import { root } from "./terminal.ts";

/** The real Claude Code, from the Agent SDK that `npm run hosts` installs. */
export const claudeBinary = join(
  root,
  `tests/hosts/node_modules/@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}/claude`,
);

/** `test`, if the real binary is installed. */
export const testWithClaude = testIf(
  existsSync(claudeBinary),
  "no Claude Code for this machine (npm run hosts installs it)",
);

/** A home in which Claude Code runs as if it had been used before, and all it can see of the machine. */
export interface ClaudePlace {
  /** The trusted project directory. */
  readonly cwd: string;
  /** Its `~/.claude`: settings, hooks and transcripts. */
  readonly config: string;
  readonly env: Record<string, string>;
  remove(): void;
}

const key = "sk-ant-test-00000000000000000000";

/**
 * A new home, settings directory and project. Its model is at `apiUrl`; it makes no other requests.
 * First-run questions (theme, trust in the directory, this key) are already answered.
 */
export function createClaudePlace(apiUrl: string, more: Record<string, string> = {}): ClaudePlace {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "yourcall-claude-")));
  const config = join(home, ".claude");
  const cwd = join(home, "project");
  mkdirSync(config);
  mkdirSync(cwd);
  const state = {
    numStartups: 10,
    theme: "dark",
    hasCompletedOnboarding: true,
    lastOnboardingVersion: "99.0.0",
    bypassPermissionsModeAccepted: true,
    autoUpdates: false,
    customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
    projects: { [cwd]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] } },
  };
  writeFileSync(join(config, ".claude.json"), JSON.stringify(state));
  return {
    cwd,
    config,
    env: {
      PATH: process.env.PATH ?? "",
      LANG: "C.UTF-8",
      HOME: home,
      CLAUDE_CONFIG_DIR: config,
      ANTHROPIC_BASE_URL: apiUrl,
      ANTHROPIC_API_KEY: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
      // Its runtime optimizes code that a test runs too briefly to gain by: a fifth of its processor time.
      BUN_JSC_useDFGJIT: "0",
      ...more,
    },
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}
