import { defineCommand } from "../command.ts";

export const restore = defineCommand({
  name: "restore",
  file: "hub/restore.ts",
  usage: ["restore FILE"],
  summary: "put such a copy back",
  takes: "files",
  about: [
    "Replaces the hub's store with a copy made by `yourcall backup`. The copy is checked first, and a damaged one is refused. The previous store is kept next to it, as yourcall.db.before-restore-DATE. Stop the hub first, with `yourcall stop`.",
  ],
  options: {},
});
