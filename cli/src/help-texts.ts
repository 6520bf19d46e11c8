export const help = `yourcall: agents ask, people decide.

  yourcall ask [FILE|-]                   ask a person and print the outcome
  yourcall wait ID                        wait for the outcome of an ask
  yourcall cancel ID                      withdraw an ask
  yourcall goto ID                        show the tmux pane of the session that asked

  yourcall inbox                          your pending questions, full screen; the default on a terminal
  yourcall open                           the same in your browser
  yourcall list                           list pending asks
  yourcall answer ID …                    answer or decline one
  yourcall log                            past decisions

  yourcall agent [PROMPT]                 chat with the built-in agent, which asks you when the decision is yours
  yourcall acp -- COMMAND…                put an editor's agent's questions on all your screens
  yourcall desk [DIRECTORY…]              run agents, and answer them on one page
  yourcall demo                           a demo agent sets up a small web service; needs no API key

  yourcall serve                          run the hub, where asks wait, in the foreground
  yourcall status                         is a hub running, and how many asks wait in it
  yourcall stop                           stop the hub
  yourcall backup FILE                    copy everything the hub keeps, also while it runs
  yourcall restore FILE                   put such a copy back
  yourcall notify                         your notification settings; --test sends a test
  yourcall doctor                         find problems with your setup and how to fix them

  yourcall setup                          answer the questions of Claude Code, Codex, Cursor, … on any screen
  yourcall hook claude                    what Claude Code runs for that
  yourcall mcp                            the MCP server that other clients run

  yourcall sheet render ASK.json          an ask as text; you answer by deleting lines
  yourcall sheet parse ASK.json SHEET     read the answers back from that text

  yourcall COMMAND --help                 help for one command
  yourcall --version
`;

export const askHelp = `yourcall ask [FILE|-]

Asks the person at this terminal and prints the outcome as JSON. The questions come from a file, from standard input, or from
flags:

  yourcall ask ask.json
  echo '{"questions":[…]}' | yourcall ask
  yourcall ask --question "Deploy now?" --option "Yes: goes live at once" --option "No: wait for Monday"

  --question TEXT         a question; repeat it for up to four, each followed by its own flags:
  --header TEXT             a short name, at most 12 characters
  --option "LABEL: TEXT"    an option, 2 to 4 of them
  --multi                   allow several options
  --timeout TIME          give up after 90s, 5m, 2h; any key extends it by at least a minute (default: never)
  --on-timeout WHAT       expire (default), or recommended: still expires, and names the recommended options as a fallback
  --format FORM           json (default), text (for a model), claude (for Claude Code's updatedInput)
  --accessible            plain lines for screen readers; also ACCESSIBLE=1 or TERM=dumb
  --lenient               repair input that another system has already accepted
  --no-input              do not prompt here
  --key, --session, --title, --no-wait   for the hub

Exit codes: 0 answered · 1 failure · 2 wrong usage or invalid ask · 3 declined · 4 expired · 5 cancelled · 130 interrupted
`;

export const sheetHelp = `yourcall sheet render ASK.json          print the sheet
yourcall sheet parse ASK.json SHEET     print {answers, comment?, errors: [{line, message}]}; exit 2 if there are errors
`;

export const agentHelp = `yourcall agent [PROMPT]

Chat with an agent that works in this directory and asks you when the decision is yours. Questions and approvals appear here
and, if a hub is running, on all your other screens. Without a terminal it runs PROMPT (or standard input) and prints the
reply. The model comes from ANTHROPIC_API_KEY, OPENAI_API_KEY, or OPENAI_BASE_URL with OPENAI_MODEL.

  --resume [RUN]      continue the last run in this directory, or this one; its open questions are asked again
  --plan              look and ask, change nothing, end with a plan
  --model NAME        use another model; also YOURCALL_MODEL
  --max-steps N       the most model turns for one message (default 50)
  --hub               start a hub if none is running
  --with KIND         loop (default), the built-in agent; claude, the Claude Agent SDK; or acp, any agent that speaks the
                      Agent Client Protocol: --with acp -- gemini --acp. A name under "agents" in config.json, too
  --json              JSON lines in and out, for an editor or another host; see docs/agents/json-lines.md
  --keep              with --json: when the host goes away, its questions keep waiting instead of being withdrawn
  --schema            print the JSON Schemas of these lines

In the chat: enter sends • ctrl+j new line • ↑↓ earlier messages • ctrl+c stops the turn and withdraws its questions, again on
an empty line quits • ctrl+d quits

Exit codes: 0 ended · 1 failure, or no model configured · 2 wrong usage · 130 interrupted
`;

