import { defineCommand } from "../command.ts";

export const answer = defineCommand({
  name: "answer",
  file: "inbox/answer.ts",
  usage: ["answer ID ...", "answer --same ID ..."],
  summary: "answer or decline one",
  takes: "ids",
  about: [
    "Answers an ask. On a terminal, without further options, it opens the prompt of `yourcall ask`. ID is the ask's id, or at least four characters from its beginning or end (`yourcall list` shows them). Every question needs an answer or --skip. HEADER is the question's header or its number; you can leave it out if there is only one question.",
  ],
  examples: [
    "yourcall answer 7Q2F --select SQLite",
    "yourcall answer 7Q2F --select Auth=JWT --select Port=8080 --note Auth=PKCE",
    'yourcall answer 7Q2F --other "as drawn here" --attach sketch.png',
    "yourcall answer 7Q2F --select allow-once",
    'yourcall answer 7Q2F --select allow-once --edit "npm test"',
    "yourcall answer 7Q2F --same --select allow-once",
  ],
  options: {
    select: {
      type: "string",
      multiple: true,
      value: "[HEADER=]LABEL",
      describe: "choose an option by its label; repeat it if several may be chosen",
    },
    other: { type: "string", multiple: true, value: "[HEADER=]TEXT", describe: "type your own answer" },
    note: { type: "string", multiple: true, value: "[HEADER=]TEXT", describe: "add a note to the answer" },
    edit: {
      type: "string",
      value: "TEXT",
      describe:
        "with --select allow-once: what to run or to write instead, if the agent lets you change it; `yourcall show ID` has it as it was asked for",
    },
    attach: {
      type: "string",
      multiple: true,
      value: "[HEADER=]PATH",
      describe: "add a picture to the answer: PNG, JPEG, WebP or GIF, at most 10 MB each and 5 in all",
    },
    skip: { type: "boolean", multiple: true, value: "[HEADER]", describe: "no preference: the agent chooses" },
    comment: { type: "string", value: "TEXT", describe: "add a comment on the whole ask" },
    from: {
      type: "string",
      value: "FILE|-",
      describe:
        'answers as JSON: [{question, selectedOptions, ...}], {answers, comment}, or {"question": "A, B"}; or a sheet, such as one that --editor kept because it could not be sent',
    },
    editor: {
      type: "boolean",
      describe:
        "edit the ask as a sheet in $VISUAL or $EDITOR; if you change nothing, nothing is sent; an approval can only be denied there",
    },
    decline: { type: "boolean", value: "[REASON]", describe: "decline to answer" },
    "ask-back": {
      type: "string",
      value: "TEXT",
      describe: "ask the agent something before you decide; it replies, and asks again",
    },
    same: {
      type: "boolean",
      describe:
        "answer all pending asks that are the same as this one, by one act: approvals with the same tool, input and directory, or questions that differ only in who asks; those that arrive meanwhile stay",
    },
    json: { type: "boolean", describe: "print the ask with its outcome; with --same, one line for each" },
  },
  notes: [
    "The answers to an approval are allow-once, allow-always and deny. If the agent offers choices of its own, as Codex, Copilot and editors' agents do, use their names, which `yourcall show ID` lists. An answer from flags or a file is recorded as given by a script. The command refuses to run in an agent's environment.",
  ],
});
