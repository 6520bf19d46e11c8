import { defineCommand } from "../command.ts";

export const inbox = defineCommand({
  name: "inbox",
  file: "inbox/inbox.ts",
  usage: ["inbox [ID]"],
  summary: "your pending questions, full screen",
  takes: "ids",
  about: [
    "Shows the pending questions of all agents, and past decisions, full screen. `yourcall` alone opens it on a terminal. With an ID it opens that ask. At 100 columns or more, the focused ask is shown next to the list.",
    [
      ["up, down", "choose an ask"],
      ["enter", "open it and answer it with the keys of `yourcall ask`; Esc goes back and keeps what you typed"],
      ["l", "later: the next ask has the focus"],
      ["space", "mark an ask; x then declines all marked asks"],
      ["x", "decline"],
      ["g", "show the tmux pane of the session that asked"],
      ["/", "filter, or search the log"],
      ["tab", "switch between pending asks and past decisions"],
      ["q", "quit; pending asks keep waiting"],
    ],
  ],
  options: {
    json: {
      type: "boolean",
      describe:
        "no screen: pending asks as JSON lines, live, and answers as JSON lines on standard input (docs/agents/json-lines.md)",
    },
  },
  notes: ["The command refuses to run in an agent's environment."],
});
