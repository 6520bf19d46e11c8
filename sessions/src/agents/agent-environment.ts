import type { AgentKind } from "@yourcall/core/internal";
import { agentTable } from "./agent-table.ts";

/** What every program needs to find its files, speak its language and reach the network. */
const always = [
  ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TERM", "COLORTERM", "LANG", "LANGUAGE", "TZ", "PWD"],
  ...["SSH_AUTH_SOCK", "GIT_SSH_COMMAND", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "EDITOR"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy"],
  ...["SYSTEMROOT", "SystemRoot", "APPDATA", "LOCALAPPDATA", "USERPROFILE", "TEMP", "TMP", "PATHEXT", "COMSPEC"],
  // So that `yourcall ask` in the agent finds the same hub. Never YOURCALL_TOKEN.
  "YOURCALL_HOME",
];

/**
 * The environment of an agent's programs: the listed variables, those that the person added, and the session, which also keeps the
 * agent from answering and from starting sessions.
 */
export function toAgentEnvironment(
  env: NodeJS.ProcessEnv,
  { kind, session, added = [] }: { kind: AgentKind; session: string; added?: readonly string[] },
): NodeJS.ProcessEnv {
  const names = [...always, ...agentTable[kind].variables, ...added];
  const isWanted = (name: string) => names.includes(name) || name.startsWith("LC_") || name.startsWith("XDG_");
  const kept = Object.entries(env).filter(([name]) => isWanted(name) && name !== "YOURCALL_TOKEN");
  return { ...Object.fromEntries(kept), YOURCALL_SESSION: session };
}