export const acpHelp = `yourcall acp -- COMMAND…

Stands between an editor and an agent that speak the Agent Client Protocol. Everything passes through. What the agent asks of a
person, a permission or a question, also appears on all your screens, and the first answer counts. Use it as the agent's command
in your editor:

  yourcall acp -- gemini --acp
  yourcall acp -- opencode acp

If no hub can be reached, the editor works as if it talked to the agent directly. The exit code is the agent's.
`;

export const deskHelp = `yourcall desk [DIRECTORY…]
yourcall desk list
yourcall desk start --agent NAME [--directory DIR] [--mode MODE] [--model NAME] PROMPT
yourcall desk send ID TEXT
yourcall desk stop ID

Runs agents for you: several sessions, each with its conversation and its questions, on the page under Sessions. Sessions can be
started in the given directories and below, and nowhere else; without one, in the current directory. The desk runs in the
foreground until Ctrl-C. Sessions are kept, and what they asked keeps waiting.

  --remote          also if config.json has a publicUrl: whoever signs in there can start agents on this machine
  --env NAME        pass this variable on to the agents, besides the usual ones (repeatable)

Agents are claude (with the Claude Agent SDK), loop (with a model's key), the "agents" of config.json, and those that are
installed: gemini, opencode, qwen, codex-acp, goose.

  --agent NAME      the agent of a new session
  --directory DIR   where it works (default: here)
  --mode MODE       default (asks before it changes anything), plan, or acceptEdits
  --json            print sessions as JSON
`;

export const serveHelp = `yourcall serve

Runs the hub in the foreground. Asks wait in it until they are answered. Other commands start one in the background if
none is running.

  --port PORT     use only this port (default 2255, or the next free one)
  --host HOST     listen on another address than loopback; needs an https publicUrl in config.json
  --store FILE    use another file than yourcall.db in the state directory; also YOURCALL_STORE. The option takes the file as
                  it is; otherwise a hub refuses a file that is not the one it used there before
  --store postgres://USER:PASSWORD@HOST/DATABASE
                  share a PostgreSQL database with other hubs; better in YOURCALL_STORE, which other users cannot read
`;

export const statusHelp = `yourcall status [--json]
yourcall status --line

Says whether a hub is running, where, how many asks wait in it, and which notifications fail. Exit 1 if none is running.

  --json    the same as JSON
  --line    only "2 waiting", for a prompt or a status bar; prints nothing if nothing waits, and always exits with 0
`;

export const notifyHelp = `yourcall notify [--json]
yourcall notify --test [--channel NAME]

Shows your notification settings, and for each channel how many notifications were sent and whether they fail. The settings
are "notify" in config.json in the state directory; the hub reads them when it starts:

  {"notify": {"after": "5s", "quiet": {"from": "22:00", "to": "07:00"}, "desktop": true,
              "webhooks": [{"url": "https://ntfy.sh/TOPIC", "form": "ntfy"}]}}

  --test            send a test through every channel; exit 1 if one fails
  --channel NAME    test only this one: desktop, or the number of a webhook
  --json            settings and channels as JSON
`;

export const openHelp = `yourcall open [--print]

Opens the web inbox in your browser, and starts a hub if none is running. The link works for one login within one minute; the
browser then stays logged in until you revoke its token. If no browser can be opened, the link is printed. The browser gets the
link in a file that only you can read, deleted after a minute: other users of the machine can read command lines.

  --print    only print the link
`;

export const stopHelp = `yourcall stop

Stops the hub. Pending asks are kept, and agents that wait for an answer reconnect to the next hub.
`;

export const backupHelp = `yourcall backup FILE

Copies asks, answers, drafts and tokens into FILE, as they are at this moment, whether a hub is running or not. FILE must not exist
yet; only you can read it.
`;

