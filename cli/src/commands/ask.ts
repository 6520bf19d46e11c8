import { defineCommand } from "../command.ts";
import { askOptions } from "./ask-options.ts";

/** How an outcome can be printed. */
export const formats = ["json", "text", "claude", "value"] as const;

const { accessible, "no-input": noInput, ...others } = askOptions;

export const ask = defineCommand({
  name: "ask",
  file: "ask/ask.ts",
  usage: ["ask [FILE|-]"],
  summary: "ask a person and print the outcome",
  takes: "files",
  about: [
    "Asks the person at this terminal and prints the outcome as JSON, unless standard output is that terminal. The questions come from flags, from a file, or from standard input:",
  ],
  examples: [
    'yourcall ask -q "Which branch?"',
    'yourcall ask -q "Deploy now?" -o Yes --describe "takes 5 minutes" -o No',
    'yourcall ask -q "Which port?" -o 8080 -o 9090 --format value',
    "yourcall ask ask.json",
    `echo '{"questions":[...]}' | yourcall ask`,
    'yourcall ask --no-wait --format id -q "Which region?" -o eu -o us',
  ],
  options: {
    question: {
      type: "string",
      short: "q",
      multiple: true,
      value: "TEXT",
      describe:
        "a question, answered in words if it has no options; repeat it for up to four, each followed by its own --header, --option and --multi",
    },
    header: { type: "string", multiple: true, value: "TEXT", describe: "a short name, as in Database" },
    option: {
      type: "string",
      short: "o",
      multiple: true,
      value: "LABEL",
      describe: "an option, exactly as it is written; 2 to 4 of them",
    },
    describe: { type: "string", multiple: true, value: "TEXT", describe: "explains the option before it" },
    required: { type: "boolean", describe: "none of the questions can be skipped; the person can still decline" },
    multi: { type: "boolean", multiple: true, describe: "allow several options" },
    timeout: {
      type: "string",
      value: "TIME",
      describe: "give up after 90s, 5m, 2h; any key extends it by at least a minute (default: never)",
    },
    "on-timeout": {
      type: "string",
      value: "WHAT",
      values: ["expire", "recommended"],
      describe: "expire (default), or recommended: still expires, and names the recommended options as a fallback",
    },
    format: {
      type: "string",
      value: "FORM",
      values: [...formats, "id"],
      describe:
        "json (default); value: only what was chosen, one per line; text: for a model; claude: for Claude Code's updatedInput; id: with --no-wait, only the id",
    },
    json: { type: "boolean", describe: "the same as --format json; also printed if standard output is a terminal" },
    accessible,
    lenient: { type: "boolean", describe: "repair input that another system has already accepted" },
    "no-input": noInput,
    "no-wait": {
      type: "boolean",
      describe: "print {id, status, url} and exit; `yourcall wait ID` gets the outcome",
    },
    ...others,
  },
  exits: [
    [0, "answered"],
    [1, "failure"],
    [2, "wrong usage or invalid ask"],
    [3, "declined"],
    [4, "expired"],
    [5, "cancelled"],
    [7, "no preference (a question was skipped, with --format value)"],
    [130, "interrupted"],
  ],
});
