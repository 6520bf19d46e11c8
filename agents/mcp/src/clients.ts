/** What is known about a client: the name people know it by, and how long it lets a tool call take. */
interface ClientRow {
  /** The beginning of `clientInfo.name`. */
  announcedAs: string;
  agent: string;
  /** For people, if the client announces something that is not readable. */
  title?: string;
  /** Whether it announces a version that is not its own. */
  hidesVersion?: boolean;
  /** How long to wait before a call returns `pending`: a little less than the client allows. */
  waitSeconds: number;
  /** How long to wait if the client requested progress notifications and these extend its limit. */
  progressSeconds?: number;
  /** Whether its time limit is paused while a form is open. */
  pausesForForms?: boolean;
  /** Whether it announces that it shows cards in the conversation, and shows none: its terminal cannot. */
  showsNoCards?: boolean;
  /** Whether its form cannot be sent while a field for text is empty, even an optional one. */
  needsFullForms?: boolean;
}

/** Measured with the real programs; docs/agents/mcp.md has the versions. */
const clientRows: readonly ClientRow[] = [
  { announcedAs: "codex", agent: "codex", waitSeconds: 280, pausesForForms: true, needsFullForms: true },
  { announcedAs: "opencode", agent: "opencode", waitSeconds: 50, progressSeconds: 600 },
  { announcedAs: "gemini-cli", agent: "gemini", waitSeconds: 580 },
  { announcedAs: "qwen", agent: "qwen", waitSeconds: 280, progressSeconds: 580, showsNoCards: true },
  // After 120 s it moves a call to the background and tells its model that the answer is "NOT USER INPUT".
  { announcedAs: "claude-code", agent: "claude", waitSeconds: 110 },
  { announcedAs: "claude-ai", agent: "claude-desktop", waitSeconds: 50 },
  { announcedAs: "cursor", agent: "cursor", waitSeconds: 50 },
  { announcedAs: "Visual Studio Code", agent: "vscode", waitSeconds: 50 },
  { announcedAs: "kilo", agent: "kilo", title: "Kilo", waitSeconds: 110, progressSeconds: 600 },
  { announcedAs: "copilot", agent: "copilot", title: "Copilot CLI", waitSeconds: 50 },
  { announcedAs: "@cline/", agent: "cline", title: "Cline", hidesVersion: true, waitSeconds: 50 },
  { announcedAs: "continue", agent: "continue", title: "Continue", hidesVersion: true, waitSeconds: 50 },
  // It has no limit of its own.
  { announcedAs: "ai-sdk-mcp-client", agent: "ai-sdk", title: "AI SDK", waitSeconds: 2700 },
  { announcedAs: "Zed", agent: "zed", waitSeconds: 50 },
];

const unknownSeconds = 50;
/** For Claude Code, if it is configured never to move a call to the background. */
const foregroundSeconds = 600;

/** The row of a client, if it is known. */
export function findClient(name: string): ClientRow | undefined {
  return clientRows.find(({ announcedAs }) => name.toLowerCase().startsWith(announcedAs.toLowerCase()));
}

/** How long a call may wait for a person before it returns `pending`. */
export function callSeconds(
  name: string,
  hasProgress: boolean,
  env: Readonly<Record<string, string | undefined>>,
): number {
  const row = findClient(name);
  if (row === undefined) return unknownSeconds;
  if (row.agent === "claude" && staysInForeground(env)) return foregroundSeconds;
  return (hasProgress ? row.progressSeconds : undefined) ?? row.waitSeconds;
}

function staysInForeground(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS === "0" || env.CLAUDE_CODE_DISABLE_BACKGROUND_TASKS === "1";
}