export const restoreHelp = `yourcall restore FILE

Puts a copy made by \`yourcall backup\` in the place of what the hub keeps. The copy is checked first, and a damaged one is refused.
What was there is kept beside it, as yourcall.db.before-restore-DATE. Stop the hub first, with \`yourcall stop\`.
`;

export const listHelp = `yourcall list

Lists pending asks, oldest first, one per line: id, agent, header, question, age. "draft" means that somebody has started to
answer. "agent gone" means that nobody is waiting for the answer any more; it is kept in case the agent asks again.

  --status STATUS   pending (default), answered, declined, cancelled, expired, ended or all
  --session NAME    only asks from this session
  --search WORDS    only asks with these words in questions, options, answers or comments
  --limit N         show at most N (default 100)
  --json            print the asks as a JSON array
`;

export const inboxHelp = `yourcall inbox

Shows the pending questions of all agents, and past decisions, full screen. \`yourcall\` alone opens it on a terminal.

  ↑↓ enter    open an ask and answer it with the keys of \`yourcall ask\`; Esc goes back and keeps what you typed
  x           decline
  /           filter, or search the log
  tab         switch between pending asks and past decisions
  q           quit; pending asks keep waiting

  --json      no screen: what waits as JSON lines, live, and answers as JSON lines on standard input
              (docs/agents/json-lines.md)

The command refuses to run in an agent's environment.
`;

export const waitHelp = `yourcall wait ID

Waits until an ask ends and prints the outcome as \`yourcall ask\` does. It never withdraws the ask, even if interrupted.
ID is the ask's id, or at least four characters from its beginning or end (\`yourcall list\` shows them).

  --timeout TIME    wait at most 90s, 5m, 2h; then print {id, status: "pending", url} and exit with 6
  --format FORM     json (default), text (for a model), claude (for Claude Code's updatedInput)
  --json            the same as --format json

Exit codes: 0 answered · 1 failure · 2 wrong usage · 3 declined · 4 expired · 5 cancelled · 6 still pending · 130 interrupted
`;

export const answerHelp = `yourcall answer ID …

Answers an ask from a shell. ID is the ask's id, or at least four characters from its beginning or end (\`yourcall list\`
shows them). Every question needs an answer or --skip. HEADER is the question's header or its number; you can leave it out if
there is only one question.

  --select [HEADER=]LABEL   choose an option by its label; repeat it if several may be chosen
  --other [HEADER=]TEXT     type your own answer
  --note [HEADER=]TEXT      add a note to the answer
  --skip HEADER             no preference: the agent chooses
  --comment TEXT            add a comment on the whole ask
  --from FILE|-             answers as JSON: [{question, selectedOptions, …}], {answers, comment}, or {"question": "A, B"};
                            or a sheet, such as one that --editor kept because it could not be sent
  --editor                  edit the ask as a sheet in $VISUAL or $EDITOR; if you change nothing, nothing is sent
  --decline [REASON]        decline to answer
  --json                    print the ask with its outcome

  yourcall answer 7Q2F --select SQLite
  yourcall answer 7Q2F --select Auth=JWT --select Providers=Google Providers=GitHub --note "Auth=PKCE only"
  yourcall answer 7Q2F --select allow-once        (an approval: allow-once, allow-always or deny)

An answer from flags or a file is recorded as given by a script. The command refuses to run in an agent's environment.
`;

export const gotoHelp = `yourcall goto ID

Shows the tmux pane of the session that asked. Claude Code's hooks record it. Inside tmux your own view switches; outside it the
terminal that is attached to tmux does, and if there is none, this one is attached.

Exit codes: 0 switched · 1 no pane is known, or it is gone · 2 wrong usage
`;

export const cancelHelp = `yourcall cancel ID

Withdraws an ask. Agents waiting for it get the outcome "cancelled", which is not an answer.

  --reason TEXT     why
  --json            print the ask with its outcome
`;

