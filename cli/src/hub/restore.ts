import { resolve } from "node:path";
import { knowStore, restoreStore } from "@yourcall/hub/internal";
import { restore } from "../commands/restore.ts";
import { info } from "../print.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { storeFile, withoutHub } from "./store-file.ts";

/** `yourcall restore FILE`: puts a backup in the place of the store, which no hub may have open. */
export function run(args: string[]): Promise<number> {
  return runCommand(restore, args, async ({ positionals }) => {
    const [backup, ...more] = positionals;
    if (backup === undefined || more.length > 0)
      throw new UsageError("restore needs one FILE, made by `yourcall backup`.");
    return withoutHub("restore", async (directory) => {
      const store = storeFile(directory);
      const { id, pending, ended, before } = restoreStore(resolve(backup), store);
      knowStore(directory, store, id);
      const kept = before === undefined ? "" : ` The previous store is kept in ${before}.`;
      info(`Restored ${pending} pending and ${ended} ended asks to ${store}.${kept}`);
      return 0;
    });
  });
}
