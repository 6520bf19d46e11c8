export const help = `yourcall: agents ask, people decide.

  yourcall ask [FILE|-]                   ask a person and print the outcome
  yourcall confirm TEXT                   ask yes or no; the exit code is the answer
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
  yourcall move                           bring everything to a PostgreSQL database
  yourcall notify                         your notification settings; --test sends a test
  yourcall doctor                         find problems with your setup and how to fix them

  yourcall setup                          answer the questions of Claude Code, Codex, Cursor, … on any screen
  yourcall hook claude                    what Claude Code runs for that
  yourcall mcp                            the MCP server that other clients run

  yourcall sheet render ASK.json          an ask as text; you answer by deleting lines
  yourcall sheet parse ASK.json SHEET     read the answers back from that text

  yourcall completion SHELL               tab completion for bash, zsh or fish

  yourcall COMMAND --help                 help for one command
  yourcall --version
`;

export const completionHelp = `yourcall completion bash|zsh|fish

Prints a script that completes commands, options, and the ids of pending asks with the tab key.

  bash    add to ~/.bashrc: source <(yourcall completion bash)
  zsh     add to ~/.zshrc, after compinit: source <(yourcall completion zsh)
  fish    yourcall completion fish > ~/.config/fish/completions/yourcall.fish
`;
