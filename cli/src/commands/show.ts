import { defineCommand } from "../command.ts";

export const show = defineCommand({
  name: "show",
  file: "inbox/show.ts",
  usage: ["show ID"],
  summary: "one ask whole: question, outcome, delivery",
  takes: "ids",
  about: [
    "Prints everything about one ask, pending or ended: its questions and options, who asked where and when, how it ended, whether the outcome reached its agent, and which notifications were sent. ID is the ask's id, or at least four characters from its beginning or end (`yourcall list` and `yourcall log` show them).",
  ],
  examples: ["yourcall show X9KD", "yourcall show X9KD --json"],
  options: { json: { type: "boolean", describe: "print the ask as JSON" } },
  exits: [
    [0, "shown"],
    [1, "no such ask, or another failure"],
    [2, "wrong usage"],
  ],
});
