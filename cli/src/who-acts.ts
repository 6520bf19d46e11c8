import type { PersonBy } from "@yourcall/core";
import { warn } from "./print.ts";

/**
 * Variables that agents set for the commands they run. Each is set by the agent itself and not by the editor around
 * it: a person's own terminal inside such an editor must not look like an agent's.
 *
 * What the check stops: an agent, or its script, that calls `yourcall answer` because it exists, and a
 * model that talks itself into choosing for the person. What it cannot stop: a process of the same user that unsets these
 * variables, or reads the person's token and calls the hub itself. No check inside this process could; that takes
 * another user, a container or a sandbox around the agent. So it guards against mistakes, and the record
 * (`act: "script"`) shows the rest.
 */
const names = [
  "YOURCALL_SESSION",
  "CLAUDECODE",
  "CLAUDE_CODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CODEX_SANDBOX",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "CODEX_THREAD_ID",
  "CODEX_CI",
  "GEMINI_CLI",
  "QWEN_CODE",
  "OPENCODE",
  "OPENCODE_CLIENT",
  "CURSOR_AGENT",
  "COPILOT_CLI",
  "CLINE_ACTIVE",
  "GOOSE_TERMINAL",
  "AMP_CURRENT_THREAD_ID",
  "AUGMENT_AGENT",
  "ANTIGRAVITY_AGENT",
  "CRUSH",
  "AI_AGENT",
];

/** The variable that shows that an agent runs this command, or null. Empty variables do not count. */
export function findAgentVariable(env: NodeJS.ProcessEnv = process.env): string | null {
  return names.find((name) => (env[name] ?? "") !== "") ?? null;
}

/** True if an agent runs this command. Then it has said why only people may, and what was not done. */
export function refuseAgent(why: string, notDone: string): boolean {
  const variable = findAgentVariable();
  if (variable === null) return false;
  warn(`${why}, and this is an agent's environment (${variable} is set). ${notDone}`);
  return true;
}

/** Who acts by pressing keys in this terminal. In an agent's environment it may not be a person. */
export function byTerminal(): PersonBy {
  return { surface: "terminal", act: findAgentVariable() === null ? "submit" : "script", ...currentUser() };
}

/** The person's login name, for the record of an answer. */
export function currentUser(): { user?: string } {
  const { USER, LOGNAME } = process.env;
  return { user: USER || LOGNAME || undefined };
}
