export const askHelp = `yourcall ask [FILE|-]

Asks the person at this terminal and prints the outcome as JSON. The questions come from a file, from standard input, or from
flags:

  yourcall ask ask.json
  echo '{"questions":[...]}' | yourcall ask
  yourcall ask --question "Deploy now?" --option "Yes: at once" --option No

  -q, --question TEXT     a question; repeat it for up to four, each followed by its own flags:
  --header TEXT             a short name, at most 12 characters
  -o, --option "LABEL: TEXT"
                            an option, 2 to 4 of them
  --multi                   allow several options
  --timeout TIME          give up after 90s, 5m, 2h; any key extends it by at least a minute (default: never)
  --on-timeout WHAT       expire (default), or recommended: still expires, and names the recommended options as a fallback
  --format FORM           json (default); value: only what was chosen, one per line; text: for a model; claude: for Claude Code's
                          updatedInput; id: with --no-wait, only the id
  --accessible            plain lines for screen readers; also ACCESSIBLE=1 or TERM=dumb
  --lenient               repair input that another system has already accepted
  --no-input              do not prompt here
  --no-wait               print {id, status, url} and exit; \`yourcall wait ID\` gets the outcome
  --to NAME               who should answer, by the name of their token; repeat it for several. Does not prompt here
  --key TEXT              names this call: the same key again finds the same ask
  --session, --title TEXT
                          the session it belongs to, and its title

Exit codes: 0 answered; 1 failure; 2 wrong usage or invalid ask; 3 declined; 4 expired; 5 cancelled; 7 no
preference (a question was skipped, with --format value); 130 interrupted
`;

export const waitHelp = `yourcall wait ID

Waits until an ask ends and prints the outcome as \`yourcall ask\` does. It never withdraws the ask, even if interrupted.
ID is the ask's id, or at least four characters from its beginning or end (\`yourcall list\` shows them).

  --timeout TIME    wait at most 90s, 5m, 2h; then print {id, status: "pending", url} and exit with 6
  --format FORM     json (default), value (only what was chosen), text (for a model), claude (for Claude Code's updatedInput)
  --json            the same as --format json

Exit codes: 0 answered; 1 failure; 2 wrong usage; 3 declined; 4 expired; 5 cancelled; 6 still pending; 7
no preference (a question was skipped, with --format value); 130 interrupted
`;

export const cancelHelp = `yourcall cancel ID

Withdraws an ask. Agents waiting for it get the outcome "cancelled", which is not an answer.

  --reason TEXT     why
  --json            print the ask with its outcome
`;

export const gotoHelp = `yourcall goto ID

Shows the tmux pane of the session that asked. Claude Code's hooks record it. Inside tmux your own view switches; outside it the
terminal that is attached to tmux does, and if there is none, this one is attached.

Exit codes: 0 switched; 1 no pane is known, or it is gone; 2 wrong usage
`;

export const sheetHelp = `yourcall sheet render ASK.json          print the sheet
yourcall sheet parse ASK.json SHEET     print {answers, comment?, errors: [{line, message}]}; exit 2 if there are errors
`;

export const confirmHelp = `yourcall confirm "QUESTION"

Asks a yes-or-no question and answers with the exit code. Only a person's Yes exits with 0:

  yourcall confirm "Deploy build 318?" && ./deploy.sh

  --default yes      what an empty Enter means (default: no)
  --header TEXT      a short name, at most 12 characters (default: Confirm)
  --timeout TIME     give up after 90s, 5m, 2h (default: never)
  --accessible       plain lines for screen readers
  --no-input         do not prompt here
  --to NAME, --key, --session, --title TEXT
                     as for \`yourcall ask\`

The person types y, yes, n or no and presses Enter, or chooses with the arrows. Nothing else is accepted.

Exit codes: 0 yes; 1 no; 2 wrong usage or any failure; 3 declined; 4 expired; 5 cancelled; 130 interrupted
`;

export const inboxHelp = `yourcall inbox [ID]

Shows the pending questions of all agents, and past decisions, full screen. \`yourcall\` alone opens it on a terminal. With an
ID it opens that ask. At 100 columns or more, the focused ask is shown next to the list.

  up, down    choose an ask
  enter       open it and answer it with the keys of \`yourcall ask\`; Esc goes back and keeps what you typed
  l           later: the next ask has the focus
  space       mark an ask; x then declines all marked asks
  x           decline
  g           show the tmux pane of the session that asked
  /           filter, or search the log
  tab         switch between pending asks and past decisions
  q           quit; pending asks keep waiting

  --json      no screen: pending asks as JSON lines, live, and answers as JSON lines on standard input
              (docs/agents/json-lines.md)

The command refuses to run in an agent's environment.
`;

export const openHelp = `yourcall open [ID] [--print]

Opens the web inbox in your browser, and starts a hub if none is running. With an ID it shows that ask. The link works for one
login within one minute; the browser then stays logged in until you revoke its token. If no browser can be opened, the link is printed. The browser gets the
link in a file that only you can read, deleted after a minute: other users of the machine can read command lines.

  --print    only print the link
`;

export const listHelp = `yourcall list

Lists pending asks, oldest first, one per line: id, agent, header, question, age. "draft" means that somebody has started to
answer. "agent gone" means that no agent is waiting for the answer any more; it is kept in case the agent asks again.

  --status STATUS   pending (default), answered, declined, cancelled, expired, ended or all
  --session NAME    only asks from this session
  --search WORDS    only asks with these words in questions, options, answers or comments
  --limit N         show at most N (default 100)
  --json            print the asks as a JSON array
`;

export const answerHelp = `yourcall answer ID ...

Answers an ask. On a terminal, without further options, it opens the prompt of \`yourcall ask\`. ID is the ask's id, or at least
four characters from its beginning or end (\`yourcall list\` shows them). Every question needs an answer or --skip. HEADER is the question's header or its number; you can leave it out if
there is only one question.

  --select [HEADER=]LABEL   choose an option by its label; repeat it if several may be chosen
  --other [HEADER=]TEXT     type your own answer
  --note [HEADER=]TEXT      add a note to the answer
  --skip HEADER             no preference: the agent chooses
  --comment TEXT            add a comment on the whole ask
  --from FILE|-             answers as JSON: [{question, selectedOptions, ...}], {answers, comment}, or {"question": "A, B"};
                            or a sheet, such as one that --editor kept because it could not be sent
  --editor                  edit the ask as a sheet in $VISUAL or $EDITOR; if you change nothing, nothing is sent;
                            an approval can only be denied there
  --decline [REASON]        decline to answer
  --json                    print the ask with its outcome

  yourcall answer 7Q2F --select SQLite
  yourcall answer 7Q2F --select Auth=JWT --select Port=8080 --note Auth=PKCE
  yourcall answer 7Q2F --select allow-once

The answers to an approval are allow-once, allow-always and deny. An answer from flags or a file is recorded as given by a
script. The command refuses to run in an agent's environment.
`;

export const logHelp = `yourcall log

Lists past decisions, newest first, one per line.

  --search WORDS    only asks with these words in questions, options, answers or comments
  --status STATUS   ended (default: all of them), answered, declined, cancelled or expired
  --session NAME    only asks from this session
  --agent NAME      only asks of this agent
  --project NAME    only asks from this directory: its name or its path
  --since TIME      only since a day (2026-11-14) or for a time (90m, 2h, 3d)
  --token ID        only what was asked, answered or declined with this token; --json shows ids, as by.token
  --limit N         show at most N (default 100)
  --json            print the asks as a JSON array
  --markdown        a decision record to keep with the code: yourcall log --markdown > DECISIONS.md
`;
