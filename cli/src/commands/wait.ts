import { defineCommand } from "../command.ts";
import { formats } from "./ask.ts";

export const wait = defineCommand({
  name: "wait",
  file: "ask/wait.ts",
  usage: ["wait ID"],
  summary: "wait for the outcome of an ask",
  takes: "ids",
  about: [
    "Waits until an ask ends and prints the outcome as `yourcall ask` does. It never withdraws the ask, even if interrupted. ID is the ask's id, or at least four characters from its beginning or end (`yourcall list` shows them).",
  ],
  examples: ["yourcall wait 7Q2F --format value --timeout 1h"],
  options: {
    timeout: {
      type: "string",
      value: "TIME",
      describe: 'wait at most 90s, 5m, 2h; then print {id, status: "pending", url} and exit with 6',
    },
    format: {
      type: "string",
      value: "FORM",
      values: formats,
      describe:
        "json (default), value (only what was chosen), text (for a model), claude (for Claude Code's updatedInput)",
    },
    json: { type: "boolean", describe: "the same as --format json" },
  },
  exits: [
    [0, "answered"],
    [1, "failure"],
    [2, "wrong usage"],
    [3, "declined"],
    [4, "expired"],
    [5, "cancelled"],
    [6, "still pending"],
    [7, "no preference (a question was skipped, with --format value)"],
    [130, "interrupted"],
  ],
});
