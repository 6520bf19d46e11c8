export const inboxHelp = `yourcall inbox [ID]

Shows the pending questions of all agents, and past decisions, full screen. \`yourcall\` alone opens it on a terminal. With an
ID it opens that ask. At 100 columns or more, the focused ask is beside the list.

  ↑↓ enter    open an ask and answer it with the keys of \`yourcall ask\`; Esc goes back and keeps what you typed
  l           later: the next ask has the focus
  space       mark an ask; x then declines all that are marked
  x           decline
  g           show the tmux pane of the session that asked
  /           filter, or search the log
  tab         switch between pending asks and past decisions
  q           quit; pending asks keep waiting

  --json      no screen: what waits as JSON lines, live, and answers as JSON lines on standard input
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

export const answerHelp = `yourcall answer ID …

Answers an ask. On a terminal, without further options, it opens the prompt of \`yourcall ask\`. ID is the ask's id, or at least
four characters from its beginning or end (\`yourcall list\` shows them). Every question needs an answer or --skip. HEADER is the question's header or its number; you can leave it out if
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
