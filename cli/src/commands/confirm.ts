import { defineCommand } from "../command.ts";
import { askOptions } from "./ask-options.ts";

export const confirm = defineCommand({
  name: "confirm",
  file: "ask/confirm.ts",
  usage: ['confirm "QUESTION"'],
  summary: "ask yes or no; the exit code is the answer",
  takes: "text",
  about: ["Asks a yes-or-no question and answers with the exit code. Only a person's Yes exits with 0:"],
  examples: [
    'yourcall confirm "Deploy build 318?" && ./deploy.sh',
    'yourcall confirm "Drop the table?" --timeout 5m --default no || exit 1',
  ],
  options: {
    header: { type: "string", value: "TEXT", describe: "a short name (default: Confirm)" },
    default: {
      type: "string",
      value: "ANSWER",
      values: ["yes", "no"],
      describe: "what an empty Enter means: yes, or no (default)",
    },
    timeout: { type: "string", value: "TIME", describe: "give up after 90s, 5m, 2h (default: never)" },
    json: { type: "boolean", describe: "also print the outcome as JSON" },
    ...askOptions,
  },
  notes: ["The person types y, yes, n or no and presses Enter, or chooses with the arrows. Nothing else is accepted."],
  exits: [
    [0, "yes"],
    [1, "no"],
    [2, "wrong usage or any failure"],
    [3, "declined"],
    [4, "expired"],
    [5, "cancelled"],
    [130, "interrupted"],
  ],
});
