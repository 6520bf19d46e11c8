import { existsSync } from "node:fs";
import { join } from "node:path";
import type { McpClientName } from "../commands/setup.ts";
import { findProgram } from "../find-program.ts";
import type { JsonEntry } from "./edit-json.ts";
import type { TomlEntry } from "./edit-toml.ts";
import type { YamlEntry } from "./edit-yaml.ts";

/** The places in which clients keep their settings. */
export interface Places {
  home: string;
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
}

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** How a client starts the server. `env` has the variables that name a hub, because few clients pass on their own. */
export interface ServerStart {
  command: Command;
  env: Readonly<Record<string, string>>;
}

interface Row {
  title: string;
  /** Its own directory; if that or the program exists, the client is installed. */
  directory(places: Places): string;
  program?: string;
  /** The settings, in `directory`. */
  file: string | ((directory: string) => string);
  /** Its instructions for the model, in `directory`. */
  instructions?: string;
  /** Whether these settings were tested with the program, not only taken from its documentation. */
  tried?: true;
}

/** One client: what it is called, where its settings are, and what is written there. */
export type McpClient = Row &
  (
    | { format: "toml"; entries(start: ServerStart): TomlEntry[] }
    /** `jsonc`: the client reads comments and trailing commas. */
    | { format: "json" | "jsonc"; entries(start: ServerStart): JsonEntry[] }
    | { format: "yaml"; entries(start: ServerStart): YamlEntry[] }
  );

// A question may wait for a day; the server returns a little before that.
const daySeconds = 86_400;
const dayMs = daySeconds * 1000;
const patient = ["mcp", "--wait", "23h"];
const plain = ["mcp"];

/** The program and its arguments as two fields. */
function apart({ command: [command, ...args], env }: ServerStart, more: readonly string[]) {
  return { command, args: [...args, ...more], ...(isEmpty(env) ? {} : { env }) };
}

/** As OpenCode and Kilo have it. */
function together({ command, env }: ServerStart) {
  const environment = isEmpty(env) ? {} : { environment: env };
  return { type: "local", command: [...command, ...patient], enabled: true, timeout: dayMs, ...environment };
}

function isEmpty(env: ServerStart["env"]): boolean {
  return Object.keys(env).length === 0;
}

const inHome = (name: string) => (places: Places) => join(places.home, name);

/** `~/.config`, or what the platform has instead. */
function configHome({ home, env, platform }: Places): string {
  if (platform === "darwin") return join(home, "Library/Application Support");
  if (platform === "win32") return env.APPDATA || join(home, "AppData/Roaming");
  return env.XDG_CONFIG_HOME || join(home, ".config");
}

