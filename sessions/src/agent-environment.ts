import type { DeskAgentInfo } from "@yourcall/client";

/** What every program needs to find its files, speak its language and reach the network. */
const always = [
  ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TERM", "COLORTERM", "LANG", "LANGUAGE", "TZ", "PWD"],
  ...["SSH_AUTH_SOCK", "GIT_SSH_COMMAND", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "EDITOR"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy"],
  ...["SYSTEMROOT", "SystemRoot", "APPDATA", "LOCALAPPDATA", "USERPROFILE", "TEMP", "TMP", "PATHEXT", "COMSPEC"],
  // So that `yourcall ask` in the agent finds the same hub. Never YOURCALL_TOKEN.
  "YOURCALL_HOME",
];

const claude = [
  ...["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_MODEL", "ANTHROPIC_CUSTOM_HEADERS"],
  ...["CLAUDE_CONFIG_DIR", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX"],
  ...["CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "AWS_REGION"],
  ...["AWS_PROFILE", "CLOUD_ML_REGION", "ANTHROPIC_VERTEX_PROJECT_ID"],
];

const others = [
  ...["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL", "GEMINI_API_KEY", "GEMINI_MODEL", "GOOGLE_API_KEY"],
  ...["GOOGLE_GEMINI_BASE_URL", "GOOGLE_CLOUD_PROJECT", "CODEX_HOME", "MISTRAL_API_KEY", "OPENROUTER_API_KEY"],
];

/** The variables for each kind of agent. The loop's model runs in the desk itself, so its commands need no API keys. */
const names: Record<DeskAgentInfo["kind"], readonly string[]> = {
  loop: always,
  claude: [...always, ...claude],
  acp: [...always, ...claude, ...others],
};

/**
 * The environment of an agent's programs: the listed variables, those that the person added, and the session, which also keeps the
 * agent from answering and from starting sessions.
 */
export function toAgentEnvironment(
  env: NodeJS.ProcessEnv,
  { kind, session, added = [] }: { kind: DeskAgentInfo["kind"]; session: string; added?: readonly string[] },
): NodeJS.ProcessEnv {
  const isWanted = (name: string) =>
    names[kind].includes(name) || added.includes(name) || name.startsWith("LC_") || name.startsWith("XDG_");
  const kept = Object.entries(env).filter(([name]) => isWanted(name) && name !== "YOURCALL_TOKEN");
  return { ...Object.fromEntries(kept), YOURCALL_SESSION: session };
}