export const logHelp = `yourcall log

Lists past decisions, newest first, one per line.

  --search WORDS    only asks with these words in questions, options, answers or comments
  --status STATUS   ended (default: all of them), answered, declined, cancelled or expired
  --session NAME    only asks from this session
  --token ID        only what was asked, answered or declined with this token; --json shows ids, as by.token
  --limit N         show at most N (default 100)
  --json            print the asks as a JSON array
  --markdown        a decision record to keep with the code: yourcall log --markdown > DECISIONS.md
`;

export const demoHelp = `yourcall demo

An agent sets up a small web service and asks you how: four questions, answered here or in the browser. It follows a script, so
it needs no API key and no network; the project it writes and tests is real. It waits for you as long as it takes.

  --dir DIR    a new or empty directory for the project (default: a new temporary directory)

Its hub has its own state and ends with the demo. Exit codes: 0 ended, also if you declined · 1 failure · 2 wrong usage ·
130 interrupted
`;

export const doctorHelp = `yourcall doctor [--json]

Checks your setup and changes nothing. One line per check: ok, warn (works, but could be better) or fail (does not work), and
what to do. Exit 1 if a check fails.
`;

export const setupHelp = `yourcall setup [CLIENT]

Configures a client to ask through yourcall. It shows the change and asks before writing. Without a name it lists the clients
on this machine and asks which.

  yourcall setup claude     hooks for Claude Code; see \`yourcall setup claude --help\`
  yourcall setup NAME       the MCP server, for codex, cursor, gemini, opencode, vscode, claude-desktop, qwen or zed; see
                            \`yourcall setup codex --help\`
`;

export const setupMcpHelp = `yourcall setup codex|cursor|gemini|opencode|vscode|claude-desktop|qwen|zed

Adds the MCP server \`yourcall mcp\` to the client's settings, lets its calls wait for a day where the client has a setting for that,
and adds two lines to its instructions file, if it has one, so that its model uses the tool. It shows the change, asks, and keeps a
copy of each file. Comments and order are kept. Running it again changes nothing.

  --no-instructions   only the settings
  --remove            remove what was added
  --print             only print the settings and the change
  -y, --yes           do not ask
`;

export const setupClaudeHelp = `yourcall setup claude

Adds hooks to Claude Code's settings so that you can answer its questions on any screen: in its own dialog or in yourcall,
whichever comes first. It shows the change, asks, and keeps a copy of the file. Running it again changes nothing.

  --user          ~/.claude/settings.json, or the one in CLAUDE_CONFIG_DIR (default)
  --project       .claude/settings.json in this directory, which is usually shared
  --local         .claude/settings.local.json in this directory, which is yours alone
  --exclusive     only in yourcall: Claude shows no dialog of its own
  --approvals     also handle permissions for other tools
  --subagent-wait 30s
                  how long a subagent's permission is only in yourcall before Claude's dialog opens (default 5s)
  --unattended    with --approvals: permissions of \`claude -p\` too, which otherwise denies them as it does without yourcall
  --forms         also ask for forms of MCP servers, instead of Claude's own form
  --http          use HTTP hooks, for a hub that runs as a service
  --mcp           instead of hooks, add the MCP server to .mcp.json in this directory, and keep its calls in the foreground
  --remove        remove the hooks
  --print         only print the hooks and the change
  -y, --yes       do not ask
`;

export const hookHelp = `yourcall hook claude [--approvals] [--subagent-wait SECONDS] [--unattended]

Claude Code runs this: it reads an event as JSON from standard input and prints the person's decision as JSON. If anything goes
wrong, it prints nothing and exits with 0, and Claude continues without it; YOURCALL_DEBUG=1 prints the reason to standard
error. \`yourcall setup claude\` adds it to the settings.
`;

export const mcpHelp = `yourcall mcp

The MCP server, on standard input and output: it gives any MCP client the tool AskUserQuestion, whose questions you answer on any
screen. \`yourcall setup\` adds it to a client. The hub offers the same over HTTP, at /mcp.

  --wait TIME      how long a call waits before it returns "pending" (default: what the client allows, 50s if it is unknown)
  --keep TIME      how long the question of a cancelled call is kept (default 10m); 0 withdraws it at once, forever keeps it
  --elicitation    show the question in the client first, if it can show forms
  --session NAME   the session its questions belong to (default: the client's, or one per client and project)
`;
