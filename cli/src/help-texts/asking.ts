export const askHelp = `yourcall ask [FILE|-]

Asks the person at this terminal and prints the outcome as JSON. The questions come from a file, from standard input, or from
flags:

  yourcall ask ask.json
  echo '{"questions":[…]}' | yourcall ask
  yourcall ask --question "Deploy now?" --option "Yes: at once" --option No

  --question TEXT         a question; repeat it for up to four, each followed by its own flags:
  --header TEXT             a short name, at most 12 characters
  --option "LABEL: TEXT"    an option, 2 to 4 of them
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

Exit codes: 0 answered · 1 failure · 2 wrong usage or invalid ask · 3 declined · 4 expired · 5 cancelled · 130 interrupted
`;

export const waitHelp = `yourcall wait ID

Waits until an ask ends and prints the outcome as \`yourcall ask\` does. It never withdraws the ask, even if interrupted.
ID is the ask's id, or at least four characters from its beginning or end (\`yourcall list\` shows them).

  --timeout TIME    wait at most 90s, 5m, 2h; then print {id, status: "pending", url} and exit with 6
  --format FORM     json (default), value (only what was chosen), text (for a model), claude (for Claude Code's updatedInput)
  --json            the same as --format json

Exit codes: 0 answered · 1 failure · 2 wrong usage · 3 declined · 4 expired · 5 cancelled · 6 still pending · 130 interrupted
`;

export const cancelHelp = `yourcall cancel ID

Withdraws an ask. Agents waiting for it get the outcome "cancelled", which is not an answer.

  --reason TEXT     why
  --json            print the ask with its outcome
`;

export const gotoHelp = `yourcall goto ID

Shows the tmux pane of the session that asked. Claude Code's hooks record it. Inside tmux your own view switches; outside it the
terminal that is attached to tmux does, and if there is none, this one is attached.

Exit codes: 0 switched · 1 no pane is known, or it is gone · 2 wrong usage
`;

export const sheetHelp = `yourcall sheet render ASK.json          print the sheet
yourcall sheet parse ASK.json SHEET     print {answers, comment?, errors: [{line, message}]}; exit 2 if there are errors
`;

export const confirmHelp = `yourcall confirm "QUESTION"

Asks a yes-or-no question and answers with the exit code. Only a person's Yes exits with 0:

  yourcall confirm "Deploy build 318?" && ./deploy.sh

  --header TEXT      a short name, at most 12 characters (default: Confirm)
  --timeout TIME     give up after 90s, 5m, 2h (default: never)
  --accessible       plain lines for screen readers
  --no-input         do not prompt here
  --to NAME, --key, --session, --title TEXT
                     as for \`yourcall ask\`

If the person types something else instead, it is printed and the exit code is 1, as for "no preference".

Exit codes: 0 yes · 1 no · 2 wrong usage or any failure · 3 declined · 4 expired · 5 cancelled · 130 interrupted
`;
