/**
 * What agents put into the environment of the commands they run, each set by the agent itself and not by the editor around
 * it: a person's own terminal inside such an editor must not count.
 *
 * What the check stops: an agent that reaches for `yourcall answer` because it is there, a script of its own that calls it, a
 * model that talks itself into choosing for the person. What it cannot stop: a process of the same user that takes these
 * variables away or reads the person's token and speaks to the hub itself. No check inside this process could; that takes
 * another user, a container or a sandbox around the agent. So it is a lock against mistakes, and the record
 * (`act: "script"`) is what remains against the rest.
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
