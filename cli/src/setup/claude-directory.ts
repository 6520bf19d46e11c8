import { join, resolve } from "node:path";

/** Where Claude Code keeps a person's settings. */
export function claudeDirectory({ CLAUDE_CONFIG_DIR, HOME, USERPROFILE }: NodeJS.ProcessEnv): string {
  return CLAUDE_CONFIG_DIR ? resolve(CLAUDE_CONFIG_DIR) : join(HOME ?? USERPROFILE ?? ".", ".claude");
}
