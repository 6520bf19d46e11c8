import { defineCommand } from "../command.ts";

export const cancel = defineCommand({
  name: "cancel",
  file: "ask/cancel.ts",
  usage: ["cancel ID"],
  summary: "withdraw an ask",
  takes: "ids",
  about: ['Withdraws an ask. Agents waiting for it get the outcome "cancelled", which is not an answer.'],
  examples: ['yourcall cancel 7Q2F --reason "no longer needed"'],
  options: {
    reason: { type: "string", value: "TEXT", describe: "why" },
    json: { type: "boolean", describe: "print the ask with its outcome" },
  },
});
