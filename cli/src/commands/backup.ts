import { defineCommand } from "../command.ts";

export const backup = defineCommand({
  name: "backup",
  file: "hub/backup.ts",
  usage: ["backup FILE"],
  summary: "copy everything the hub keeps",
  takes: "files",
  about: [
    "Copies asks, answers, drafts and tokens into FILE, as they are at this moment, whether a hub is running or not. FILE must not exist yet; only you can read it.",
  ],
  examples: ["yourcall backup yourcall-$(date +%F).db"],
  options: { json: { type: "boolean", describe: "print the file and the number of asks as JSON" } },
});
