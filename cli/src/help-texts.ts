export const help = `yourcall: agents ask, people decide.

  yourcall ask [FILE|-]                   ask a person, print how it ended
  yourcall wait ID                        how an ask ended, as soon as it has
  yourcall cancel ID                      take an ask back

  yourcall inbox                          what waits for you, full screen; plain \`yourcall\` on a terminal opens it
  yourcall open                           the same in your browser
  yourcall list                           what waits for you
  yourcall answer ID …                    answer or decline it
  yourcall log                            what was decided

  yourcall agent [PROMPT]                 chat with the built-in agent, which asks you at the fork
  yourcall demo                           an agent that asks you, without a key: it sets up a small web service

  yourcall serve                          the hub, where asks wait, in the foreground
  yourcall status                         is a hub running, and what waits in it
  yourcall stop                           end the hub
  yourcall notify                         how you are told of an ask that waits; --test tries it
  yourcall doctor                         what is wrong with this machine's set-up, and what to do

  yourcall setup claude                   have the questions of Claude Code answered anywhere
  yourcall hook claude                    what Claude Code runs for that

  yourcall sheet render ASK.json          an ask as a text in which deleting lines is choosing
  yourcall sheet parse ASK.json SHEET     that text, edited, as answers

  yourcall COMMAND --help                 more about one command
  yourcall --version
`;

export const askHelp = `yourcall ask [FILE|-]

Puts an ask to the person at this terminal and prints how it ended as JSON. The ask comes from a file, from
standard input, or from flags:

  yourcall ask ask.json
  echo '{"questions":[…]}' | yourcall ask
  yourcall ask --question "Deploy now?" --option "Yes: goes live at once" --option "No: wait for Monday"

  --question TEXT         a question; repeat it for up to four, each followed by its own
  --header TEXT             short name, at most 12 characters
  --option "LABEL: TEXT"    an option, 2 to 4 of them
  --multi                   several options may be chosen
  --timeout TIME          give up after 90s, 5m, 2h; any key puts it off by at least a minute (default: never)
  --on-timeout WHAT       expire (default), or recommended: still expired, with the recommended options as fallback
  --format FORM           json (default), text (for a model), claude (for Claude Code's updatedInput)
  --accessible            plain lines for screen readers; also ACCESSIBLE=1 or TERM=dumb
  --lenient               repair what another system has already accepted
  --no-input              do not prompt here
  --key, --session, --title, --no-wait   for the hub

Exit codes: 0 answered · 1 failure · 2 wrong usage or invalid ask · 3 declined · 4 expired · 5 cancelled · 130 interrupted
`;

export const sheetHelp = `yourcall sheet render ASK.json          the sheet on stdout
yourcall sheet parse ASK.json SHEET     {answers, comment?, errors: [{line, message}]} on stdout; exit 2 with errors
`;

export const agentHelp = `yourcall agent [PROMPT]

A chat with an agent that works in this directory and asks you where the decision is yours: questions and approvals come up
right here, and where a hub runs on every other screen too. Without a terminal it does PROMPT (or what comes on standard
input) and prints what it says. The model is the one that ANTHROPIC_API_KEY, OPENAI_API_KEY or OPENAI_BASE_URL and
OPENAI_MODEL set up.

  --resume [RUN]      go on with the last run of this directory, or with this one; what it asked is still asked
  --plan              look and ask, change nothing, end with a plan
  --model NAME        another model, as YOURCALL_MODEL
  --max-steps N       the most turns of the model for one message (default 50)
  --hub               start a hub where none runs
  --with KIND         loop (default), the built-in agent; or claude, that of the Claude Agent SDK
  --json              JSON lines in and out, for an editor or another host; docs/agents/json-lines.md
  --schema            print the JSON Schemas of these lines

In the chat: enter sends • ctrl+j new line • ↑↓ what you wrote before • ctrl+c stops the turn and takes back what it asked,
again at an empty line ends • ctrl+d ends

Exit codes: 0 ended · 1 failure, no model set up · 2 wrong usage · 130 interrupted
`;

export const serveHelp = `yourcall serve

Runs the hub in the foreground: asks wait in it until they are answered. Other commands start one in the background when
none runs.

  --port PORT     only this port (default 2255, the next free one if it is taken)
  --host HOST     another address than loopback; needs an https publicUrl in config.json
  --store FILE    another file than yourcall.db in the state directory; also YOURCALL_STORE
`;

export const statusHelp = `yourcall status [--json]
yourcall status --line

Says whether a hub runs, where, and how many asks wait in it, and which notifications fail. Exit 1 where none runs.

  --json    the same, for scripts
  --line    only "2 waiting", for a prompt or a status bar: nothing where none waits or no hub runs, always exit 0
`;

export const notifyHelp = `yourcall notify [--json]
yourcall notify --test [--channel NAME]

How you are told of an ask that waits: the settings, and each channel with what it has sent and how it fails. Settings
are "notify" in config.json of the state directory; the hub reads them when it starts:

  {"notify": {"after": "5s", "quiet": {"from": "22:00", "to": "07:00"}, "desktop": true,
              "webhooks": [{"url": "https://ntfy.sh/TOPIC", "form": "ntfy"}]}}

  --test            send a test through every channel and say what happened; exit 1 where one failed
  --channel NAME    only this one: desktop, or the number of a webhook
  --json            the settings and states, for scripts
`;

export const openHelp = `yourcall open [--print]

Opens the web inbox in your browser, starting a hub where none runs. The link is good for one login, for one minute; the
browser stays logged in until you take its token back. Where no browser can be opened the link is printed.

  --print    only print the link
`;

