import { defineCommand } from "../command.ts";

export const status = defineCommand({
  name: "status",
  file: "hub/status.ts",
  usage: ["status", "status --line"],
  summary: "is a hub running, and how many asks wait",
  about: [
    "Says whether a hub is running, where, how many asks wait in it, and which notifications fail. Exit 1 if none is running.",
  ],
  examples: ["yourcall status --json"],
  options: {
    json: { type: "boolean", describe: "the same as JSON" },
    line: {
      type: "boolean",
      describe:
        'only "2 waiting", for a prompt or a status bar; prints nothing if nothing waits, and always exits with 0',
    },
  },
});
