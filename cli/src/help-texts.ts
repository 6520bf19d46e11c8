// What `--help` prints, in paragraphs and rows of two columns; `toHelpPage` wraps them to the width of the terminal.
export * from "./help-texts/agents.ts";
export * from "./help-texts/asks.ts";
export * from "./help-texts/hub.ts";
export { printHelp } from "./print-help.ts";

export const help = `yourcall: agents ask, people decide.

  yourcall ask [FILE|-]       ask a person and print the outcome
  yourcall confirm TEXT       ask yes or no; the exit code is the answer
  yourcall wait ID            wait for the outcome of an ask
  yourcall cancel ID          withdraw an ask
  yourcall goto ID            show the tmux pane of the session that asked

  yourcall inbox              your pending questions, full screen
  yourcall open               the same in your browser
  yourcall list               the same for scripts
  yourcall answer ID          answer or decline one
  yourcall log                past decisions

  yourcall agent [PROMPT]     chat with an agent that lets you decide
  yourcall acp -- COMMAND     an editor's agent, answered on any screen
  yourcall desk [DIRECTORY]   run several agents and answer them on one page
  yourcall demo               a small web service, as you decide; no API key

  yourcall serve              run the hub, where asks wait, in the foreground
  yourcall status             is a hub running, and how many asks wait
  yourcall stop               stop the hub; pending asks are kept
  yourcall backup FILE        copy everything the hub keeps
  yourcall restore FILE       put such a copy back
  yourcall move               move everything to a PostgreSQL database
  yourcall notify             notification settings; --test sends a test
  yourcall doctor             find problems with your setup

  yourcall setup              connect Claude Code, Codex, Cursor and others
  yourcall hook claude        what Claude Code runs for that
  yourcall mcp                the MCP server that other clients run

  yourcall sheet              an ask as text: answer by deleting lines
  yourcall completion SHELL   tab completion for bash, zsh or fish
  yourcall COMMAND --help     help for one command
  yourcall --version

Without a command, on a terminal, it opens the inbox.
`;

export const completionHelp = `yourcall completion bash|zsh|fish

Prints a script that completes commands, options, and the ids of pending asks with the tab key.

  bash    add to ~/.bashrc: source <(yourcall completion bash)
  zsh     add to ~/.zshrc, after compinit: source <(yourcall completion zsh)
  fish    yourcall completion fish > ~/.config/fish/completions/yourcall.fish
`;