export const stopHelp = `yourcall stop

Ends the hub. What waits in it is kept, and everybody who waits for it comes back to the next one.
`;

export const listHelp = `yourcall list

What waits for you, oldest first, a line each: id, who asks from where, header, question, age. "draft": somebody has begun to
answer. "agent gone": nobody waits for the answer any more; it is kept for whoever asks again.

  --status STATUS   pending (default), answered, declined, cancelled, expired, ended or all
  --session NAME    only asks of this session
  --search WORDS    only asks with these words in questions, options, answers or comments
  --limit N         at most so many (default 100)
  --json            an array of asks, as the hub keeps them
`;

export const inboxHelp = `yourcall inbox

What waits for you, of all agents, and what was decided, on the whole screen. Plain \`yourcall\` on a terminal opens it.

  ↑↓ enter    open an ask and answer it with the keys of \`yourcall ask\`; Esc comes back with what you typed kept
  x           decline
  /           filter, or search the log
  tab         what waits, what was decided
  q           quit; asks wait on
`;

export const waitHelp = `yourcall wait ID

Waits until an ask has ended and prints how, as \`yourcall ask\` does. It never withdraws the ask, also when it is interrupted.
ID is its id, or at least four characters that its id begins or ends with (\`yourcall list\` shows them).

  --timeout TIME    wait no longer than 90s, 5m, 2h; then prints {id, status: "pending", url} and exits with 6
  --format FORM     json (default), text (for a model), claude (for Claude Code's updatedInput)
  --json            the same as --format json

Exit codes: 0 answered · 1 failure · 2 wrong usage · 3 declined · 4 expired · 5 cancelled · 6 still pending · 130 interrupted
`;

export const answerHelp = `yourcall answer ID …

Answers an ask from a shell. ID is its id, or at least four characters that its id begins or ends with (\`yourcall list\`
shows them). Every question needs an answer or --skip. HEADER names the question, or its number does; with one question
it may be left out.

  --select [HEADER=]LABEL   an option, as it is labelled or as screens name it; again for more where several may be chosen
  --other [HEADER=]TEXT     your own words
  --note [HEADER=]TEXT      a note on the answer
  --skip HEADER             no preference: the agent chooses
  --comment TEXT            a comment on the whole
  --from FILE|-             answers as JSON: [{question, selectedOptions, …}], {answers, comment}, or {"question": "A, B"};
                            or a sheet, as --editor keeps one that could not be sent
  --editor                  the ask as a sheet in $VISUAL or $EDITOR; left unchanged, nothing is sent
  --decline [REASON]        you will not answer
  --json                    print the ask as it ended

  yourcall answer 7Q2F --select SQLite
  yourcall answer 7Q2F --select Auth=JWT --select Providers=Google Providers=GitHub --note "Auth=PKCE only"
  yourcall answer 7Q2F --select allow-once        (an approval: allow-once, allow-always or deny)

An answer by flags or from a file is recorded as given by a script. In an agent's environment the command refuses.
`;

export const cancelHelp = `yourcall cancel ID

Takes an ask back. Whoever waits for it hears that it was cancelled; nothing is answered by it.

  --reason TEXT     why
  --json            print the ask as it ended
`;

export const logHelp = `yourcall log

What was decided, newest first, a line each.

  --search WORDS    only asks with these words in questions, options, answers or comments
  --status STATUS   ended (default: all of them), answered, declined, cancelled or expired
  --session NAME    only asks of this session
  --limit N         at most so many (default 100)
  --json            an array of asks, as the hub keeps them
  --markdown        a decision record to keep with the code: yourcall log --markdown > DECISIONS.md
`;

export const demoHelp = `yourcall demo

An agent sets up a small web service and asks you how: four questions, answered here or in the browser. It follows a script,
so that it needs no key and no network; what it writes and tests is real. It waits for you as long as it takes.

  --dir DIR    where the project goes, a new or empty directory (default: a fresh one in the temporary directory)

Its hub has a state of its own and ends with it. Exit codes: 0 ended, also when you declined · 1 failure · 2 wrong usage ·
130 interrupted
`;

export const doctorHelp = `yourcall doctor [--json]

Looks at this machine's set-up and changes nothing. A line each: ok, warn (works, but could be better) or fail (something
does not work), and what to do. Exit 1 with a fail.
`;

export const setupHelp = `yourcall setup NAME

Writes the configuration with which a client asks through yourcall. It shows what changes and asks first.

  yourcall setup claude     hooks for Claude Code; \`yourcall setup claude --help\` says more
`;

export const setupClaudeHelp = `yourcall setup claude

Writes hooks into Claude Code's settings, so that its questions can be answered on every screen: in its own dialog or
here, whichever is first. It shows what changes, asks, and keeps a copy of the file. Run again it changes nothing.

  --user          ~/.claude/settings.json, or that of CLAUDE_CONFIG_DIR (default)
  --project       .claude/settings.json of this directory, which is usually shared
  --local         .claude/settings.local.json of this directory, which is yours alone
  --exclusive     here only: Claude shows no dialog of its own
  --approvals     permissions for other tools as well
  --http          HTTP hooks, for a hub that runs as a service
  --remove        take the hooks out again
  --print         only print them, and what would change
  -y, --yes       do not ask
`;

export const hookHelp = `yourcall hook claude [--approvals]

Claude Code runs this: an event as JSON on standard input, what a person decided as JSON on standard output. Whatever goes
wrong, it prints nothing and exits with 0, and Claude goes on without it; YOURCALL_DEBUG=1 says on standard error what it was.
\`yourcall setup claude\` writes it into the settings.
`;
