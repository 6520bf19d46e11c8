export const help = `yourcall: agents ask, people decide.

  yourcall ask [FILE|-]                   ask a person, print how it ended
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

export const serveHelp = `yourcall serve

Runs the hub in the foreground: asks wait in it until they are answered. Other commands start one in the background when
none runs.

  --port PORT     only this port (default 2255, the next free one if it is taken)
  --host HOST     another address than loopback; needs an https publicUrl in config.json
  --store FILE    another file than yourcall.db in the state directory; also YOURCALL_STORE
`;

export const statusHelp = `yourcall status [--json]

Says whether a hub runs, where, and how many asks wait in it. Exit 1 where none runs.
`;

export const stopHelp = `yourcall stop

Ends the hub. What waits in it is kept, and everybody who waits for it comes back to the next one.
`;
