export const agentHelp = `yourcall agent [PROMPT]

Chat with an agent that works in this directory and asks you when the decision is yours. Questions and approvals appear here
and, if a hub is running, on all your other screens. Without a terminal it runs PROMPT (or standard input) and prints the
reply. The model comes from ANTHROPIC_API_KEY, OPENAI_API_KEY, or OPENAI_BASE_URL with OPENAI_MODEL.

  --resume [RUN]      continue the last run in this directory, or this one; its open questions are asked again
  --plan              look and ask, change nothing, end with a plan
  --model NAME        use another model; also YOURCALL_MODEL
  --max-steps N       the most model turns for one message (default 50)
  --hub               start a hub if none is running
  --with KIND         loop (default), the built-in agent; claude, the Claude Agent SDK; acp, any agent that speaks the
                      Agent Client Protocol: --with acp -- gemini --acp; or a name under "agents" in config.json
  --json              JSON lines in and out, for an editor or another host; see docs/agents/json-lines.md
  --keep              with --json: when the host goes away, its questions keep waiting instead of being withdrawn
  --schema            print the JSON Schemas of these lines

In the chat: enter sends; ctrl+j starts a new line; up and down show earlier messages; ctrl+c stops the turn and withdraws its
questions, again on an empty line quits; ctrl+d quits

Exit codes: 0 ended; 1 failure, or no model configured; 2 wrong usage; 130 interrupted
`;

export const acpHelp = `yourcall acp -- COMMAND...

Sits between an editor and an agent that speak the Agent Client Protocol. Everything passes through. What the agent asks of a
person, a permission or a question, also appears on all your screens, and the first answer counts. Use it as the agent's command
in your editor:

  yourcall acp -- gemini --acp
  yourcall acp -- opencode acp

If no hub can be reached, the editor works as if it talked to the agent directly. The exit code is the agent's.
`;

export const demoHelp = `yourcall demo

An agent sets up a small web service and asks you how: four questions, answered here or in the browser. It follows a script, so
it needs no API key and no network; the project it writes and tests is real. It waits for you as long as it takes.

  --dir DIR    a new or empty directory for the project (default: a new temporary directory)

Its hub has its own state and ends with the demo. Exit codes: 0 ended, even if you declined; 1 failure; 2 wrong usage;
130 interrupted
`;

export const setupHelp = `yourcall setup [CLIENT]

Configures a client to ask through yourcall. It shows the change and asks before writing. Without a name it lists the clients
on this machine and asks which.

  yourcall setup claude     hooks for Claude Code; see \`yourcall setup claude --help\`
  yourcall setup autostart  start the hub at login; see \`yourcall setup autostart --help\`
  yourcall setup NAME       the MCP server, for codex, cursor, gemini, opencode, vscode, claude-desktop, qwen or zed; see
                            \`yourcall setup codex --help\`
`;

export const setupMcpHelp = `yourcall setup codex|cursor|gemini|opencode|vscode|claude-desktop|qwen|zed

Adds the MCP server \`yourcall mcp\` to the client's settings, lets its calls wait for a day if the client has a setting for that,
and adds two lines to its instructions file, if it has one, so that its model uses the tool. It shows the change, asks, and keeps a
copy of each file. Comments and order are kept. Running it again changes nothing.

  --no-instructions   only the settings
  --remove            remove what was added
  --print             only print the settings and the change
  -y, --yes           do not ask
`;

export const setupClaudeHelp = `yourcall setup claude

Adds hooks to Claude Code's settings so that you can answer its questions on any screen: in its own dialog or in yourcall,
whichever comes first. It shows the change, asks, and keeps a copy of the file. Running it again changes nothing. HTTP hooks of an
earlier version are replaced: Claude Code would send the agents' token to any program that holds the hub's port.

  --user          ~/.claude/settings.json, or the one in CLAUDE_CONFIG_DIR (default)
  --project       .claude/settings.json in this directory, which is usually shared
  --local         .claude/settings.local.json in this directory, which is yours alone
  --exclusive     only in yourcall: Claude shows no dialog of its own
  --approvals     also handle permissions for other tools
  --subagent-wait 30s
                  how long a subagent's permission is only in yourcall before Claude's dialog opens (default 5s)
  --unattended    with --approvals: permissions of \`claude -p\` too, which otherwise denies them as it does without yourcall
  --forms         also ask for forms of MCP servers, instead of Claude's own form
  --mcp           instead of hooks, add the MCP server to .mcp.json in this directory, and keep its calls in the foreground
  --remove        remove the hooks
  --print         only print the hooks and the change
  -y, --yes       do not ask
`;

export const hookHelp = `yourcall hook claude

Claude Code runs this: it reads an event as JSON from standard input and prints the person's decision as JSON. If anything goes
wrong, it prints nothing and exits with 0, and Claude continues without it; YOURCALL_DEBUG=1 prints the reason to standard
error. \`yourcall setup claude\` adds it to the settings, with the options you gave there:

  --approvals, --exclusive, --unattended
                            as for \`yourcall setup claude\`
  --subagent-wait SECONDS   how long a subagent's permission is only in yourcall
`;

export const mcpHelp = `yourcall mcp

The MCP server, on standard input and output: it gives any MCP client the tool AskUserQuestion, whose questions you answer on any
screen. \`yourcall setup\` adds it to a client. The hub offers the same over HTTP, at /mcp.

  --wait TIME      how long a call waits before it returns "pending" (default: what the client allows, 50s if it is unknown)
  --keep TIME      how long the question of a cancelled call is kept (default 10m); 0 withdraws it at once, forever keeps it
  --elicitation    show the question in the client first, if it can show forms
  --session NAME   the session its questions belong to (default: the client's, or one per client and project)
`;

export const setupAutostartHelp = `yourcall setup autostart

Writes a systemd user unit that runs the hub while you are logged in, so that links keep working after a reboot. Without it,
commands that need a hub start one. It shows the unit and asks before writing.

  --remove     remove the unit
  --print      only print it
  -y, --yes    do not ask
`;

export const deskHelp = `yourcall desk [DIRECTORY...]
yourcall desk list
yourcall desk start --agent NAME [--directory DIR] [--mode MODE] ... PROMPT
yourcall desk send ID TEXT
yourcall desk stop ID

Runs agents for you: several sessions, each with its conversation and its questions, on the page under Sessions. Sessions can be
started in the given directories and below, and nowhere else; without one, in the current directory. The desk runs in the
foreground until Ctrl-C. Sessions are kept, and their questions keep waiting.

  --remote          even if config.json has a publicUrl: anyone who signs in there can start agents on this machine
  --env NAME        pass this variable on to the agents, in addition to the usual ones (repeatable)

Agents are claude (with the Claude Agent SDK), loop (with a model's key), the "agents" of config.json, and those that are
installed: gemini, opencode, qwen, codex-acp, goose.

  --agent NAME      the agent of a new session
  --directory DIR   where it works (default: here)
  --mode MODE       default (asks before it changes anything), plan, or acceptEdits
  --json            print sessions as JSON
`;
