import { defineCommand } from "../command.ts";

export const sheet = defineCommand({
  name: "sheet",
  file: "ask/sheet.ts",
  usage: ["sheet render ASK.json", "sheet parse ASK.json SHEET"],
  summary: "an ask as text: answer by deleting lines",
  takes: ["render", "parse"],
  about: [
    [
      ["render", "print the sheet"],
      ["parse", "print {answers, comment?, errors: [{line, message}]}; exit 2 if there are errors"],
    ],
  ],
  options: {},
});
