import { type Definition, defineCommand, defineWord, type Options } from "../command.ts";
import { hookOptions } from "./hook.ts";

/** The clients that `setup` gives the MCP server. */
const mcpClientNames = [
  "codex",
  "cursor",
  "gemini",
  "opencode",
  "kilo",
  "copilot",
  "cline",
  "continue",
  "vscode",
  "claude-desktop",
  "qwen",
  "zed",
] as const;
export type McpClientName = (typeof mcpClientNames)[number];

/** The hosts of `@yourcall/hosts`, whose own questions and approvals `setup` connects too. */
const hostNames = ["codex", "opencode", "kilo", "copilot", "qwen", "gemini"] as const;

const yes = { type: "boolean", short: "y", describe: "do not ask" } as const;

export const setupClaude = defineWord({
  name: "setup claude",
  usage: ["setup claude"],
  about: [
    "Adds hooks to Claude Code's settings so that you can answer its questions on any screen: in its own dialog or in yourcall, whichever comes first. It shows the change, asks, and keeps a copy of the file. Running it again changes nothing. HTTP hooks of an earlier version are replaced: Claude Code would send the agents' token to any program that holds the hub's port.",
  ],
  options: {
    user: { type: "boolean", describe: "~/.claude/settings.json, or the one in CLAUDE_CONFIG_DIR (default)" },
    project: { type: "boolean", describe: ".claude/settings.json in this directory, which is usually shared" },
    local: { type: "boolean", describe: ".claude/settings.local.json in this directory, which is yours alone" },
    exclusive: hookOptions.exclusive,
    approvals: hookOptions.approvals,
    "subagent-wait": {
      type: "string",
      value: "30s",
      describe: "how long a subagent's permission is only in yourcall before Claude's dialog opens (default 5s)",
    },
    unattended: hookOptions.unattended,
    forms: { type: "boolean", describe: "also ask for forms of MCP servers, instead of Claude's own form" },
    mcp: {
      type: "boolean",
      describe:
        "instead of hooks, add the MCP server to .mcp.json in this directory, and keep its calls in the foreground",
    },
    remove: { type: "boolean", describe: "remove the hooks" },
    print: { type: "boolean", describe: "only print the hooks and the change" },
    yes,
  },
});

const onlyMcp = mcpClientNames.filter((name) => !hostNames.some((host) => host === name));

export const setupMcp = defineWord({
  name: "setup NAME",
  usage: [`setup ${onlyMcp.join("|")}`],
  about: [
    "Adds the MCP server `yourcall mcp` to the client's settings, lets its calls wait for a day if the client has a setting for that, and adds two lines to its instructions file, if it has one, so that its model uses the tool. It shows the change, asks, and keeps a copy of each file. Comments and order are kept. Running it again changes nothing. If YOURCALL_HOME, YOURCALL_URL or YOURCALL_TOKEN is set now, it is written into the settings, so that questions go to that hub.",
  ],
  options: {
    "no-instructions": { type: "boolean", describe: "only the settings" },
    remove: { type: "boolean", describe: "remove what was added" },
    print: { type: "boolean", describe: "only print the settings and the change" },
    yes,
  },
});

export const setupHost = defineWord({
  name: "setup HOST",
  usage: [`setup ${hostNames.join("|")}`],
  about: [
    "Connects the program in two ways, and asks about each. Its own questions and approvals: they stay in its dialog and are in yourcall too, and the first answer counts. The MCP server `yourcall mcp`, with two lines for its model: the tool AskUserQuestion, which waits for a day. It shows each change first and keeps a copy of files that existed. Running it again changes nothing. If YOURCALL_HOME, YOURCALL_URL or YOURCALL_TOKEN is set now, both use that hub.",
  ],
  options: {
    questions: {
      type: "boolean",
      describe:
        "only its own questions and approvals; of gemini, and of qwen with --yes, only with this flag: their questions are in yourcall first, and in their own window after five minutes",
    },
    approvals: {
      type: "boolean",
      describe:
        "also the approvals of copilot, which has an extension of its own for them, and of qwen, whose dialog then waits for five minutes; the others need no flag",
    },
    hooks: {
      type: "boolean",
      describe:
        "also hooks for codex, which serve it if it runs with --no-daemon; they hold its dialog for five minutes",
    },
    mcp: { type: "boolean", describe: "only the MCP server" },
    "no-instructions": { type: "boolean", describe: "no lines for its model" },
    remove: { type: "boolean", describe: "remove what was added" },
    print: { type: "boolean", describe: "only print the settings and the changes" },
    yes,
  },
});

export const setupAutostart = defineWord({
  name: "setup autostart",
  usage: ["setup autostart"],
  about: [
    "Writes a systemd user unit that runs the hub while you are logged in, so that links keep working after a reboot. Without it, commands that need a hub start one. It shows the unit and asks before writing.",
  ],
  options: {
    remove: { type: "boolean", describe: "remove the unit" },
    print: { type: "boolean", describe: "only print it" },
    yes,
  },
});

const forMcp: [McpClientName, Definition<Options>][] = mcpClientNames.map((name) => [name, setupMcp]);
const forHosts: [string, Definition<Options>][] = hostNames.map((name) => [name, setupHost]);
const words = {
  claude: setupClaude,
  ...Object.fromEntries([...forMcp, ...forHosts]),
  autostart: setupAutostart,
};

export const setup = defineCommand({
  name: "setup",
  file: "setup/setup.ts",
  usage: ["setup [CLIENT]"],
  summary: "connect Claude Code, Codex, Cursor and others",
  takes: Object.keys(words),
  words,
  about: [
    "Configures a client to ask through yourcall. It shows the change and asks before writing. Without a name it lists the clients on this machine and asks which.",
    [
      ["yourcall setup claude", "hooks for Claude Code; see `yourcall setup claude --help`"],
      [
        "yourcall setup HOST",
        `its own questions and approvals, and the MCP server, for ${hostNames.join(" or ")}; see \`yourcall setup opencode --help\``,
      ],
      ["yourcall setup autostart", "start the hub at login; see `yourcall setup autostart --help`"],
      [
        "yourcall setup NAME",
        `the MCP server, for ${onlyMcp.slice(0, -1).join(", ")} or ${onlyMcp.at(-1)}; see \`yourcall setup codex --help\``,
      ],
    ],
  ],
  options: {},
});
