import { defineCommand } from "../command.ts";

export const goto = defineCommand({
  name: "goto",
  file: "inbox/goto.ts",
  usage: ["goto ID"],
  summary: "show the tmux pane of the session that asked",
  takes: "ids",
  about: [
    "Shows the tmux pane of the session that asked. Claude Code's hooks record it. Inside tmux your own view switches; outside it the terminal that is attached to tmux does, and if there is none, this one is attached.",
  ],
  examples: ["yourcall goto 7Q2F"],
  options: {},
  exits: [
    [0, "switched"],
    [1, "no pane is known, or it is gone"],
    [2, "wrong usage"],
  ],
});