export const mcpClients: Readonly<Record<string, McpClient>> = {
  codex: {
    title: "Codex",
    directory: (places) => places.env.CODEX_HOME || inHome(".codex")(places),
    program: "codex",
    file: "config.toml",
    instructions: "AGENTS.md",
    format: "toml",
    entries: (start) => [
      {
        path: ["mcp_servers", "yourcall"],
        value: {
          ...apart(start, patient),
          // Otherwise a run starts without the server if that takes a second to start.
          required: true,
          tool_timeout_sec: daySeconds,
          default_tools_approval_mode: "approve",
        },
      },
    ],
    tried: true,
  },
  cursor: {
    title: "Cursor",
    directory: inHome(".cursor"),
    program: "cursor",
    file: "mcp.json",
    format: "json",
    entries: (start) => [{ path: ["mcpServers", "yourcall"], value: apart(start, plain) }],
  },
  gemini: {
    title: "Gemini CLI",
    directory: inHome(".gemini"),
    program: "gemini",
    file: "settings.json",
    instructions: "GEMINI.md",
    format: "jsonc",
    entries: (start) => [
      { path: ["mcpServers", "yourcall"], value: { ...apart(start, patient), trust: true, timeout: dayMs } },
    ],
    tried: true,
  },
  opencode: {
    title: "OpenCode",
    directory: ({ home, env }) => join(env.XDG_CONFIG_HOME || join(home, ".config"), "opencode"),
    program: "opencode",
    file: (directory) => (existsSync(join(directory, "opencode.jsonc")) ? "opencode.jsonc" : "opencode.json"),
    instructions: "AGENTS.md",
    format: "jsonc",
    entries: (start) => [{ path: ["mcp", "yourcall"], value: together(start) }],
    tried: true,
  },
  kilo: {
    title: "Kilo",
    directory: ({ home, env }) => join(env.XDG_CONFIG_HOME || join(home, ".config"), "kilo"),
    program: "kilo",
    file: (directory) => (existsSync(join(directory, "kilo.jsonc")) ? "kilo.jsonc" : "kilo.json"),
    instructions: "AGENTS.md",
    format: "jsonc",
    entries: (start) => [{ path: ["mcp", "yourcall"], value: together(start) }],
    tried: true,
  },
  copilot: {
    title: "Copilot CLI",
    directory: (places) => places.env.COPILOT_HOME || inHome(".copilot")(places),
    program: "copilot",
    file: "mcp-config.json",
    instructions: "copilot-instructions.md",
    format: "json",
    entries: (start) => [
      {
        path: ["mcpServers", "yourcall"],
        value: { type: "local", ...apart(start, patient), tools: ["*"], timeout: dayMs },
      },
    ],
    tried: true,
  },
  cline: {
    title: "Cline",
    directory: inHome(".cline"),
    program: "cline",
    file: "data/settings/cline_mcp_settings.json",
    format: "json",
    entries: (start) => [
      // Its longest limit is an hour, in seconds.
      { path: ["mcpServers", "yourcall"], value: { ...apart(start, ["mcp", "--wait", "59m"]), timeout: 3600 } },
    ],
    tried: true,
  },
  continue: {
    title: "Continue",
    directory: (places) => places.env.CONTINUE_GLOBAL_DIR || inHome(".continue")(places),
    program: "cn",
    file: "config.yaml",
    format: "yaml",
    entries: (start) => [
      {
        list: "mcpServers",
        name: "yourcall",
        value: apart(start, plain),
        head: "name: Settings\nversion: 1.0.0\nschema: v1\n",
      },
    ],
    tried: true,
  },
  vscode: {
    title: "VS Code",
    directory: (places) => join(configHome(places), "Code/User"),
    program: "code",
    file: "mcp.json",
    format: "jsonc",
    entries: (start) => [{ path: ["servers", "yourcall"], value: { type: "stdio", ...apart(start, plain) } }],
  },
  "claude-desktop": {
    title: "Claude Desktop",
    directory: (places) => join(configHome(places), "Claude"),
    file: "claude_desktop_config.json",
    format: "json",
    entries: (start) => [{ path: ["mcpServers", "yourcall"], value: apart(start, plain) }],
  },
  qwen: {
    title: "Qwen Code",
    directory: inHome(".qwen"),
    program: "qwen",
    file: "settings.json",
    instructions: "QWEN.md",
    format: "jsonc",
    entries: (start) => [
      {
        path: ["mcpServers", "yourcall"],
        value: { ...apart(start, patient), trust: true, timeout: dayMs, alwaysLoadTools: true },
      },
      // In addition to the limit for a whole call, there is one for silence.
      { path: ["mcp", "toolIdleTimeoutMs"], value: 0 },
    ],
    tried: true,
  },
  zed: {
    title: "Zed",
    directory: ({ home, env, platform }) =>
      platform === "win32"
        ? join(env.APPDATA ?? home, "Zed")
        : join(env.XDG_CONFIG_HOME || join(home, ".config"), "zed"),
    program: "zed",
    file: "settings.json",
    format: "jsonc",
    entries: (start) => [{ path: ["context_servers", "yourcall"], value: { ...apart(start, plain), env: start.env } }],
  },
} satisfies Record<McpClientName, McpClient>;

/** The clients that are installed here, with their names. */
export function findMcpClients(places: Places): [name: string, client: McpClient][] {
  return Object.entries(mcpClients).filter(
    ([, { directory, program }]) =>
      existsSync(directory(places)) || (program !== undefined && findProgram(program, places.env) !== null),
  );
}

/** Claude Code as an MCP client of this project. Its hook is the better way: `yourcall setup claude`. */
export function claudeCodeEntries({ command, env }: ServerStart): { server: JsonEntry; local: JsonEntry[] } {
  return {
    server: {
      path: ["mcpServers", "yourcall"],
      value: { type: "stdio", ...apart({ command, env: {} }, patient), alwaysLoad: true, timeout: dayMs },
    },
    // Otherwise Claude Code moves a call to the background after two minutes, and tells its model that the answer is not user
    // input. It passes these variables on to the server, and other people do not get this file.
    local: Object.entries({ CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: "0", ...env }).map(([name, value]) => ({
      path: ["env", name],
      value,
    })),
  };
}
